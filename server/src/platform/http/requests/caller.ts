import type { Role } from '@kyc/contract/accounts.ts'
import type { AccountId } from '../../ids.ts'

/** The account behind a request and its session, read from the database on every request. */
export interface Caller {
  readonly id: AccountId
  readonly role: Role
  readonly name: string
  /** Null for an unverified account that lost its address (D56). */
  readonly email: string | null
  /** Identifies the session and may be stored: a hash of the cookie's value. */
  readonly sessionKey: string
  /** Identifies the session among those of its account, also after its key has changed. */
  readonly sessionStart: string
  /** The password or another factor was given within the last five minutes, by the database clock. */
  readonly recentlyAuthenticated: boolean
  /** The account requires a second factor and has none: the session may only add a factor. */
  readonly enrolOnly: boolean
  /** Rises when the account loses a right besides its role, such as a membership (D67). */
  readonly accessGeneration: number
  /** The current rotation of the session's CSRF token. */
  readonly csrfGeneration: number
}
