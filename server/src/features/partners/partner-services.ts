import type { PostCallback } from '../../platform/callbacks/post-callback.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Config } from '../../platform/config.ts'
import type { BoxKeys } from '../../platform/crypto/encrypted-box.ts'
import type { KeyRing } from '../../platform/crypto/key-ring.ts'
import type { Unreadable } from '../../platform/crypto/unreadable.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Signal } from '../../platform/db/signal.ts'
import type { IdentityProvider } from '../../platform/identity/identity-provider.ts'
import type { CursorCodec } from '../../platform/lists/cursor.ts'
import type { Log } from '../../platform/log.ts'
import type { MailOutbox } from '../../platform/mail/mail-outbox.ts'
import type { AuditWriter } from '../audit/record.ts'
import type { SigningKeys } from './signing-keys.ts'

/** The services of this feature. Each act declares those that it needs with `Pick`. */
export interface PartnerServices {
  readonly audit: AuditWriter
  /** Reports changes of the audit log, in all processes. */
  readonly changed: Pick<Signal, 'listen'>
  readonly clock: Clock
  readonly config: Pick<Config, 'callbacks' | 'demo' | 'publicUrl' | 'secureCookies'>
  readonly cursors: CursorCodec
  readonly db: Db
  readonly identity: IdentityProvider
  readonly log: Log
  readonly mails: MailOutbox
  readonly partnerKeys: PartnerKeys
  readonly postCallback: PostCallback
  readonly replyKeys: BoxKeys
  readonly signingKeys: SigningKeys
  readonly unreadable: Unreadable
}

/** The keys of this feature, one for each purpose. */
export interface PartnerKeys {
  /** Encrypts the secrets that sign callbacks. */
  readonly secret: BoxKeys
  /** Encrypts the private keys that sign tokens. */
  readonly signing: BoxKeys
  /** Encrypts the results of deliveries. */
  readonly payload: BoxKeys
  /** Derives the cookie of a KYC session from an idempotency key. */
  readonly cookie: Buffer
  /** Derives the ids of accounts at partners. */
  readonly subject: Buffer
}

export function partnerKeysOf({ boxKeys, secret }: KeyRing): PartnerKeys {
  return {
    secret: boxKeys('partner-secret'),
    signing: boxKeys('partner-signing-key'),
    payload: boxKeys('partner-payload'),
    cookie: secret('kyc-cookie'),
    subject: secret('partner-subject'),
  }
}
