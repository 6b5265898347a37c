import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'

/** Whether the column `key` of a query is named by a version that is not destroyed, or by an active upload. */
export const isNamed: RawBuilder<boolean> = sql`(
  EXISTS (SELECT 1 FROM document_version WHERE object_key = key AND destroyed_at IS NULL)
  OR EXISTS (SELECT 1 FROM document_version WHERE screen_key = key AND destroyed_at IS NULL)
  OR EXISTS (SELECT 1 FROM document_version WHERE thumbnail_key = key AND destroyed_at IS NULL)
  OR key IN (SELECT unnest(object_keys) FROM upload_intent WHERE state = 'pending'))`

/** Of these keys, those that a version or an active upload names. One that is not named never is again. */
export async function namedKeys(db: Db, keys: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    SELECT key FROM unnest(${keys}::text[]) AS key WHERE ${isNamed}`.execute(db)
  return rows.map(({ key }) => key)
}
