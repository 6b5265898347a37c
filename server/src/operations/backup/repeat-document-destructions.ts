import { aboutDocument, byJob } from '../../features/audit/about.ts'
import type { DocumentServices } from '../../features/documents/document-services.ts'
import { destroyVersions } from '../../features/records/destruction/destroy-versions.ts'
import { type DocumentRow, hasFiles } from '../../features/records/record-documents.ts'
import { refreshPerformer } from '../../features/records/refresh-performer.ts'
import { inTransaction, type Tx } from '../../platform/db/transaction.ts'

type RepeatServices = Pick<DocumentServices, 'audit' | 'clock' | 'db'>

const batch = 1000

/**
 * Destroys again the single documents, such as the back of an ID or an unmasked picture, that were destroyed after the
 * restored backup. `repeatDestructions` does this for destroyed performers. Returns their number.
 */
export async function repeatDocumentDestructions(
  services: RepeatServices,
  ids: readonly string[],
): Promise<number> {
  let repeated = 0
  for (let start = 0; start < ids.length; start += batch) {
    const documents = await services.db
      .selectFrom('document_version')
      .select(['performer_id', 'type', 'version'])
      .where('id', 'in', ids.slice(start, start + batch))
      .where(hasFiles)
      .execute()
    for (const document of documents) await inTransaction(services.db, (tx) => repeat(services, tx, document))
    repeated += documents.length
  }
  return repeated
}

async function repeat(
  { audit, clock }: RepeatServices,
  tx: Tx,
  { performer_id: performerId, type, version }: Pick<DocumentRow, 'performer_id' | 'type' | 'version'>,
): Promise<void> {
  const { owner_id, sealed_at } = await tx
    .selectFrom('performer')
    .select(['owner_id', 'sealed_at'])
    .where('id', '=', performerId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  const at = clock.now()
  const versions = await destroyVersions(tx, { performerId, type, version }, at)
  const change = { at, action: 'shred', resourceType: 'document', documentType: type } as const
  if (sealed_at === null) await refreshPerformer(tx, performerId, change)
  await audit.record(tx, byJob, 'shred', aboutDocument({ id: performerId, owner_id: owner_id }, type), {
    versions,
  })
}
