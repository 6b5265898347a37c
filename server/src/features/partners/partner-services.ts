import type { Clock } from '../../platform/clock.ts'
import type { Config } from '../../platform/config.ts'
import { deriveKey } from '../../platform/crypto/derive-key.ts'
import type { Unreadable } from '../../platform/crypto/unreadable.ts'
import type { CursorCodec } from '../../platform/cursor.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Signal } from '../../platform/db/signal.ts'
import type { IdentityProvider } from '../../platform/identity/identity-provider.ts'
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
  readonly signingKeys: SigningKeys
  readonly unreadable: Unreadable
}

/** The keys of this feature, one for each purpose. */
export interface PartnerKeys {
  /** Encrypts the secrets that sign callbacks. */
  readonly secret: Buffer
  /** Encrypts the private keys that sign tokens. */
  readonly signing: Buffer
  /** Encrypts the results of deliveries. */
  readonly payload: Buffer
  /** Encrypts saved replies that contain a key or secret (D20). */
  readonly answer: Buffer
  /** Derives the cookie of a KYC session from an idempotency key (D20). */
  readonly cookie: Buffer
  /** Derives the ids of accounts at partners. */
  readonly subject: Buffer
}

export function derivePartnerKeys(master: Buffer): PartnerKeys {
  return {
    secret: deriveKey(master, 'partner-secret'),
    signing: deriveKey(master, 'partner-signing-key'),
    payload: deriveKey(master, 'partner-payload'),
    answer: deriveKey(master, 'partner-answer'),
    cookie: deriveKey(master, 'kyc-cookie'),
    subject: deriveKey(master, 'partner-subject'),
  }
}
