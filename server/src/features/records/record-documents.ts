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

/** The newest version of each filled slot. */
export function currentDocuments(db: Db, performerId: string): Promise<DocumentRow[]> {
  return db
    .selectFrom('document_version')
    .selectAll()
    .where('performer_id', '=', performerId)
    .where('is_current', '=', true)
    .execute()
}
