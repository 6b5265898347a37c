import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import { ObjectMissing } from '../../../platform/storage/object-store.ts'

/**
 * A query for those of the keys that a version, a pack or an active upload names. A stored object that none of these
 * names is never named again. The planner reads indexes for `= ANY`, and the whole table for a condition on each key.
 */
export function selectNamed(keys: readonly string[]): RawBuilder<{ key: string }> {
  const given = sql`ANY (${keys}::text[])`
  return sql`
    SELECT object_key AS key FROM stored_file WHERE object_key = ${given}
    UNION SELECT screen_key FROM stored_file WHERE screen_key = ${given}
    UNION SELECT thumbnail_key FROM stored_file WHERE thumbnail_key = ${given}
    UNION SELECT object_key FROM pack WHERE object_key = ${given}
    UNION SELECT key FROM upload_intent, unnest(object_keys) AS key WHERE state = 'pending' AND key = ${given}`
}

export async function namedKeys(db: Db, keys: readonly string[]): Promise<string[]> {
  const { rows } = await selectNamed(keys).execute(db)
  return rows.map(({ key }) => key)
}

/**
 * Whether an object is missing because no row names it any more: after its row had been read, its version was destroyed, or
 * withheld and encrypted again.
 */
export async function wasDestroyed(db: Db, key: string, error: unknown): Promise<boolean> {
  return error instanceof ObjectMissing && (await namedKeys(db, [key])).length === 0
}
