import { sql } from 'kysely'
import { deliveryContext } from '../../features/partners/deliveries/stored-result.ts'
import { secretContext } from '../../features/partners/secrets.ts'
import { signingKeyContext } from '../../features/partners/signing-keys.ts'
import { type BoxColumn, plainColumn } from '../../platform/crypto/box-column.ts'
import { replyContext } from '../../platform/idempotency/reply-box.ts'
import { mailContext, mailQueue } from '../../platform/mail/mail-outbox.ts'

const storedMail = sql<Buffer>`decode(data->>'box', 'base64')`

/**
 * Every stored box, except those of the audit log: its entries never change, so each keeps the generation of its key.
 */
export const boxColumns: readonly BoxColumn[] = [
  plainColumn('totp', 'secret_enc', { purpose: 'totp-secret', id: 'account_id', contextOf: (id) => id }),
  plainColumn('partner_secret', 'secret_enc', {
    purpose: 'partner-secret',
    id: 'id',
    contextOf: secretContext,
  }),
  plainColumn('signing_key', 'private_enc', {
    purpose: 'partner-signing-key',
    id: 'kid',
    contextOf: signingKeyContext,
  }),
  plainColumn('delivery', 'payload_enc', {
    purpose: 'partner-payload',
    id: 'id',
    contextOf: deliveryContext,
  }),
  plainColumn('idempotency_key', 'reply_enc', {
    purpose: 'saved-reply',
    id: "scope || ':' || route || ':' || key",
    contextOf: replyContext,
  }),
  plainColumn('document_hash', 'picture_enc', {
    purpose: 'picture-hash',
    id: 'document_id',
    contextOf: (id) => id,
  }),
  {
    purpose: 'mail-queue',
    table: sql`pgboss.job`,
    where: sql`name IN (${mailQueue.name}, ${`${mailQueue.name}.dead`})`,
    id: sql`data->>'id'`,
    box: storedMail,
    set: (box) =>
      sql`data = jsonb_set(data, '{box}', to_jsonb(translate(encode(${box}, 'base64'), ${'\n'}, '')))`,
    contextOf: mailContext,
  },
]
