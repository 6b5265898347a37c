import { sql } from 'kysely'
import { NIL } from 'uuid'
import { isFreshlyRestored } from '../../platform/db/restore-marks.ts'
import { inTransaction, type Tx } from '../../platform/db/transaction.ts'
import { aboutDocument, byJob } from '../audit/about.ts'
import type { AuditKeys } from '../audit/entry-box.ts'
import { deleteObjectsAfterCommit } from '../records/destruction/delete-objects.ts'
import { destroyVersions } from '../records/destruction/destroy-versions.ts'
import { readLoggedDecisions } from '../records/destruction/logged-decisions.ts'
import { heldLately } from '../records/held-record.ts'
import type { DocumentRow } from '../records/record-documents.ts'
import type { DocumentServices } from './document-services.ts'

type EndServices = DocumentServices & {
  readonly auditKeys: AuditKeys
}

type Ended = Pick<DocumentRow, 'performer_id' | 'type' | 'version'>

const batch = 100

const isEnded = sql<boolean>`(undo_until <= database_now() AND NOT ${heldLately(sql`document_version.performer_id`)})`

/**
 * Destroys the versions whose destruction can no longer be undone, each in its own transaction. Under a legal hold, and
 * for a day after its end, they stay. A version that fails is logged and tried again by the next run. Destroys nothing
 * for three days after a restore, so that holds can be entered again.
 */
export async function endWithheld(services: EndServices): Promise<void> {
  if (await isFreshlyRestored(services.db)) return
  for (let last: string = NIL; ; ) {
    const ended = await services.db
      .selectFrom('document_version')
      .select(['id', 'performer_id', 'type', 'version'])
      .where(isEnded)
      .where('id', '>', last)
      .orderBy('id')
      .limit(batch)
      .execute()
    for (const version of ended) await tryToEnd(services, version)
    const end = ended.at(-1)
    if (!end) return
    last = end.id
  }
}

async function tryToEnd(services: EndServices, version: Ended): Promise<void> {
  try {
    await inTransaction(services.db, (tx) => end(services, tx, version))
  } catch (error) {
    services.log.error(
      { err: error, performer: version.performer_id },
      'a withheld document was not destroyed',
    )
  }
}

/** Checks everything again under the lock: another process, an undo or a hold may have been faster. */
async function end(services: EndServices, tx: Tx, { performer_id, type, version }: Ended): Promise<void> {
  const performer = await tx
    .selectFrom('performer')
    .select('owner_id')
    .where('id', '=', performer_id)
    .forUpdate()
    .executeTakeFirstOrThrow()
  const still = tx
    .selectFrom('document_version')
    .select('id')
    .where('performer_id', '=', performer_id)
    .where('type', '=', type)
    .where('version', '=', version)
  if (!(await still.where(isEnded).executeTakeFirst())) return
  // A row alone does not end a hold: its end has an entry of the log, which the login of the database alone cannot
  // write (D119).
  if ((await readLoggedDecisions(services.auditKeys, tx, performer_id)).held)
    throw new Error('the log does not contain the end of a legal hold')
  const slot = { performerId: performer_id, type, version }
  const versions = await destroyVersions(tx, slot, services.clock.now())
  await services.audit.record(
    tx,
    byJob,
    'shred',
    aboutDocument({ id: performer_id, owner_id: performer.owner_id }, type),
    { versions },
  )
  deleteObjectsAfterCommit(services, tx)
}
