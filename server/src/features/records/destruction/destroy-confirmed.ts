import { sql } from 'kysely'
import { isFreshlyRestored } from '../../../platform/db/restore-marks.ts'
import { inTransaction, type Tx } from '../../../platform/db/transaction.ts'
import type { RecordServices } from '../record-services.ts'
import { deleteObjectsAfterCommit } from './delete-objects.ts'
import { destroyRecord } from './destroy-record.ts'
import { lockSealed } from './lock-sealed.ts'

/**
 * Destroys the records whose destruction two superadmins have decided and none has stopped since (D116), each in its own
 * transaction. The database decides what is due, by its own clock, and checks it again with the destruction. A record that fails
 * is logged and tried again.
 */
export async function destroyConfirmed(services: RecordServices): Promise<void> {
  if (await isFreshlyRestored(services.db)) return
  const { rows } = await sql<{ id: string }>`
    SELECT performer_id AS id FROM destruction_request WHERE destruction_is_due(performer_id)`.execute(
    services.db,
  )
  for (const { id } of rows) {
    try {
      await inTransaction(services.db, (tx) => destroyIfDue(services, tx, id))
    } catch (error) {
      services.log.error({ err: error, performer: id }, 'a sealed record was not destroyed')
    }
  }
}

/** Checks the request again under the lock: another process, a stop or a hold may have been faster. */
async function destroyIfDue(services: RecordServices, tx: Tx, id: string): Promise<void> {
  const { rows: locked } = await sql`SELECT FROM performer WHERE id = ${id}::uuid AND destroyed_at IS NULL
    FOR UPDATE SKIP LOCKED`.execute(tx)
  if (locked.length === 0) return
  const { rows } = await sql<{ by: string }>`SELECT confirmed_by AS by FROM destruction_request
    WHERE performer_id = ${id}::uuid AND destruction_is_due(performer_id)`.execute(tx)
  const { owner_id: owner, hold_id } = await lockSealed(tx, id)
  if (!rows[0] || hold_id) return
  await destroyRecord(services, tx, { id, owner, actor: rows[0].by, ip: null })
  deleteObjectsAfterCommit(services, tx)
}
