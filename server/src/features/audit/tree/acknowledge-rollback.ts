import type { Clock } from '../../../platform/clock.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import { StartError } from '../../../platform/process/start-error.ts'
import { aboutSystem, byJob } from '../about.ts'
import type { AuditWriter } from '../record.ts'
import { findAcknowledgements, isAcknowledged } from './acknowledgements.ts'
import { openCheckpoint } from './checkpoint.ts'
import { isInTree, newestFirst, type PublishedLog } from './published-log.ts'

/**
 * Accepts that the database lacks published entries, with an entry that names them: the server starts again, and the
 * verification no longer reports their checkpoints.
 * @returns the first lost size and the last one
 * @throws StartError if nothing is lost
 */
export async function acknowledgeRollback(
  log: PublishedLog & { readonly audit: AuditWriter; readonly clock: Clock },
  reason: string,
): Promise<{ keptSize: number; lostSize: number }> {
  const earlier = await findAcknowledgements(log.db, log.auditKeys)
  let keptSize = 0
  let lostSize = 0
  let until = log.clock.now()
  for await (const published of newestFirst(log.checkpoints)) {
    const checkpoint = openCheckpoint(log.auditSigner, await log.checkpoints.read(published))
    if (!checkpoint || isAcknowledged(earlier, checkpoint)) continue
    if (await isInTree(log.db, checkpoint)) {
      keptSize = checkpoint.size
      break
    }
    lostSize = Math.max(lostSize, checkpoint.size)
    if (checkpoint.sealedAt > until) until = checkpoint.sealedAt // the clock was set back
  }
  if (lostSize === 0)
    throw new StartError('The database contains every published checkpoint: nothing was lost.')
  const details = { reason, keptSize, lostSize, lostUntil: until.toISOString() }
  await inTransaction(log.db, (tx) =>
    log.audit.record(tx, byJob, 'update', aboutSystem('audit_log'), details),
  )
  return { keptSize, lostSize }
}
