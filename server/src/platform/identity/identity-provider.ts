import { Problem } from '../problem.ts'

/** The contents of a valid ID token. */
export interface VerifiedToken {
  /** The provider's id of the account, which, unlike the address, never changes. */
  readonly uid: string
  readonly email: string | undefined
  readonly emailVerified: boolean
  readonly name: string | undefined
  /** The URL of a picture, not validated. */
  readonly picture?: string | undefined
  /** The claim `role`, not validated. */
  readonly role: unknown
  /** The last authentication at the provider. */
  readonly authenticatedAt: Date
  readonly expiresAt: Date
}

export interface ProviderAccount {
  readonly disabled: boolean
  /** Sign-ins before this time are revoked; undefined if none ever were. */
  readonly validSince: Date | undefined
  readonly email: string | undefined
  readonly emailVerified: boolean
}

/** An external identity provider (D30). */
export interface IdentityProvider {
  /**
   * Verifies an ID token: signed by the provider for this project, not expired, and of an account that is
   * neither disabled nor revoked. Every call queries the provider.
   */
  verifyIdToken(token: string): Promise<VerifiedToken>
  /** The current state of the account; undefined if it does not exist at the provider. */
  lookUp(uid: string): Promise<ProviderAccount | undefined>
}

/** Used if no provider is configured. */
export const noProvider: IdentityProvider = {
  verifyIdToken: () => Promise.reject(new Problem('PROVIDER_NOT_CONFIGURED')),
  lookUp: () => Promise.reject(new Problem('PROVIDER_NOT_CONFIGURED')),
}
