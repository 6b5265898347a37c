import { dayInJapan } from '@kyc/contract/dates.ts'
import { sql } from 'kysely'
import { NIL } from 'uuid'
import type { Db } from '../../../platform/db/database.ts'
import { isFreshlyRestored } from '../../../platform/db/restore-marks.ts'
import { inTransaction, type Tx } from '../../../platform/db/transaction.ts'
import type { AuditKeys } from '../../audit/entry-box.ts'
import { heldLately } from '../held-record.ts'
import type { RecordServices } from '../record-services.ts'
import { deleteObjectsAfterCommit } from './delete-objects.ts'
import { destroyRecord } from './destroy-record.ts'
import { lockSealed } from './lock-sealed.ts'
import { readLoggedDecisions } from './logged-decisions.ts'
import { readSale, retentionEnd } from './retention-end.ts'

const batch = 100

type Services = RecordServices & { readonly auditKeys: AuditKeys }

/**
 * Destroys the sealed records whose retention has ended, each in its own transaction. Keeps a record under a legal hold
 * and for a day after it, while a video with the person is on sale or may be on sale, and while a request of the person
 * is open (D110). A publication that ended since the deletion extends the retention. A record that fails is logged and
 * tried again the next day. Waits for three days after a restore, so that holds can be entered again. Also deletes
 * expired requests.
 */
export async function destroyEnded(services: Services): Promise<void> {
  const now = services.clock.now()
  const today = dayInJapan(now)
  await services.db.deleteFrom('destruction_request').where('expires_at', '<=', now).execute()
  if (await isFreshlyRestored(services.db)) return
  let after = { retain_until: '0001-01-01', id: NIL as string }
  for (;;) {
    const ended = await findEnded(services.db, today, after)
    for (const { id } of ended) {
      try {
        await inTransaction(services.db, (tx) => destroyIfEnded(services, tx, id, today))
      } catch (error) {
        services.log.error({ err: error, performer: id }, 'a sealed record was not destroyed')
      }
    }
    const last = ended.at(-1)
    if (!last) return
    after = last
  }
}

async function findEnded(
  db: Db,
  today: string,
  after: { readonly retain_until: string; readonly id: string },
): Promise<{ id: string; retain_until: string }[]> {
  const { rows } = await sql<{ id: string; retain_until: string }>`
    SELECT p.id, p.retain_until FROM performer p
    WHERE p.sealed_at IS NOT NULL AND p.destroyed_at IS NULL AND p.retain_until < ${today}::date
      AND NOT ${heldLately(sql`p.id`)} AND record_kept_by(p.id) IS NULL
      AND (p.retain_until, p.id) > (${after.retain_until}::date, ${after.id}::uuid)
    ORDER BY p.retain_until, p.id LIMIT ${batch}`.execute(db)
  return rows
}

/** Checks everything again under the lock: another process, a hold or a publication may have been faster. */
async function destroyIfEnded(services: Services, tx: Tx, id: string, today: string): Promise<void> {
  const { rows } = await sql`SELECT FROM performer WHERE id = ${id}::uuid AND destroyed_at IS NULL
    FOR UPDATE SKIP LOCKED`.execute(tx)
  if (rows.length === 0) return
  const record = await lockSealed(tx, id)
  if (record.hold_id) return
  const { keptBy, onSaleUntil } = await readSale(tx, id)
  if (keptBy) return
  const end = retentionEnd({ changed: record.updated_at, onSaleUntil }, services.config.retentionYears)
  if (end >= today) {
    await tx.updateTable('performer').set({ retain_until: end }).where('id', '=', id).execute()
    return
  }
  if (record.retain_until >= today) return
  // A hold ends with an entry, which the login of the database alone cannot write.
  if ((await readLoggedDecisions(services.auditKeys, tx, id)).held)
    throw new Error('the log does not contain the end of a legal hold')
  await destroyRecord(services, tx, { id, owner: record.owner_id, actor: null, ip: null })
  deleteObjectsAfterCommit(services, tx)
}
