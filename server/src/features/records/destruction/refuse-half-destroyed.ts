import { sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import { StartError } from '../../../platform/process/start-error.ts'

/**
 * No path of the product destroys a key without its record, and a start repairs nothing by destroying more: the keys
 * may still be in the backup.
 * @throws StartError if keys are destroyed and their records are not
 */
export async function refuseHalfDestroyed(db: Db): Promise<void> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM performer_key k JOIN performer p ON p.id = k.performer_id
    WHERE k.destroyed_at IS NOT NULL AND p.destroyed_at IS NULL`.execute(db)
  const count = rows[0]?.count ?? 0
  if (count === 0) return
  const [keys, records] = count === 1 ? ['key is', 'its record is'] : ['keys are', 'their records are']
  throw new StartError(
    `${count} ${keys} destroyed and ${records} not: npm run doctor names them. Restore the keys from the backup or, if the database was recovered to an earlier time, run npm run restore -- --recovered.`,
  )
}
