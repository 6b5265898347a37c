import { packContext } from '../../features/packs/pack-key.ts'
import { deliveryContext } from '../../features/partners/deliveries/stored-result.ts'
import { secretContext } from '../../features/partners/secrets.ts'
import { signingKeyContext } from '../../features/partners/signing-keys.ts'
import { webhookSecretContext } from '../../features/partners/webhooks/webhook-secrets.ts'
import { contractKeyContext } from '../../features/signings/pdf/installation-key.ts'
import { noticeContext } from '../../features/takedowns/notice-box.ts'
import type { BoxColumn } from '../../platform/crypto/box-column.ts'
import { replyContext } from '../../platform/idempotency/reply-box.ts'
import { mailContext } from '../../platform/mail/mail-outbox.ts'

/**
 * Every stored box, except those of the audit log: its entries never change, so each keeps the generation of its key.
 */
export const boxColumns: readonly BoxColumn[] = [
  { table: 'totp', column: 'secret_enc', purpose: 'totp-secret', id: 'account_id', contextOf: (id) => id },
  {
    table: 'partner_secret',
    column: 'secret_enc',
    purpose: 'partner-secret',
    id: 'id',
    contextOf: secretContext,
  },
  {
    table: 'partner_webhook_secret',
    column: 'secret_enc',
    purpose: 'partner-secret',
    id: 'id',
    contextOf: webhookSecretContext,
  },
  {
    table: 'signing_key',
    column: 'private_enc',
    purpose: 'partner-signing-key',
    id: 'kid',
    contextOf: signingKeyContext,
  },
  {
    table: 'contract_key',
    column: 'private_enc',
    purpose: 'contract-key',
    id: 'fingerprint',
    contextOf: contractKeyContext,
  },
  {
    table: 'delivery',
    column: 'payload_enc',
    purpose: 'partner-payload',
    id: 'id',
    contextOf: deliveryContext,
  },
  {
    table: 'idempotency_key',
    column: 'reply_enc',
    purpose: 'saved-reply',
    id: "scope || ':' || route || ':' || key",
    contextOf: replyContext,
  },
  {
    table: 'document_hash',
    column: 'picture_enc',
    purpose: 'picture-hash',
    id: 'document_id',
    contextOf: (id) => id,
  },
  { table: 'pack', column: 'key_box', purpose: 'pack-file', id: 'id', contextOf: packContext },
  {
    table: 'takedown',
    column: 'notice_enc',
    purpose: 'takedown-notice',
    id: 'id',
    contextOf: noticeContext,
  },
  {
    table: 'takedown',
    column: 'reason_enc',
    purpose: 'takedown-notice',
    id: 'id',
    contextOf: noticeContext,
  },
  { table: 'outbox', column: 'box', purpose: 'mail-queue', id: 'id', contextOf: mailContext },
]
