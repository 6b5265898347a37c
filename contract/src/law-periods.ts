import { addDays, isDay } from './dates.ts'

// The periods of the act on appearances (令和4年法律第78号, D105). Days are days in Japan, and the first day of a period is
// not counted (民法140条, 143条).

/** Contracts made before this day are not under the act. */
export const inForce = '2022-06-23'

/**
 * The days that the supplementary provisions name. Contracts until `twoYears`, and those after it until `later`, have
 * longer periods of cancellation; the periods of the second band last at least until `atLeast`.
 */
const transition = { twoYears: '2024-06-22', later: '2025-06-22', atLeast: '2026-12-22' } as const

/** The first day on which an appearance may be shot: a month after the later receipt of contract and sheet (7条1項). */
export function earliestShooting(received: { readonly contract: string; readonly sheet: string }): string {
  return firstDayAfter(later(received.contract, received.sheet), 1)
}

/** The first day on which a work may be published: four months after all its shooting has ended (9条). */
export function earliestPublication(allShootingEnded: string): string {
  return firstDayAfter(allShootingEnded, 4)
}

/** The days of one contract that decide how long it can be cancelled freely. */
export interface CancellableContract {
  /** When the contract was offered; null if only `contractedOn` is known. */
  readonly offeredOn: string | null
  readonly contractedOn: string
  /** The first day of publication; with several channels, the latest of their first days; null while there is none. */
  readonly publishedOn: string | null
}

/** Whether a contract can be cancelled without a reason: never (`none`), without an end (`open`), or through `day`. */
export type FreeCancellation =
  | { readonly kind: 'none' }
  | { readonly kind: 'open' }
  | { readonly kind: 'until'; readonly day: string }

/**
 * How long a performer may cancel a contract without a reason (13条1項): a year from the publication, and without an end
 * before it. Contracts that were offered or made in the first years of the act have longer periods (附則).
 */
export function freeCancellation(contract: CancellableContract): FreeCancellation {
  const { offeredOn, contractedOn, publishedOn } = contract
  if (contractedOn < inForce) return { kind: 'none' }
  if (publishedOn === null) return { kind: 'open' }
  const begun = offeredOn ?? contractedOn
  if (begun <= transition.twoYears) return { kind: 'until', day: lastDayOfMonths(publishedOn, 24) }
  const day = lastDayOfMonths(publishedOn, 12)
  return { kind: 'until', day: begun <= transition.later ? later(day, transition.atLeast) : day }
}

/**
 * The day from which the free cancellation counts: of several channels the latest of their first days; null before the
 * first publication. `publications` are the oldest first.
 */
export function publishedOn(
  publications: readonly { readonly channel: string; readonly startedOn: string }[],
  today: string,
): string | null {
  const first = new Map<string, string>()
  for (const { channel, startedOn } of publications)
    if (startedOn <= today && !first.has(channel)) first.set(channel, startedOn)
  return [...first.values()].toSorted().at(-1) ?? null
}

/**
 * The first day after a period of `months` from `base`. The period begins on the day after `base`. It ends before the
 * day with the same number of the last month, or at the end of that month if it has no such day (民法143条2項).
 */
function firstDayAfter(base: string, months: number): string {
  const [year = 0, month = 0, dayOfMonth = 0] = addDays(base, 1).split('-').map(Number)
  const same = written(year, month + months, dayOfMonth)
  return isDay(same) ? same : written(year, month + months + 1, 1)
}

/** The last day of a period of `months` from `base`, which is not counted (民法143条2項). */
export function lastDayOfMonths(base: string, months: number): string {
  return addDays(firstDayAfter(base, months), -1)
}

/** The day as YYYY-MM-DD, which may not exist; `month` may exceed 12 and is then in a later year. */
function written(year: number, month: number, dayOfMonth: number): string {
  const [years, index] = [Math.floor((month - 1) / 12), (month - 1) % 12]
  const two = (value: number) => String(value).padStart(2, '0')
  return `${String(year + years).padStart(4, '0')}-${two(index + 1)}-${two(dayOfMonth)}`
}

function later(one: string, other: string): string {
  return one > other ? one : other
}
