import { addDays, dayInJapan, startOfDayInJapan } from '@kyc/contract/dates.ts'
import { minute } from '@kyc/contract/durations.ts'

/** A time before the first start: days ago at a time of day in Japan, or minutes ago. */
export type DemoTime = { readonly daysAgo: number; readonly clock: string } | { readonly minutesAgo: number }

export const on = (daysAgo: number, clock: string): DemoTime => ({ daysAgo, clock })
export const ago = (minutesAgo: number): DemoTime => ({ minutesAgo })

export function momentOf(time: DemoTime, firstStart: Date): Date {
  if ('minutesAgo' in time) return new Date(firstStart.getTime() - time.minutesAgo * minute)
  const day = addDays(dayInJapan(firstStart), -time.daysAgo)
  const [hours = 0, minutes = 0] = time.clock.split(':').map(Number)
  return new Date(startOfDayInJapan(day).getTime() + (hours * 60 + minutes) * minute)
}
