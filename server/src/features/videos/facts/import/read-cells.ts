import { isDay } from '@kyc/contract/dates.ts'
import {
  appearanceColumns,
  cellList,
  everyOne,
  type FactColumn,
  shootingColumns,
  titleColumns,
} from '@kyc/contract/fact-columns.ts'
import type { FactCells } from '@kyc/contract/fact-imports.ts'
import type { StoredTitle } from '@kyc/contract/title-facts.ts'
import type { AppearanceRow } from '../facts-repository.ts'
import { daysOf, type LineFacts } from './fact-texts.ts'
import type { LineError } from './line-errors.ts'

// Converts the cells of a line to inputs: the stored facts with the values of the cells. An empty cell leaves its fact
// as it is.

/** A text that its column does not accept. */
class CellFault extends Error {
  override readonly name = 'CellFault'
}

/** The unchecked input of the facts of the video. */
export function titleInput(facts: LineFacts, cells: FactCells, errors: LineError[]): object {
  const { title } = facts
  const { contentReview, reopenReason, ...rest } = nested(valuesOf(titleColumns, cells, facts, errors))
  const moved = rest.shootingEndedOn && cells.shootingEndedOn !== title.shootingEndedOn
  return {
    ...title,
    ...rest,
    ...(contentReview ? { contentReview: { on: '', by: '', ...title.contentReview, ...contentReview } } : {}),
    ...(moved && reopenReason ? { reopenReason } : {}),
    shootings: withShootings(facts, cells, errors),
  }
}

/** The required fields of a new part, without values: if the cell is missing too, the fact has an error. */
const empty = {
  contract: { signedOn: '', named: [], partnerIds: [], voidClauses: [] },
  sheet: { receivedOn: '' },
  footage: { offeredOn: '', way: '', until: '' },
  ended: { kind: '', on: '' },
}

/** The unchecked input of the facts of the appearance: the parts with a cell. */
export function partsInput(facts: LineFacts, cells: FactCells, errors: LineError[]): object {
  const { consents, ...parts } = nested(valuesOf(appearanceColumns, cells, facts, errors))
  const sent = Object.entries(parts).map(([name, values]) => {
    const part = name as keyof typeof empty // the columns name no other part
    return [part, { ...empty[part], ...withoutProof(facts.appearance?.[part]), ...Object(values) }]
  })
  return { ...Object.fromEntries(sent), ...(consents ? { consents: withConsents(facts, consents) } : {}) }
}

function withoutProof(part: object | null | undefined): object {
  const { proof: _, ...facts } = { proof: null, ...part }
  return facts
}

/** A consent of the same day is corrected, one of another day is added: none is ever removed (D94). */
function withConsents({ appearance }: LineFacts, sent: object): object[] {
  const consents: object[] = (appearance?.consents ?? []).map(withoutProof)
  for (const [kind, values] of Object.entries(sent)) {
    const own = (appearance?.consents ?? []).flatMap((each, index) =>
      each.kind === kind ? [{ index, givenOn: each.givenOn }] : [],
    )
    const { givenOn } = values as { givenOn?: string } // by the columns
    const last = own.toSorted((one, other) => one.givenOn.localeCompare(other.givenOn)).at(-1)
    const found = givenOn === undefined ? last : own.findLast((each) => each.givenOn === givenOn)
    if (found) consents[found.index] = { ...consents[found.index], ...values }
    else consents.push({ kind, givenOn: '', ...values })
  }
  return consents
}

/**
 * Adds the days on which the performer was shot to the shootings. A recorded day that the cell lacks is no removal, but
 * an error.
 */
function withShootings(facts: LineFacts, cells: FactCells, errors: LineError[]): Shooting[] {
  let { shootings } = facts.title
  for (const { path } of shootingColumns) {
    const text = cells[path]
    if (!text) continue
    const kind = path.split('.')[1] as Shooting['kind'] // by the columns
    const days = cellList(text)
    const recorded = daysOf(facts, kind)
    const wrong = days.find((each) => !isDay(each))
    const lost = recorded.find((each) => !days.includes(each))
    if (wrong) errors.push({ path, message: `「${wrong}」は正しい日付で入力してください。例：1998-04-02` })
    else if (lost)
      errors.push({ path, message: `記録済みの撮影（${lost}）は、動画の画面でだけ変更できます。` })
    else
      for (const day of new Set(days.filter((each) => !recorded.includes(each))))
        shootings = withShooting(shootings, { kind, day, performerId: facts.performerId })
  }
  return shootings
}

/** The performer takes part in the shooting of that day, or in the one that was planned for it, or in a new one. */
function withShooting(shootings: Shooting[], { kind, day, performerId }: ShotOn): Shooting[] {
  const ofKind = (each: Shooting) => each.kind === kind
  const isOwn = ({ performerIds }: Shooting) =>
    performerIds.length === 0 || (performerId !== null && performerIds.includes(performerId))
  const planned = shootings.findIndex(
    (each) => ofKind(each) && isOwn(each) && each.shotOn === null && each.plannedOn === day,
  )
  if (planned >= 0)
    return shootings.map((each, index) => (index === planned ? { ...each, shotOn: day } : each))
  const shot = performerId === null ? -1 : shootings.findIndex((each) => ofKind(each) && each.shotOn === day)
  if (shot >= 0 && performerId !== null)
    return shootings.map((each, index) =>
      index === shot ? { ...each, performerIds: [...each.performerIds, performerId] } : each,
    )
  const performerIds = performerId === null ? [] : [performerId]
  return [...shootings, { kind, plannedOn: null, place: null, shotOn: day, performerIds }]
}

type Shooting = StoredTitle['shootings'][number]

interface ShotOn {
  readonly kind: Shooting['kind']
  readonly day: string
  readonly performerId: string | null
}

/** The values of the cells by path, without those that are wrong. */
function valuesOf(
  columns: readonly FactColumn[],
  cells: FactCells,
  facts: LineFacts,
  errors: LineError[],
): [string, unknown][] {
  return columns.flatMap((column) => {
    const text = cells[column.path]
    if (!text) return []
    try {
      return [[column.path, factOf(column, text, facts)] as [string, unknown]]
    } catch (error) {
      if (!(error instanceof CellFault)) throw error
      errors.push({ path: column.path, message: error.message })
      return []
    }
  })
}

function factOf({ path, kind, options = {} }: FactColumn, text: string, facts: LineFacts): unknown {
  if (kind === 'number') return Number(text.normalize('NFKC'))
  if (kind === 'choice') {
    const value = chosen(options, text)
    return path === 'contentReview.passed' ? value === 'true' : value
  }
  if (kind === 'checks') {
    if (text === everyOne) return Object.keys(options)
    return [...new Set(cellList(text).map((each) => chosen(options, each)))]
  }
  return kind === 'performers' ? performersOf(text, facts) : text
}

function chosen(options: Readonly<Record<string, string>>, text: string): string {
  const found = Object.entries(options).find(
    ([, label]) => label.normalize('NFKC') === text.normalize('NFKC'),
  )
  if (found) return found[0]
  const labels = Object.values(options).join('、')
  throw new CellFault(`「${text}」は使えません。${labels}のどれかを入力してください。`)
}

function performersOf(text: string, { cast, performerId }: LineFacts): string[] {
  if (text === everyOne) return cast.map((each) => each.performerId).filter((each) => each !== performerId)
  return [...new Set(cellList(text).map((each) => performerOf(each, cast)))]
}

function performerOf(text: string, cast: readonly AppearanceRow[]): string {
  const found = cast.filter((each) => each.performerId === text || each.externalId === text)
  const [one] = found
  if (one && found.length === 1) return one.performerId
  throw new CellFault(`この動画の出演者に「${text}」が見つかりません。IDまたは外部IDを入力してください。`)
}

/** Values by path as an object: `contract.signedOn` becomes a field of `contract`. */
function nested(values: readonly [string, unknown][]): Partial<Record<string, object>> {
  const root: Record<string, unknown> = {}
  for (const [path, value] of values) {
    const names = path.split('.')
    let at = root
    for (const name of names.slice(0, -1)) {
      at[name] ??= {}
      at = at[name] as Record<string, unknown> // just created
    }
    at[names.at(-1) ?? ''] = value
  }
  return root as Partial<Record<string, object>> // of a part; a fact of the video itself is only passed on
}
