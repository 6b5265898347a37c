import { v7, validate } from 'uuid'

declare const kind: unique symbol

/**
 * The ids of an organisation and of an account. Neither is assignable to the other: both are UUIDs, and a personal
 * organisation has the id of its account, so that only the compiler finds a confusion. Rows and checked input get these
 * types where they are read; they cost nothing at run time.
 */
export type OrganisationId = string & { readonly [kind]: 'organisation' }
export type AccountId = string & { readonly [kind]: 'account' }

/**
 * Types an id as that of an account: one from input, whose look-up finds accounts only, or one that a test or a program
 * already has.
 */
export function asAccountId(id: string): AccountId {
  return id as AccountId // see above
}

/**
 * A new UUID v7: ordered by time, so that indexes grow at their end. Its time part is `at` in
 * milliseconds, by default the time of the call. `running`, a counter of the caller, orders ids of the same
 * millisecond.
 */
export function newId(at?: Date, running?: number): string {
  if (!at) return v7()
  return v7({ msecs: at.getTime(), ...(running === undefined ? {} : { seq: running }) })
}

/** The lowest id with the time `at`, which turns a range of times into a range of ids. */
export function lowestIdAt(at: Date): string {
  const hex = Math.max(0, at.getTime()).toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`
}

/**
 * Whether `text` is an id in canonical form; other forms are handled like unknown ids. An id in
 * capitals would find the same record, and the audit log would contain its entries under another id.
 */
export function isId(text: string): boolean {
  return validate(text) && text === text.toLowerCase()
}
