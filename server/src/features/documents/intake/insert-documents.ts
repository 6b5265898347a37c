import type { Insertable } from 'kysely'
import type { Tables } from '../../../platform/db/tables.ts'
import type { Tx } from '../../../platform/db/transaction.ts'
import type { NewPerformerKey } from '../../records/performer-keys.ts'
import { insertHashes } from '../document-hashes.ts'
import type { StoredDocument } from './store-files.ts'
import { fileColumns, renditionColumns } from './stored-columns.ts'

export interface Submission {
  readonly by: string
  readonly at: Date
  /** The performer's own link that was used for the upload; `by` is then the account that sent the link. */
  readonly viaLink?: string | null
  /** The same submission with a mask, which is no resubmission. */
  readonly mask?: {
    /** The version that it masks. */
    readonly of: number
    /** The accounts that masked this picture. */
    readonly by: readonly string[]
    /** What its masks cover. */
    readonly share: number
  }
}

/** Inserts the key of a new performer and the first version of each slot. */
export async function insertDocuments(
  tx: Tx,
  { performerId, wrapped }: NewPerformerKey,
  documents: readonly StoredDocument[],
  submission: Submission,
): Promise<void> {
  await tx
    .insertInto('performer_key')
    .values({
      performer_id: performerId,
      kek_id: wrapped.kekId,
      wrapped: wrapped.wrapped,
      destroyed_at: null,
    })
    .execute()
  if (documents.length === 0) return
  const rows = documents.map((document) => newVersion(performerId, 1, document, submission))
  await tx.insertInto('document_version').values(rows).execute()
  await insertHashes(tx, documents)
}

/**
 * Adds a version to a slot; the older ones become history. After a rejection it is a resubmission (D78). Requires the
 * performer's row lock.
 */
export async function insertVersion(
  tx: Tx,
  performerId: string,
  document: StoredDocument,
  submission: Submission,
): Promise<{ id: string; version: number }> {
  const slot = { performer_id: performerId, type: document.type }
  const last = await tx
    .selectFrom('document_version')
    .select('version')
    .where((where) => where.and(slot))
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst()
  const replaced = await tx
    .updateTable('document_version')
    .set({ is_current: false })
    .where((where) => where.and({ ...slot, is_current: true }))
    .returning(['status', 'resubmission'])
    .executeTakeFirst()
  const row = newVersion(performerId, (last?.version ?? 0) + 1, document, submission)
  const resubmitted = replaced?.status === 'rejected' && !submission.mask
  const resubmission = (replaced?.resubmission ?? 0) + (resubmitted ? 1 : 0)
  await tx
    .insertInto('document_version')
    .values({ ...row, resubmission })
    .execute()
  await insertHashes(tx, [document])
  return { id: row.id, version: row.version }
}

function newVersion(performerId: string, version: number, document: StoredDocument, submission: Submission) {
  return {
    ...fileColumns(document),
    ...renditionColumns(document),
    performer_id: performerId,
    type: document.type,
    version,
    is_current: true,
    filename: document.filename,
    width: document.width,
    height: document.height,
    pages: document.pages,
    uploaded_by: submission.by,
    uploaded_at: submission.at,
    uploaded_via_link: submission.viaLink ?? null,
    decided_by: null,
    decided_at: null,
    reject_message: null,
    reject_note: null,
    id_kind: null,
    expires_on: null,
    destroyed_at: null,
    ...(submission.mask && {
      mask_of: submission.mask.of,
      masked_by: [...submission.mask.by],
      masked_share: submission.mask.share,
    }),
  } satisfies Insertable<Tables['document_version']>
}
