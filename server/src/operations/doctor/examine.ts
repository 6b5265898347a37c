import { checkHead } from '../../features/audit/tree/check-head.ts'
import { type VerificationServices, verifyLog } from '../../features/audit/verify/verify-log.ts'
import { checkStoredFiles } from '../../features/documents/check-stored-files.ts'
import type { DocumentServices } from '../../features/documents/document-services.ts'
import { findOrphans } from '../../features/documents/reconcile.ts'
import { queueDeletion } from '../../features/records/destruction/delete-objects.ts'
import type { KeyRing } from '../../platform/crypto/key-ring.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { checkBoxes, checkPerformerKeys } from '../keys/check-keys.ts'
import type { KeyServices } from '../keys/rotate-master-key.ts'

type ExamineServices = KeyServices &
  VerificationServices &
  Pick<DocumentServices, 'clock' | 'db' | 'store' | 'unreadable'> & { readonly keyRing: KeyRing }

/** What is compared: keys with records, boxes with keys, files with rows and hashes, the store with rows, the log, the schema with the migrations. */
export type Check = 'keys' | 'boxes' | 'files' | 'store' | 'log' | 'schema'

interface Fault {
  readonly check: Check
  readonly fault: string
  readonly id: string
}

export interface Examination {
  /** At most `maxListed`; `count` has them all. */
  readonly faults: Fault[]
  count: number
  /** The objects without a row that were queued for deletion, and the leftovers that were deleted. */
  fixed: number
}

interface Options {
  /** Queues objects without a row for deletion, unless published entries are lost. Everything else needs the backup. */
  readonly fix: boolean
  readonly onProgress: (check: Check, examined: number) => void
}

const maxListed = 1000
const batch = 1000

/**
 * Compares rows, objects, hashes and keys with each other, and verifies the log (D39). Repairs nothing unless `fix` is set.
 * @throws AuditRollback with `fix` if the database is at an earlier time: objects of lost rows may be the only copies
 */
export async function examine(services: ExamineServices, { fix, onProgress }: Options): Promise<Examination> {
  if (fix) await checkHead(services)
  const found: Examination = { faults: [], count: 0, fixed: 0 }
  const add = (check: Check, fault: string, id: string) => {
    found.count++
    if (found.faults.length < maxListed) found.faults.push({ check, fault, id })
  }
  const progressOf = (check: Check) => (examined: number) => onProgress(check, examined)
  for await (const { fault, performerId } of checkPerformerKeys(services, progressOf('keys'))) {
    add('keys', fault, performerId)
  }
  for await (const id of checkBoxes(services)) add('boxes', 'damaged', id)
  for await (const { fault, documentId, objectKey } of checkStoredFiles(services, progressOf('files'))) {
    add('files', fault, `${documentId}/${objectKey}`)
  }
  const orphans = await findOrphans(services)
  while (fix && orphans.length > 0) {
    const queued = orphans.splice(0, batch)
    await inTransaction(services.db, (tx) => queueDeletion(tx, queued))
    found.fixed += queued.length
  }
  for (const orphan of orphans) add('store', 'without a document', orphan)
  if (fix) found.fixed += await services.store.sweepLeftovers(services.clock.now())
  for await (const name of services.store.leftovers(services.clock.now()))
    add('store', 'left by a crash', name)
  const { report } = await verifyLog(services, { onProgress: ({ done }) => onProgress('log', done) })
  for (const { kind, entryId, leafIndex, checkpoint, detail } of report.faults) {
    if (kind === 'schema') add('schema', 'differs', detail ?? '')
    else add('log', kind, entryId ?? detail ?? `position ${leafIndex ?? checkpoint}`)
  }
  found.count += report.counts.faults - report.faults.length
  return found
}
