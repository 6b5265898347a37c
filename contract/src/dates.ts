import { day as dayLength, hour } from './durations.ts'

/**
 * Days are days in Japan, written YYYY-MM-DD, and are never converted to a timestamp (D53). Instants are ISO
 * 8601 UTC. Japan has had no daylight saving since 1951, so its offset is a constant.
 */
const japanOffset = 9 * hour

/** The day in Japan at `instant`. */
export function dayInJapan(instant: Date): string {
  return new Date(instant.getTime() + japanOffset).toISOString().slice(0, 10)
}

/** The first instant of `day` in Japan. */
export function startOfDayInJapan(day: string): Date {
  return new Date(Date.parse(`${day}T00:00:00Z`) - japanOffset)
}

export function addDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * dayLength).toISOString().slice(0, 10)
}

/** The Monday of the week of `day`. */
export function mondayOf(day: string): string {
  return addDays(day, -((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7))
}

/** Whole days from `from` to `to`; negative if `to` is earlier. */
export function daysBetween(from: string, to: string): number {
  return (Date.parse(to) - Date.parse(from)) / dayLength
}

/** The same day `years` later. 29 February becomes 1 March, so that retention never ends a day early. */
export function addYears(day: string, years: number): string {
  const year = String(Number(day.slice(0, 4)) + years).padStart(4, '0')
  const same = `${year}${day.slice(4)}`
  return isDay(same) ? same : `${year}-03-01`
}

/** Whether `text` is a day that exists. Year 0 does not, and PostgreSQL rejects it. */
export function isDay(text: string): boolean {
  if (!/^(?!0000)\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const parsed = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(parsed.getTime()) && parsed.toISOString().slice(0, 10) === text
}

/**
 * Full years of age on `day`. A year is completed on the birthday; for a birth on 29 February, on 1 March in
 * years without that day.
 */
export function ageOn(dateOfBirth: string, day: string): number {
  const years = Number(day.slice(0, 4)) - Number(dateOfBirth.slice(0, 4))
  return day.slice(5) >= dateOfBirth.slice(5) ? years : years - 1
}

/** 2026年11月20日, from a day. */
export function dateInWords(day: string): string {
  return `${Number(day.slice(0, 4))}年${Number(day.slice(5, 7))}月${Number(day.slice(8, 10))}日`
}

/** 2026年11月20日 14:05 in Japan, or 14:05:09 with seconds, from an instant in ISO 8601. */
export function dateTimeInWords(instant: string, { seconds = false } = {}): string {
  const text = clockInJapan(new Date(instant))
  return `${dateInWords(text.slice(0, 10))} ${text.slice(11, seconds ? 19 : 16)}`
}

/** 2026-11-20 14:05:09 in Japan: sorts as text in the order of time. */
export function clockInJapan(instant: Date): string {
  const text = new Date(instant.getTime() + japanOffset).toISOString()
  return `${text.slice(0, 10)} ${text.slice(11, 19)}`
}
