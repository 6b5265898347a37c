import { sql } from 'kysely'
import type { Tx } from '../../platform/db/transaction.ts'

/** Events outlive their object, so they name it without a foreign key. Nothing is left to send: their deliveries end. */
export function deleteEvents(tx: Tx, performerId: string) {
  return sql`WITH gone AS (DELETE FROM partner_event WHERE object_id = ${performerId}::uuid RETURNING id)
    UPDATE delivery SET state = 'dead', ended_at = now(), next_attempt_at = NULL
    FROM gone WHERE event_id = gone.id AND state = 'pending'`.execute(tx)
}
