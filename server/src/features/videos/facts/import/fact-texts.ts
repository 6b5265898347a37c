import { everyOne, type FactColumn, factColumns, listSeparator } from '@kyc/contract/fact-columns.ts'
import type { FactCells } from '@kyc/contract/fact-imports.ts'
import type { StoredAppearance, StoredTitle } from '@kyc/contract/title-facts.ts'
import type { AppearanceRow } from '../facts-repository.ts'

/** The facts that a line is about; without an appearance, those of the video only. */
export interface LineFacts {
  readonly title: StoredTitle
  readonly performerId: string | null
  readonly appearance: StoredAppearance | null
  /** The performers of the video. */
  readonly cast: readonly AppearanceRow[]
}

/** The cells of a line with the stored facts, as an import reads them back (D124). */
export function factTexts(facts: LineFacts): FactCells {
  const texts = factColumns.map((column) => [column.path, textOf(column, facts)] as const)
  return Object.fromEntries(texts.filter(([, text]) => text !== ''))
}

function textOf(column: FactColumn, facts: LineFacts): string {
  const [part = '', kind = ''] = column.path.split('.')
  if (part === 'shootings') return daysOf(facts, kind).join(listSeparator)
  const root =
    part === 'consents'
      ? { consents: { [kind]: lastConsent(facts, kind) } }
      : { ...facts.title, ...facts.appearance }
  return cellText(column, valueAt(root, column.path), facts)
}

/**
 * The days of the shootings of a kind in which the performer took part; without a performer, of the shootings of
 * everyone.
 */
export function daysOf(
  { title, performerId }: Pick<LineFacts, 'title' | 'performerId'>,
  kind: string,
): string[] {
  const own = title.shootings.filter(
    (each) =>
      each.kind === kind &&
      (each.performerIds.length === 0 || (performerId !== null && each.performerIds.includes(performerId))),
  )
  return [...new Set(own.flatMap(({ shotOn }) => shotOn ?? []))].toSorted()
}

/** A line has one consent of each kind: the last that was given. */
function lastConsent({ appearance }: LineFacts, kind: string): object | undefined {
  return appearance?.consents
    .filter((each) => each.kind === kind)
    .toSorted((one, other) => one.givenOn.localeCompare(other.givenOn))
    .at(-1)
}

function valueAt(root: object, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>((value, name) => (value as Record<string, unknown> | null)?.[name], root) // facts are objects or null
}

function cellText(
  { kind, options = {} }: FactColumn,
  value: unknown,
  { cast, performerId }: LineFacts,
): string {
  if (value === null || value === undefined) return ''
  if (!Array.isArray(value)) return kind === 'choice' ? (options[String(value)] ?? '') : String(value)
  const others = cast.filter((each) => each.performerId !== performerId)
  const texts =
    kind === 'checks'
      ? options
      : Object.fromEntries(others.map((each) => [each.performerId, nameInCells(each, others)]))
  const every = Object.keys(texts)
  if (every.length > 1 && every.length === value.length && every.every((each) => value.includes(each)))
    return everyOne
  return value.map((each) => texts[String(each)] ?? String(each)).join(listSeparator)
}

/** The external id of a performer, or its own id if a list could not contain the external id or it is not unique. */
function nameInCells({ performerId, externalId }: AppearanceRow, cast: readonly AppearanceRow[]): string {
  const isPlain = externalId !== null && !/[、,，;；\n]/.test(externalId) && externalId !== everyOne
  return isPlain && cast.filter((each) => each.externalId === externalId).length === 1
    ? externalId
    : performerId
}
