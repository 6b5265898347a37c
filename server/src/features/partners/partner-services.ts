import type { Config } from '../../platform/config.ts'
import { deriveKey } from '../../platform/crypto/derive-key.ts'
import type { CursorCodec } from '../../platform/cursor.ts'
import type { Outbox } from '../../platform/outbox/outbox.ts'
import type { AccountServices } from '../accounts/account-services.ts'
import type { SigningKeys } from './signing-keys.ts'

/** What this feature works with. */
export interface PartnerServices extends AccountServices {
  readonly config: AccountServices['config'] & Pick<Config, 'callbacks'>
  readonly cursors: CursorCodec
  readonly outbox: Outbox
  readonly partnerKeys: PartnerKeys
  readonly signingKeys: SigningKeys
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
  /** Makes the cookie of a KYC session that is opened under a key, so that a repeat gets the same one (D20). */
  readonly cookie: Buffer
  /** Makes the names that partners know accounts by. */
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
