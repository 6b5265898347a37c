import { Problem } from '../problem.ts'

/** What the provider vouches for in an id token that holds. */
export interface VerifiedToken {
  /** The provider's own name of the account; it never changes, unlike the address. */
  readonly uid: string
  readonly email: string | undefined
  readonly emailVerified: boolean
  readonly name: string | undefined
  /** The address of a picture, as it came. */
  readonly picture?: string | undefined
  /** The claim `role` as it came: nobody has looked whether we know such a role. */
  readonly role: unknown
  /** When the person last gave a password or the like to the provider. */
  readonly authenticatedAt: Date
  readonly expiresAt: Date
}

export interface ProviderAccount {
  readonly disabled: boolean
  /** Sign-ins from before this time count no longer; undefined if none were ever revoked. */
  readonly validSince: Date | undefined
  readonly email: string | undefined
  readonly emailVerified: boolean
}

/** Somebody else who signs our people in (D30). */
export interface IdentityProvider {
  /**
   * The contents of an id token that the provider signed for us, that has not expired, and whose account it has
   * neither disabled nor revoked: it is asked every time.
   * @throws Problem INVALID_TOKEN, PROVIDER_UNAVAILABLE, PROVIDER_NOT_CONFIGURED
   */
  verifyIdToken(token: string): Promise<VerifiedToken>
  /**
   * The account as it is now; undefined if the provider has none of that name (any more).
   * @throws Problem PROVIDER_UNAVAILABLE, PROVIDER_NOT_CONFIGURED
   */
  lookUp(uid: string): Promise<ProviderAccount | undefined>
}

/** Stands where no provider is set up. */
export const noProvider: IdentityProvider = {
  verifyIdToken: () => Promise.reject(new Problem('PROVIDER_NOT_CONFIGURED')),
  lookUp: () => Promise.reject(new Problem('PROVIDER_NOT_CONFIGURED')),
}
