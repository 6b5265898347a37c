import { StartError } from '../../../platform/process/start-error.ts'
import { findAcknowledgements, isAcknowledged, type RollbackAcknowledgement } from './acknowledgements.ts'
import { type Checkpoint, openCheckpoint } from './checkpoint.ts'
import { isInTree, newestFirst, type PublishedLog } from './published-log.ts'
import { findNewestCheckpoint } from './tree-repository.ts'

/** The database lacks entries that a published checkpoint covers, or has others in their place. */
export class AuditRollback extends StartError {}

/**
 * Compares the newest published checkpoint with the tree of the database; those before it follow from it.
 * @throws AuditRollback unless the tree contains it or its loss was acknowledged
 * @throws StartError if another log is published there
 */
export async function checkHead(log: PublishedLog): Promise<void> {
  const key = await log.checkpoints.readKey()
  if (key !== undefined && key !== log.auditSigner.vkey) {
    throw new StartError(
      'AUDIT_CHECKPOINTS contains the checkpoints of another audit log (its audit.vkey has another key): set another folder or bucket.',
    )
  }
  const lost = await findLostCheckpoint(log)
  if (!lost) return
  const size = (await findNewestCheckpoint(log.db, log.auditSigner))?.size ?? 0
  throw new AuditRollback(
    `AUDIT_ROLLBACK: a published checkpoint covers ${lost.size} entries of the audit log, but the database has only ${size} of them, or others: restore a newer backup, or accept the loss with npm run audit:verify -- --acknowledge-rollback --reason "…".`,
  )
}

/** The newest published checkpoint that the database does not contain and whose loss is not acknowledged. */
async function findLostCheckpoint(log: PublishedLog): Promise<Checkpoint | undefined> {
  let acknowledgements: readonly RollbackAcknowledgement[] | undefined
  for await (const published of newestFirst(log.checkpoints)) {
    const checkpoint = openCheckpoint(log.auditSigner, await log.checkpoints.read(published))
    // A foreign note proves no loss; the verification reports it.
    if (!checkpoint) continue
    if (await isInTree(log.db, checkpoint)) return undefined
    acknowledgements ??= await findAcknowledgements(log.db, log.auditKeys)
    if (!isAcknowledged(acknowledgements, checkpoint)) return checkpoint
  }
  return undefined
}
