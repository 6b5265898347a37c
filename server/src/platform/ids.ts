import { v7, validate } from 'uuid'

/** A new UUID v7 (D50): ordered by time, so that indexes grow at their end. */
export function newId(): string {
  return v7()
}

/** Whether `text` has the form of an id; a malformed id answers like an unknown one (D50). */
export function isId(text: string): boolean {
  return validate(text)
}
