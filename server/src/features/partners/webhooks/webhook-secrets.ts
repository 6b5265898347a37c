import { randomBytes } from 'node:crypto'
import { limits } from '@kyc/contract/limits.ts'
import { sql } from 'kysely'
import { decryptBox, encryptBox } from '../../../platform/crypto/encrypted-box.ts'
import type { Db } from '../../../platform/db/database.ts'
import { fromNow } from '../../../platform/db/time.ts'
import type { Tx } from '../../../platform/db/transaction.ts'
import { newId } from '../../../platform/ids.ts'
import { lastFour, newestFirst, notExpired } from '../credential-repository.ts'
import type { PartnerServices } from '../partner-services.ts'

export interface WebhookSecretRow {
  readonly webhook_id: string
  readonly hint: string
  readonly created_at: Date
  readonly expires_at: Date | null
}

/**
 * Creates a secret in the format of Standard Webhooks and returns it. No later call returns it: it is stored encrypted.
 */
export async function insertWebhookSecret(
  { partnerKeys, clock }: PartnerServices,
  tx: Tx,
  webhookId: string,
): Promise<string> {
  const secret = `whsec_${randomBytes(32).toString('base64')}`
  const id = newId()
  const secret_enc = encryptBox(partnerKeys.secret, Buffer.from(secret), webhookSecretContext(id))
  const row = { id, webhook_id: webhookId, secret_enc, hint: lastFour(secret), created_at: clock.now() }
  await tx.insertInto('partner_webhook_secret').values(row).execute()
  return secret
}

/** Call before inserting a secret: the current one expires in 24 hours, older ones are deleted. */
export async function expireWebhookSecrets(tx: Tx, webhookId: string): Promise<void> {
  const secrets = sql`partner_webhook_secret`
  await sql`DELETE FROM ${secrets} WHERE webhook_id = ${webhookId}::uuid AND expires_at IS NOT NULL`.execute(
    tx,
  )
  await sql`UPDATE ${secrets} SET expires_at = ${fromNow(limits.callback.rotationOverlap)}
    WHERE webhook_id = ${webhookId}::uuid`.execute(tx)
}

/** The valid secrets of some webhooks, the newest first, without their values. */
export function findWebhookSecrets(db: Db, webhookIds: readonly string[]): Promise<WebhookSecretRow[]> {
  if (webhookIds.length === 0) return Promise.resolve([])
  return db
    .selectFrom('partner_webhook_secret')
    .select(['webhook_id', 'hint', 'created_at', 'expires_at'])
    .where('webhook_id', 'in', [...webhookIds])
    .where(notExpired)
    .orderBy('expires_at', newestFirst)
    .execute()
}

/** The secrets that currently sign the events of a webhook, the newest first. Skips damaged ones. */
export async function validWebhookSecrets(
  { partnerKeys, unreadable }: PartnerServices,
  db: Db,
  webhookId: string,
): Promise<string[]> {
  const rows = await db
    .selectFrom('partner_webhook_secret')
    .select(['id', 'secret_enc'])
    .where('webhook_id', '=', webhookId)
    .where(notExpired)
    .orderBy('expires_at', newestFirst)
    .execute()
  return rows.flatMap(({ id, secret_enc }) => {
    const decrypt = () => decryptBox(partnerKeys.secret, secret_enc, webhookSecretContext(id)).toString()
    return unreadable.decrypt('secrets', webhookSecretContext(id), decrypt) ?? []
  })
}

/** What a box is bound to. */
export function webhookSecretContext(id: string): string {
  return `partner-webhook-secret:${id}`
}
