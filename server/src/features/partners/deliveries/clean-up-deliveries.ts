import { limits } from '@kyc/contract/limits.ts'
import { sql } from 'kysely'
import { inTransaction, type Tx } from '../../../platform/db/transaction.ts'
import { lowestIdAt } from '../../../platform/ids.ts'
import type { PartnerServices } from '../partner-services.ts'
import { recordOutcome } from './record-attempt.ts'

type GiveUpServices = Pick<PartnerServices, 'db' | 'clock' | 'audit'>

const batch = 100

/**
 * Hourly: gives up what has waited too long. The schedule is over after two days, so this is what waits for a partner
 * that is disabled or gets no callbacks: it would be old news, and what is in it is personal and must not be kept
 * for ever (D35).
 */
export async function giveUpWaiting(services: GiveUpServices): Promise<void> {
  let ended: number
  do {
    ended = await inTransaction(services.db, (tx) => giveUpSome(services, tx))
  } while (ended === batch)
}

async function giveUpSome(services: GiveUpServices, tx: Tx): Promise<number> {
  const now = services.clock.now()
  const tooOld = lowestIdAt(new Date(now.getTime() - limits.callback.waits))
  // By way of the partners, because the index begins with them.
  const { rows } = await sql<{ id: string; partner_id: string }>`
    UPDATE delivery SET state = 'dead', ended_at = ${now}, next_attempt_at = NULL
    WHERE id IN (
      SELECT d.id FROM partner p JOIN delivery d ON d.partner_id = p.id
      WHERE d.state = 'pending' AND d.id < ${tooOld} AND coalesce(d.claimed_until < clock_timestamp(), true)
      ORDER BY d.id LIMIT ${batch} FOR NO KEY UPDATE OF d SKIP LOCKED)
    RETURNING id, partner_id`.execute(tx)
  for (const { id, partner_id: partnerId } of rows) {
    await recordOutcome(services, tx, { id, partnerId }, { change: { before: 'pending', after: 'dead' } })
  }
  return rows.length
}
