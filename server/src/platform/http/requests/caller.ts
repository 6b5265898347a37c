import type { Role } from '@kyc/contract/accounts.ts'

/** The signed-in person behind a request, read from the session on every request. */
export interface Caller {
  readonly id: string
  readonly role: Role
  readonly name: string
  /** Null for an unverified account that lost its address (D56). */
  readonly email: string | null
  /** A stable name of the session that can be stored: never the cookie's value. */
  readonly sessionKey: string
  /** When the password (or another factor) was last given. */
  readonly authenticatedAt: Date
  /** That was within the last five minutes, by the clock of the database (D31). */
  readonly recentlyAuthenticated: boolean
  /** Must have a second factor and has none: may do nothing but set one up (D31). */
  readonly enrolOnly: boolean
  /** Which rotation of the session's CSRF token counts. */
  readonly csrfGeneration: number
}
