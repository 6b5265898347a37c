import holidays from '@holiday-jp/holiday_jp'
import { addDays, dayInJapan, startOfDayInJapan } from '@kyc/contract/dates.ts'
import { hour } from '@kyc/contract/durations.ts'
import { type Clock, type TakedownKind, takedownKinds } from '@kyc/contract/takedown-vocabulary.ts'

/** When a request is due. */
export interface DueTime {
  /** The earlier one, by which work is ordered. */
  readonly dueAt: Date
  /** With Japanese holidays as days off; null for a clock of hours. */
  readonly withHolidaysAt: Date | null
}

/**
 * When a request that was received at `receivedAt` is due (D108). A business day is one of Monday to Friday, and in the second
 * meaning no holiday in Japan; the day of the receipt is not counted, and the last day counts to its end.
 */
export function dueTime(kind: TakedownKind, receivedAt: Date): DueTime {
  const { clock }: { clock: Clock } = takedownKinds[kind]
  if ('hours' in clock)
    return { dueAt: new Date(receivedAt.getTime() + clock.hours * hour), withHolidaysAt: null }
  const from = dayInJapan(receivedAt)
  return {
    dueAt: endOf(lastDay(from, clock.businessDays, isWeekday)),
    withHolidaysAt: endOf(lastDay(from, clock.businessDays, isBusinessDay)),
  }
}

function lastDay(from: string, count: number, counts: (day: string) => boolean): string {
  let day = from
  for (let counted = 0; counted < count; ) {
    day = addDays(day, 1)
    if (counts(day)) counted += 1
  }
  return day
}

function endOf(day: string): Date {
  return startOfDayInJapan(addDays(day, 1))
}

function isWeekday(day: string): boolean {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay()
  return weekday >= 1 && weekday <= 5
}

function isBusinessDay(day: string): boolean {
  return isWeekday(day) && !Object.hasOwn(holidays.holidays, day)
}
