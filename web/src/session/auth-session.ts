import type { User } from '@kyc/contract/accounts.ts'

/**
 * spec §4: loading, then signed in or not. `leaving`: a redirect to the login page is in progress. `covered`: the
 * session of `user` has ended, and the page has unsaved input; it is hidden until the same user signs in (D72).
 */
export type AuthState =
  | { readonly status: 'loading' }
  | { readonly status: 'authenticated'; readonly user: User }
  | { readonly status: 'covered'; readonly user: User }
  | { readonly status: 'anonymous'; readonly leaving: boolean }

export interface AuthSessionOptions {
  /** Returns the signed-in account or null; throws if the server cannot be reached. */
  readonly fetchUser: () => Promise<User | null>
  /** Called when an account stops being signed in, to clear everything that was fetched for it. */
  readonly onEnd: (covered: boolean) => void
  /** Called when the user of a covered page has signed in again. */
  readonly onReveal?: () => void
  /** Whether the page has unsaved input. */
  readonly hasDraft: () => boolean
}

/** The authentication state of this page, as the server last reported it. */
export class AuthSession {
  readonly #options: AuthSessionOptions
  readonly #listeners = new Set<() => void>()
  #state: AuthState = { status: 'loading' }
  #checking: Promise<AuthState> | null = null
  /** Address that has just accepted an invitation, for the login page; never stored. */
  invited: string | null = null

  constructor(options: AuthSessionOptions) {
    this.#options = options
  }

  readonly state = (): AuthState => this.#state

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Fetches the state from the server. Without a reply it stays; `loading` becomes `anonymous`. */
  check(): Promise<AuthState> {
    this.#checking ??= this.#fetch().finally(() => {
      this.#checking = null
    })
    return this.#checking
  }

  readonly signedIn = (user: User): void => {
    this.invited = null
    this.#enter({ status: 'authenticated', user })
  }

  /** The session was ended elsewhere. `leaving`: the caller redirects to the login page, unless input is kept. */
  ended(leaving: boolean): void {
    const before = this.#state
    if (before.status === 'covered') return
    if (before.status === 'authenticated' && this.#options.hasDraft()) {
      this.#enter({ status: 'covered', user: before.user })
    } else {
      this.#enter({ status: 'anonymous', leaving })
    }
  }

  /** The user leaves: unsaved input is discarded. */
  left(leaving: boolean): void {
    this.#enter({ status: 'anonymous', leaving })
  }

  async #fetch(): Promise<AuthState> {
    const before = this.#state
    const user = await this.#options.fetchUser().catch(() => undefined)
    // A sign-in or sign-out during the call is newer than its reply.
    if (this.#state !== before) return this.#state
    if (user) this.#enter({ status: 'authenticated', user })
    else if (user === null || before.status === 'loading') this.ended(false)
    return this.#state
  }

  #enter(next: AuthState): void {
    const before = this.#state
    if (
      before.status === 'authenticated' &&
      next.status === 'authenticated' &&
      sameUser(before.user, next.user)
    ) {
      return
    }
    this.#state = next
    if ('user' in before && !keepsRecords(before.user, next)) this.#options.onEnd(next.status === 'covered')
    else if (before.status === 'covered') this.#options.onReveal?.()
    for (const listener of this.#listeners) listener()
  }
}

/** Whether the fetched records remain valid: same account and role. */
function keepsRecords(before: User, next: AuthState): boolean {
  return next.status === 'authenticated' && next.user.id === before.id && next.user.role === before.role
}

function sameUser(a: User, b: User): boolean {
  return (
    a.id === b.id &&
    a.role === b.role &&
    a.name === b.name &&
    a.email === b.email &&
    a.emailVerified === b.emailVerified &&
    a.secondFactorMissing === b.secondFactorMissing
  )
}
