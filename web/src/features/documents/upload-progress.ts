export interface SentFile<K extends string = string> {
  readonly key: K
  readonly size: number
}

export interface UploadProgress<K extends string = string> {
  /** Bytes of each file that are on their way, in the order in which they are sent. */
  readonly sent: Readonly<Partial<Record<K, number>>>
  readonly sentBytes: number
  readonly totalBytes: number
  /** Files that are through. */
  readonly done: number
}

/**
 * Progress per file by byte position (D52): files travel one after the other in one body, so the position in the
 * body tells which are through. What the body holds besides (text fields, boundaries) is taken as going first;
 * it is a few hundred bytes.
 */
export function uploadProgress<K extends string>(
  files: readonly SentFile<K>[],
  position: { loaded: number; total: number },
): UploadProgress<K> {
  const totalBytes = files.reduce((sum, file) => sum + file.size, 0)
  const overhead = Math.max(0, position.total - totalBytes)
  const sentBytes = Math.min(totalBytes, Math.max(0, position.loaded - overhead))
  const sent: Partial<Record<K, number>> = {}
  let before = 0
  let done = 0
  for (const { key, size } of files) {
    sent[key] = Math.min(size, Math.max(0, sentBytes - before))
    before += size
    if (sentBytes >= before) done += 1
  }
  return { sent, sentBytes, totalBytes, done }
}

/** Seconds until the rest is through at the pace so far; undefined while there is no pace to judge by. */
export function secondsLeft(progress: UploadProgress, elapsedMs: number): number | undefined {
  if (elapsedMs < 1000 || progress.sentBytes === 0) return undefined
  const perMs = progress.sentBytes / elapsedMs
  return Math.ceil((progress.totalBytes - progress.sentBytes) / perMs / 1000)
}

export function percent(part: number, whole: number): number {
  return whole === 0 ? 100 : Math.floor((part / whole) * 100)
}
