import type { SignInTurns } from '../../platform/attempts/attempt-queue.ts'
import type { Config } from '../../platform/config.ts'
import { deriveKey } from '../../platform/crypto/derive-key.ts'
import type { Unreadable } from '../../platform/crypto/unreadable.ts'
import type { Db } from '../../platform/db/database.ts'
import type { IdentityProvider } from '../../platform/identity/identity-provider.ts'
import type { Log } from '../../platform/log.ts'
import type { AuditWriter } from '../audit/record.ts'
import type { MailServices } from '../mails/mail-services.ts'
import type { Passwords } from './sign-in/passwords.ts'

/** What this feature works with. */
export interface AccountServices extends MailServices {
  readonly config: Pick<Config, 'demo' | 'secureCookies' | 'publicUrl' | 'adminMfa'>
  readonly log: Log
  readonly db: Db
  readonly audit: AuditWriter
  readonly accountKeys: AccountKeys
  readonly unreadable: Unreadable
  readonly passwords: Passwords
  readonly signInTurns: SignInTurns
  readonly identity: IdentityProvider
  readonly verifyProviderToken: VerifyProviderToken
  readonly checkCompanion: CheckCompanion
}

/**
 * Resolves if the provider has just signed in this very account, and the token was not used before (D29, D31).
 * @throws Problem INVALID_TOKEN, PROVIDER_UNAVAILABLE, PROVIDER_NOT_CONFIGURED
 */
export type VerifyProviderToken = (idToken: string, accountId: string) => Promise<void>

/**
 * Looks at a token of the provider that comes along with a call of the account's session (D30).
 * @throws Problem INVALID_TOKEN if it does not hold, or is somebody else's
 */
export type CheckCompanion = (idToken: string, accountId: string) => Promise<void>

/** Keys of this feature, one a purpose. */
export interface AccountKeys {
  readonly csrf: Buffer
  readonly accessToken: Buffer
  readonly device: Buffer
  /** Hides the e-mail addresses that people typed where only sameness matters. */
  readonly address: Buffer
  /** Encrypts the secrets of authenticator apps. */
  readonly totp: Buffer
  /** Without it the stored recovery codes can't be guessed offline. */
  readonly recoveryCode: Buffer
  /** Makes the cookie of what a code of single sign-on opens, so that it can be told again (D29). */
  readonly sso: Buffer
}

export function deriveAccountKeys(master: Buffer): AccountKeys {
  return {
    csrf: deriveKey(master, 'csrf-token'),
    accessToken: deriveKey(master, 'access-token'),
    device: deriveKey(master, 'device-cookie'),
    address: deriveKey(master, 'email-pseudonym'),
    totp: deriveKey(master, 'totp-secret'),
    recoveryCode: deriveKey(master, 'recovery-code'),
    sso: deriveKey(master, 'sso-cookie'),
  }
}
