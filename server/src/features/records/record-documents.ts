import type { StoredType } from '@kyc/contract/document-vocabulary.ts'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import type { Tables } from '../../platform/db/tables.ts'

export type DocumentRow = Selectable<Tables['document_version']>

/** The condition that the objects of a version exist: it is not destroyed, or its destruction can still be undone. */
export const hasFiles: RawBuilder<boolean> = sql<boolean>`(destroyed_at IS NULL OR undo_until IS NOT NULL)`

/** The columns that name the objects of a version. */
export const objectKeyColumns = ['object_key', 'screen_key', 'thumbnail_key'] as const

export function objectKeysOf(row: Pick<DocumentRow, (typeof objectKeyColumns)[number]>): string[] {
  return objectKeyColumns.flatMap((column) => row[column] ?? [])
}

/** What a file of the store is read and compared with: the version of a document or of a paper. */
export type StoredFile = Omit<
  Pick<
    DocumentRow,
    | 'id'
    | 'performer_id'
    | 'type'
    | 'own_key'
    | 'size'
    | 'stored_sha256'
    | 'object_key'
    | 'object_bytes'
    | 'screen_key'
    | 'screen_bytes'
    | 'screen_size'
    | 'thumbnail_key'
    | 'thumbnail_bytes'
    | 'thumbnail_size'
  >,
  'type'
> & { readonly type: StoredType }

/** The versions whose files the store must have, by the view `stored_file`, in the order of their ids after `last`. */
export async function storedFilesAfter(db: Db, last: string, limit: number): Promise<StoredFile[]> {
  const { rows } = await sql<StoredFile>`
    SELECT * FROM stored_file WHERE id > ${last}::uuid ORDER BY id LIMIT ${limit}`.execute(db)
  return rows
}

/** The newest version of each filled slot. */
export function currentDocuments(db: Db, performerId: string): Promise<DocumentRow[]> {
  return db
    .selectFrom('document_version')
    .selectAll()
    .where('performer_id', '=', performerId)
    .where('is_current', '=', true)
    .execute()
}
