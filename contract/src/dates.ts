/**
 * Days are days in Japan, written YYYY-MM-DD, and never become a timestamp on the way (D53). Instants are ISO 8601
 * UTC. Japan has had no daylight saving since 1951, so its offset is a constant.
 */
const japanOffset = 9 * 60 * 60 * 1000
const dayLength = 24 * 60 * 60 * 1000

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

/** Whether `text` names a day that exists; there was no year 0, and the database knows none. */
export function isDay(text: string): boolean {
  if (!/^(?!0000)\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const parsed = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(parsed.getTime()) && parsed.toISOString().slice(0, 10) === text
}

/**
 * Full years of age on `day`. A year is completed on the birthday; who is born on 29 February completes it on
 * 1 March where the day is missing (D53).
 */
export function ageOn(dateOfBirth: string, day: string): number {
  const years = Number(day.slice(0, 4)) - Number(dateOfBirth.slice(0, 4))
  return day.slice(5) >= dateOfBirth.slice(5) ? years : years - 1
}

/** 2026年11月20日, from a day. */
export function dateInWords(day: string): string {
  return `${Number(day.slice(0, 4))}年${Number(day.slice(5, 7))}月${Number(day.slice(8, 10))}日`
}

/** 2026年11月20日 14:05 by Japan's clock, from an instant in ISO 8601. */
export function dateTimeInWords(instant: string): string {
  const text = clockInJapan(new Date(instant))
  return `${dateInWords(text.slice(0, 10))} ${text.slice(11, 16)}`
}

/** 2026-11-20 14:05:09 by Japan's clock: in this form, text sorts as time does. */
export function clockInJapan(instant: Date): string {
  const text = new Date(instant.getTime() + japanOffset).toISOString()
  return `${text.slice(0, 10)} ${text.slice(11, 19)}`
}
