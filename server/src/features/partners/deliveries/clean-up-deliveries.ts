import { limits } from '@kyc/contract/limits.ts'
import { sql } from 'kysely'
import { inTransaction, type Tx } from '../../../platform/db/transaction.ts'
import { lowestIdAt } from '../../../platform/ids.ts'
import type { PartnerServices } from '../partner-services.ts'
import { recordOutcome } from './record-attempt.ts'

type CleanUpServices = Pick<PartnerServices, 'db' | 'clock' | 'audit'>

/** Expires deliveries that have been pending too long and empties those that ended long ago. */
export async function cleanUpDeliveries(services: CleanUpServices): Promise<void> {
  let count: number
  do {
    count = await inTransaction(services.db, (tx) => expireBatch(services, tx))
  } while (count === expiryBatch)
  // Each has its index.
  for (const kind of ['payload_enc', 'event_id'] as const) {
    do {
      count = await emptyBatch(services, kind)
    } while (count === emptyingBatch)
  }
}

const expiryBatch = 100
const emptyingBatch = 500

/**
 * Ends deliveries that have been pending for 30 days. The schedule takes two days, so callbacks to their
 * partner are stopped or the partner is disabled; the results are outdated, and personal data must not be
 * stored indefinitely.
 */
async function expireBatch(services: CleanUpServices, tx: Tx): Promise<number> {
  const now = services.clock.now()
  const oldest = lowestIdAt(new Date(now.getTime() - limits.callback.waits))
  // Joined with the partners, because the index starts with partner_id.
  const { rows } = await sql<{ id: string; partner_id: string }>`
    UPDATE delivery SET state = 'dead', ended_at = ${now}, next_attempt_at = NULL
    WHERE id IN (
      SELECT d.id FROM partner p JOIN delivery d ON d.partner_id = p.id
      WHERE d.state = 'pending' AND d.id < ${oldest} AND coalesce(d.claimed_until < clock_timestamp(), true)
      ORDER BY d.id LIMIT ${expiryBatch} FOR NO KEY UPDATE OF d SKIP LOCKED)
    RETURNING id, partner_id`.execute(tx)
  for (const { id, partner_id: partnerId } of rows) {
    await recordOutcome(services, tx, { id, partnerId }, { before: 'pending', after: 'dead' })
  }
  return rows.length
}

/** Deletes payload, responses and query 30 days after the end: all may contain personal data. An event is not named any more. */
async function emptyBatch({ db, clock }: CleanUpServices, kind: 'payload_enc' | 'event_id'): Promise<number> {
  const old = new Date(clock.now().getTime() - limits.callback.kept)
  const { rows } = await sql`
    WITH old AS (
      SELECT id FROM delivery WHERE ${sql.ref(kind)} IS NOT NULL AND ended_at <= ${old} LIMIT ${emptyingBatch}
      FOR NO KEY UPDATE SKIP LOCKED),
    responses AS (UPDATE delivery_attempt SET answer = NULL FROM old WHERE delivery_id = old.id)
    UPDATE delivery d SET payload_enc = NULL, event_id = NULL, url = split_part(split_part(url, '?', 1), '#', 1)
    FROM old WHERE d.id = old.id RETURNING d.id`.execute(db)
  return rows.length
}
