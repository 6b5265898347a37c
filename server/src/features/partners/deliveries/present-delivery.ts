import type { Delivery, DeliveryAttempt } from '@kyc/contract/deliveries.ts'
import type { Db } from '../../../platform/db/database.ts'
import type { PartnerRow } from '../partner-repository.ts'
import { type AttemptRow, addressOf, type DeliveryRow, findAttempts } from './deliveries-repository.ts'

/** One delivery with its attempts. */
export async function presentDelivery(db: Db, partner: PartnerRow, row: DeliveryRow): Promise<Delivery> {
  return present(partner, row, await findAttempts(db, [row.id]))
}

/** Deliveries of one partner, each with its attempts. */
export async function presentDeliveries(
  db: Db,
  partner: PartnerRow,
  rows: readonly DeliveryRow[],
): Promise<Delivery[]> {
  const ids = rows.map(({ id }) => id)
  const attempts = Map.groupBy(await findAttempts(db, ids), ({ delivery_id }) => delivery_id)
  return rows.map((row) => present(partner, row, attempts.get(row.id) ?? []))
}

function present(partner: PartnerRow, row: DeliveryRow, attempts: readonly AttemptRow[]): Delivery {
  const stopped = partner.callback_stop !== null || partner.disabled_at !== null
  return {
    id: row.id,
    event: row.event,
    webhook: row.webhook_mode,
    eventId: row.event_id,
    resendOf: row.resend_of,
    address: addressOf(row.url),
    state: row.state,
    createdAt: row.created_at.toISOString(),
    nextAttemptAt: stopped ? null : (row.next_attempt_at?.toISOString() ?? null),
    attempts: attempts.map(presentAttempt),
  }
}

function presentAttempt(row: AttemptRow): DeliveryAttempt {
  const { number, status, failure, answer, manual } = row
  return { number, at: row.at.toISOString(), durationMs: row.duration_ms, status, failure, answer, manual }
}
