import { clockInJapan, dateInWords, dateTimeInWords, dayInJapan } from '@kyc/contract/dates.ts'
import { day, hour, minute } from '@kyc/contract/durations.ts'
import { MiB } from '@kyc/contract/limits.ts'

// All times are shown in the time zone of Japan (D53).

/** 2026年11月20日 14:05, or with seconds 14:05:09. `instant` is ISO 8601. */
export const formatDateTime = dateTimeInWords

/** 2026年11月20日 from a day (YYYY-MM-DD) or from an instant. */
export function formatDate(dayOrInstant: string): string {
  return dateInWords(dayOrInstant.length > 10 ? dayInJapan(new Date(dayOrInstant)) : dayOrInstant)
}

/** 14:05 */
export function formatTime(instant: string): string {
  return clockInJapan(new Date(instant)).slice(11, 16)
}

const relative = new Intl.RelativeTimeFormat('ja', { numeric: 'auto' })
const steps = [
  { unit: 'year', length: 365 * day },
  { unit: 'month', length: 30 * day },
  { unit: 'day', length: day },
  { unit: 'hour', length: hour },
  { unit: 'minute', length: minute },
] as const

/** 3 分前, 昨日, 2 か月後, relative to `now`. */
export function formatRelative(instant: string, now: Date): string {
  const distance = Date.parse(instant) - now.getTime()
  const step = steps.find(({ length }) => Math.abs(distance) >= length)
  return step ? relative.format(Math.trunc(distance / step.length), step.unit) : 'たった今'
}

/** 0 B, 320 KB, 4.2 MB: in steps of 1024, like the limit of a file. */
export function formatBytes(bytes: number): string {
  if (bytes < 1024) return `${bytes}\u00a0B`
  if (bytes < MiB) return `${Math.round(bytes / 1024)}\u00a0KB`
  return `${(bytes / MiB).toFixed(1)}\u00a0MB`
}

/** 1,284 */
export function formatCount(count: number): string {
  return count.toLocaleString('ja-JP')
}

/** 1,284, or 1,000以上 if the count stopped at `bound`. */
export function formatBounded(count: number, bound: number): string {
  return count >= bound ? `${formatCount(bound)}以上` : formatCount(count)
}

/** Total of a list: 1,284名, or 1,000件以上 if the count stopped at its limit. */
export function formatTotal({ total, exact }: { total: number; exact: boolean }, unit: string): string {
  return exact ? `${formatCount(total)}${unit}` : `${formatCount(total)}件以上`
}
