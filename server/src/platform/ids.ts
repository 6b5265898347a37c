import { v7, validate } from 'uuid'

/**
 * A new UUID v7 (D50): ordered by time, so that indexes grow at their end. Its time part is `at` in milliseconds,
 * by default the time of the call. `running`, a number that its maker counts up, orders ids of the same millisecond.
 */
export function newId(at?: Date, running?: number): string {
  if (!at) return v7()
  return v7({ msecs: at.getTime(), ...(running === undefined ? {} : { seq: running }) })
}

/** The lowest id that can bear the time `at`: a range of times becomes a range of ids. */
export function lowestIdAt(at: Date): string {
  const hex = Math.max(0, at.getTime()).toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`
}

/**
 * Whether `text` has the form of an id as we write them; a malformed id answers like an unknown one (D50). In capitals
 * it would find the same record, while the log would hold its entries under another name.
 */
export function isId(text: string): boolean {
  return validate(text) && text === text.toLowerCase()
}
