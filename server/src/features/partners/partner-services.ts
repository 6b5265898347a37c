import type { Clock } from '../../platform/clock.ts'
import type { Config } from '../../platform/config.ts'
import { deriveKey } from '../../platform/crypto/derive-key.ts'
import type { Unreadable } from '../../platform/crypto/unreadable.ts'
import type { CursorCodec } from '../../platform/cursor.ts'
import type { Db } from '../../platform/db/database.ts'
import type { IdentityProvider } from '../../platform/identity/identity-provider.ts'
import type { Log } from '../../platform/log.ts'
import type { MailOutbox } from '../../platform/mail/mail-outbox.ts'
import type { Outbox } from '../../platform/outbox/outbox.ts'
import type { AuditWriter } from '../audit/record.ts'
import type { SigningKeys } from './signing-keys.ts'

/** The services of this feature. */
export interface PartnerServices {
  readonly audit: AuditWriter
  readonly clock: Clock
  readonly config: Pick<Config, 'callbacks' | 'demo' | 'publicUrl' | 'secureCookies'>
  readonly cursors: CursorCodec
  readonly db: Db
  readonly identity: IdentityProvider
  readonly log: Log
  readonly mails: MailOutbox
  readonly outbox: Outbox
  readonly partnerKeys: PartnerKeys
  readonly signingKeys: SigningKeys
  readonly unreadable: Unreadable
}

/** Keys of this feature, one a purpose. */
export interface PartnerKeys {
  /** Encrypts the secrets that callbacks are signed with. */
  readonly secret: Buffer
  /** Encrypts the private halves of the keys that tokens are signed with. */
  readonly signing: Buffer
  /** Encrypts what is sent to partners while it waits. */
  readonly payload: Buffer
  /** Encrypts saved answers that hold a key or secret (D20). */
  readonly answer: Buffer
  /** Makes the cookie of a visit that is opened under a key, so that a repeat gets the same one (D20). */
  readonly visit: Buffer
  /** Makes the names that partners know accounts by. */
  readonly subject: Buffer
}

export function derivePartnerKeys(master: Buffer): PartnerKeys {
  return {
    secret: deriveKey(master, 'partner-secret'),
    signing: deriveKey(master, 'partner-signing-key'),
    payload: deriveKey(master, 'partner-payload'),
    answer: deriveKey(master, 'partner-answer'),
    visit: deriveKey(master, 'visit-cookie'),
    subject: deriveKey(master, 'partner-subject'),
  }
}
