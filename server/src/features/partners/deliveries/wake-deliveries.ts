import { type RawBuilder, sql } from 'kysely'
import { inTransaction, type Tx } from '../../../platform/db/transaction.ts'
import type { PartnerServices } from '../partner-services.ts'
import { enqueueWakeAll, enqueueWakeUp } from './delivery-queue.ts'

type WakeServices = Pick<PartnerServices, 'db' | 'clock' | 'outbox'>

const atOnce = 100
const hour = 60 * 60 * 1000

/**
 * Lets the waiting deliveries of a partner go on: to be called in the transaction that opens it or lets callbacks out
 * again. There may be many, so jobs do it.
 */
export function wakeDeliveries(services: WakeServices, tx: Tx, partnerId: string): Promise<void> {
  return enqueueWakeAll(services, tx, { partnerId, upTo: services.clock.now() })
}

/** Wakes some of the deliveries whose time came up to `upTo`, and leaves a job for those that remain. */
export function wakeSome(services: WakeServices, partnerId: string, upTo: Date): Promise<void> {
  return inTransaction(services.db, async (tx) => {
    const woken = await wake(services, tx, upTo, sql`p.id = ${partnerId}`)
    if (woken === atOnce) await enqueueWakeAll(services, tx, { partnerId, upTo })
  })
}

/** Hourly: wakes what should have gone out long ago, as when the database was away until jobs were put aside. */
export async function wakeForgotten(services: WakeServices): Promise<void> {
  const longAgo = new Date(services.clock.now().getTime() - hour)
  let woken: number
  do {
    woken = await inTransaction(services.db, (tx) => wake(services, tx, longAgo, sql`true`))
  } while (woken === atOnce)
}

/** A new time with its job, always after `upTo`: no delivery is woken twice, and the job of the old time means nothing. */
async function wake(services: WakeServices, tx: Tx, upTo: Date, which: RawBuilder<unknown>): Promise<number> {
  const due = new Date(Math.max(services.clock.now().getTime(), upTo.getTime()) + 1)
  const { rows } = await sql<{ id: string }>`
    UPDATE delivery SET next_attempt_at = ${due}
    WHERE id IN (
      SELECT d.id FROM delivery d JOIN partner p ON p.id = d.partner_id
      WHERE d.state = 'pending' AND p.callback_stop IS NULL AND p.disabled_at IS NULL AND ${which}
        AND d.next_attempt_at <= ${upTo} AND coalesce(d.claimed_until < clock_timestamp(), true)
      ORDER BY d.id LIMIT ${atOnce} FOR NO KEY UPDATE OF d SKIP LOCKED)
    RETURNING id`.execute(tx)
  for (const { id } of rows) await enqueueWakeUp(services, tx, { id, due })
  return rows.length
}
