import type { WebhookStop } from '@kyc/contract/partner-webhooks.ts'
import type { PartnerMode } from '@kyc/contract/partners.ts'
import { type Selectable, sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import type { Tables } from '../../../platform/db/tables.ts'
import type { Tx } from '../../../platform/db/transaction.ts'
import { isId } from '../../../platform/ids.ts'
import { Problem } from '../../../platform/problem.ts'

export type WebhookRow = Selectable<Tables['partner_webhook']>

/** A mode of a partner, which has one address at most. */
export interface WebhookOf {
  readonly partnerId: string
  readonly mode: PartnerMode
}

export function findWebhooks(db: Db, partnerId: string): Promise<WebhookRow[]> {
  return db
    .selectFrom('partner_webhook')
    .selectAll()
    .where('partner_id', '=', partnerId)
    .orderBy('mode')
    .execute()
}

export function findWebhook(db: Db, { partnerId, mode }: WebhookOf): Promise<WebhookRow | undefined> {
  return db
    .selectFrom('partner_webhook')
    .selectAll()
    .where('partner_id', '=', partnerId)
    .where('mode', '=', mode)
    .executeTakeFirst()
}

export async function getWebhook(db: Db, of: WebhookOf): Promise<WebhookRow> {
  const webhook = await findWebhook(db, of)
  if (!webhook) throw new Problem('NOT_FOUND')
  return webhook
}

export function findWebhookById(db: Db, id: string): Promise<WebhookRow | undefined> {
  return db.selectFrom('partner_webhook').selectAll().where('id', '=', id).executeTakeFirst()
}

export async function getWebhookById(db: Db, partnerId: string, id: string): Promise<WebhookRow> {
  const webhook = isId(id) ? await findWebhookById(db, id) : undefined
  if (webhook?.partner_id !== partnerId) throw new Problem('NOT_FOUND')
  return webhook
}

export async function insertWebhook(
  tx: Tx,
  row: Omit<WebhookRow, 'stop' | 'failing_since'>,
): Promise<WebhookRow> {
  return tx.insertInto('partner_webhook').values(row).returningAll().executeTakeFirstOrThrow()
}

/** Sets the address, and resumes deliveries if they were stopped. */
export async function updateWebhook(
  tx: Tx,
  id: string,
  changes: Pick<WebhookRow, 'url' | 'api_version' | 'updated_at'>,
): Promise<WebhookRow> {
  return tx
    .updateTable('partner_webhook')
    .set({ ...changes, stop: null, failing_since: null })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

export async function removeWebhookRow(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('partner_webhook').where('id', '=', id).execute()
}

/**
 * Directs the pending deliveries of a webhook to its new address. Those without a next attempt, after a stop, are due
 * at `at`.
 */
export async function moveWaiting(
  tx: Tx,
  { id, partner_id, url }: Pick<WebhookRow, 'id' | 'partner_id' | 'url'>,
  at: Date,
): Promise<void> {
  await sql`UPDATE delivery SET url = ${url}, next_attempt_at = coalesce(next_attempt_at, ${at})
    WHERE partner_id = ${partner_id}::uuid AND state = 'pending' AND webhook_id = ${id}::uuid`.execute(tx)
}

/** Ends the pending deliveries to an address that is removed. */
export async function endWaiting(
  tx: Tx,
  { id, partner_id }: Pick<WebhookRow, 'id' | 'partner_id'>,
  at: Date,
): Promise<void> {
  await sql`UPDATE delivery SET state = 'dead', ended_at = ${at}, next_attempt_at = NULL
    WHERE partner_id = ${partner_id}::uuid AND state = 'pending' AND webhook_id = ${id}::uuid`.execute(tx)
}

/**
 * Reads whether the webhook of a delivery is stopped, and locks that state in the transaction. Undefined for a result.
 */
export async function lockStop(
  tx: Tx,
  deliveryId: string,
): Promise<{ readonly stop: WebhookStop | null } | undefined> {
  const { rows } = await sql<{ stop: WebhookStop | null }>`SELECT stop FROM partner_webhook
    WHERE id = (SELECT webhook_id FROM delivery WHERE id = ${deliveryId}::uuid) FOR SHARE`.execute(tx)
  return rows[0]
}

/** Locks the address until the end of the transaction; undefined if it was removed. */
export function lockWebhook(tx: Tx, id: string): Promise<WebhookRow | undefined> {
  return tx.selectFrom('partner_webhook').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst()
}

export async function setFailing(
  tx: Tx,
  id: string,
  changes: Pick<WebhookRow, 'failing_since' | 'stop'>,
): Promise<void> {
  await tx.updateTable('partner_webhook').set(changes).where('id', '=', id).execute()
}
