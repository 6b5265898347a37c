import { hour } from '@kyc/contract/durations.ts'
import { sql } from 'kysely'
import { isFreshlyRestored } from '../../../platform/db/restore-marks.ts'
import { inTransaction, type Tx } from '../../../platform/db/transaction.ts'
import { aboutPerformer, byJob } from '../../audit/about.ts'
import type { AuditKeys } from '../../audit/entry-box.ts'
import { mailVoidedDestruction } from '../../mails/mail-second-person.ts'
import type { RecordServices } from '../record-services.ts'
import { deleteObjectsAfterCommit } from './delete-objects.ts'
import { destroyRecord } from './destroy-record.ts'
import { lockSealed } from './lock-sealed.ts'
import { readLoggedDecisions } from './logged-decisions.ts'
import { readSale } from './retention-end.ts'

/** The largest difference between the times of a request and its entry, which come from two clocks. */
const longestSkew = hour

type Services = RecordServices & { readonly auditKeys: AuditKeys }

/**
 * Destroys the records whose destruction two superadmins have decided and none has stopped since, each in its own
 * transaction. The database decides what is due, by its own clock, and checks it again with the destruction. A record
 * that fails is logged and tried again.
 */
export async function destroyConfirmed(services: Services): Promise<void> {
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

/** Checks everything again under the lock: another process, a stop, a hold or a publication may have been faster. */
async function destroyIfDue(services: Services, tx: Tx, id: string): Promise<void> {
  const { rows: locked } = await sql`SELECT FROM performer WHERE id = ${id}::uuid AND destroyed_at IS NULL
    FOR UPDATE SKIP LOCKED`.execute(tx)
  if (locked.length === 0) return
  const { rows } = await sql<Request>`SELECT requested_by, requested_at, confirmed_by FROM destruction_request
    WHERE performer_id = ${id}::uuid AND destruction_is_due(performer_id)`.execute(tx)
  const { owner_id: owner, hold_id } = await lockSealed(tx, id)
  const [request] = rows
  if (!request || hold_id || (await readSale(tx, id)).keptBy) return
  if (!(await isLogged(services, tx, id, request))) return await voidRequest(services, tx, id)
  await destroyRecord(services, tx, { id, owner, actor: request.confirmed_by, ip: null })
  deleteObjectsAfterCommit(services, tx)
}

interface Request {
  readonly requested_by: string
  readonly requested_at: Date
  readonly confirmed_by: string
}

async function isLogged({ auditKeys }: Services, tx: Tx, id: string, request: Request): Promise<boolean> {
  const logged = await readLoggedDecisions(auditKeys, tx, id)
  if (logged.held || !logged.requestedAt) return false
  return (
    logged.requestedBy === request.requested_by &&
    logged.confirmedBy === request.confirmed_by &&
    Math.abs(logged.requestedAt.getTime() - request.requested_at.getTime()) < longestSkew
  )
}

/** Ends a request whose rows the product has not written, and informs all superadmins. */
async function voidRequest(services: Services, tx: Tx, id: string): Promise<void> {
  services.log.error(
    { performer: id },
    'the log does not contain the decision to destroy a record, which is kept',
  )
  await tx.deleteFrom('destruction_request').where('performer_id', '=', id).execute()
  await services.audit.record(tx, byJob, 'seal', aboutPerformer(id, null), { change: 'destruction_stopped' })
  await mailVoidedDestruction(services, tx, id)
}
