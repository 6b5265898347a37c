import type { User } from '@kyc/contract/accounts.ts'

/** spec §4: loading, then signed in or not. `leaving` means that the jump to the login page is on its way. */
export type AuthState =
  | { readonly status: 'loading' }
  | { readonly status: 'authenticated'; readonly user: User }
  | { readonly status: 'anonymous'; readonly leaving: boolean }

export interface AuthSessionOptions {
  /** Who is signed in, null for nobody; throws where that could not be found out. */
  readonly fetchUser: () => Promise<User | null>
  /** Runs whenever somebody stops being signed in: forget everything that was fetched for them. */
  readonly onEnd: () => void
}

/** Who uses this page. The server alone knows for sure; this is its last answer (D2). */
export class AuthSession {
  readonly #options: AuthSessionOptions
  readonly #listeners = new Set<() => void>()
  #state: AuthState = { status: 'loading' }
  #asking: Promise<AuthState> | null = null

  constructor(options: AuthSessionOptions) {
    this.#options = options
  }

  readonly state = (): AuthState => this.#state

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Asks the server; without an answer nothing changes, except that a page that is starting stops waiting. */
  check(): Promise<AuthState> {
    this.#asking ??= this.#ask().finally(() => {
      this.#asking = null
    })
    return this.#asking
  }

  signedIn(user: User): void {
    this.#enter({ status: 'authenticated', user })
  }

  /** `leaving`: the caller jumps to the login page itself. */
  ended(leaving: boolean): void {
    this.#enter({ status: 'anonymous', leaving })
  }

  async #ask(): Promise<AuthState> {
    const before = this.#state
    const user = await this.#options.fetchUser().catch(() => undefined)
    // Somebody signed in or out while the answer was on its way: theirs is the newer truth.
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
    if (before.status === 'authenticated' && !keepsRecords(before.user, next)) this.#options.onEnd()
    for (const listener of this.#listeners) listener()
  }
}

/** A new name changes nothing about what the person may see. */
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
