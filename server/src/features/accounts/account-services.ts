import type { AttemptQueue } from '../../platform/attempts/attempt-queue.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Config } from '../../platform/config.ts'
import type { BoxKeys } from '../../platform/crypto/encrypted-box.ts'
import type { KeyRing } from '../../platform/crypto/key-ring.ts'
import type { Unreadable } from '../../platform/crypto/unreadable.ts'
import type { Db } from '../../platform/db/database.ts'
import type { IdentityProvider } from '../../platform/identity/identity-provider.ts'
import type { CursorCodec } from '../../platform/lists/cursor.ts'
import type { Log } from '../../platform/log.ts'
import type { MailOutbox } from '../../platform/mail/mail-outbox.ts'
import type { Outbox } from '../../platform/outbox/outbox.ts'
import type { AuditWriter } from '../audit/record.ts'
import type { Passwords } from './sign-in/passwords.ts'

/** The services of this feature; each act picks those that it needs. */
export interface AccountServices {
  readonly accountKeys: AccountKeys
  readonly attemptQueue: AttemptQueue
  readonly audit: AuditWriter
  readonly checkCompanion: CheckCompanion
  readonly clock: Clock
  readonly config: Pick<
    Config,
    'adminMfa' | 'demo' | 'mail' | 'publicUrl' | 'secondPersonDays' | 'secureCookies'
  >
  readonly cursors: CursorCodec
  readonly db: Db
  readonly identity: IdentityProvider
  readonly log: Log
  readonly mails: MailOutbox
  readonly outbox: Outbox
  readonly passwords: Passwords
  /** Key for the pseudonyms of e-mail addresses in buckets and in the log, where only equality matters. */
  readonly pseudonymKey: Buffer
  readonly replyKeys: BoxKeys
  readonly unreadable: Unreadable
}

/** Checks a token of the provider that accompanies a call of the account's session. */
export type CheckCompanion = (idToken: string, accountId: string) => Promise<void>

/** The keys of this feature, one for each purpose. */
export interface AccountKeys {
  readonly csrf: Buffer
  readonly accessToken: Buffer
  readonly device: Buffer
  /** Encrypts the secrets of authenticator apps. */
  readonly totp: BoxKeys
  /** Keys the hashes of recovery codes, so that a stolen table can't be searched offline. */
  readonly recoveryCode: Buffer
  /** Derives the cookie of a single sign-on code, so that a repeated exchange gets the same one. */
  readonly sso: Buffer
}

export function accountKeysOf({ boxKeys, secret }: KeyRing): AccountKeys {
  return {
    csrf: secret('csrf-token'),
    accessToken: secret('access-token'),
    device: secret('device-cookie'),
    totp: boxKeys('totp-secret'),
    recoveryCode: secret('recovery-code'),
    sso: secret('sso-cookie'),
  }
}
