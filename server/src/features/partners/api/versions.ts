/** A version of the partner API (D112). */
interface ApiVersion {
  /** The day of its release, which the header names. */
  readonly date: string
  /** For each call whose reply this version changed: turns the new reply into that of the previous version. */
  readonly before: Readonly<Record<string, (body: never) => unknown>>
}

/** All versions, oldest first. A change that breaks clients adds a version; one that only adds to replies does not. */
export const apiVersions: readonly ApiVersion[] = [{ date: '2026-11-28', before: {} }]

export const newestVersion = apiVersions.at(-1)?.date ?? ''

/** The newest reply of `call` as the version `wanted` shows it. */
export function inVersion(
  wanted: string,
  call: string,
  body: unknown,
  versions: readonly ApiVersion[] = apiVersions,
): unknown {
  return versions
    .filter(({ date }) => date > wanted)
    .toReversed()
    .reduce((shown, { before }) => before[call]?.(shown as never) ?? shown, body) // the reply that the call returns
}
