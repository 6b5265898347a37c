import type { Role } from '@kyc/contract/accounts.ts'

/** The signed-in person behind a request, read from the session on every request. */
export interface Caller {
  readonly id: string
  readonly role: Role
  readonly name: string
  readonly email: string
  /** A stable name of the session that can be stored: never the cookie's value. */
  readonly sessionKey: string
  /** When the password (or another factor) was last given. */
  readonly authenticatedAt: Date
  /** Which rotation of the session's CSRF token counts. */
  readonly csrfGeneration: number
}
