import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { onDatabase } from '../setup/database.ts'
import type { ReviewClient } from './review-client.ts'

const pause = 500

/**
 * Repeatedly ends the retention of half of the deleted performers, so that the next process that starts destroys them,
 * and often is killed meanwhile. Renews the sign-ins, since a deletion requires a recent one (D31). Frees the places of
 * interrupted uploads, for which the server would refuse other uploads of the account for 15 s.
 */
export async function steerDatabase(
  databaseDir: string,
  { deleted }: Pick<ReviewClient, 'deleted'>,
  stop: AbortSignal,
): Promise<void> {
  while (!stop.aborted) {
    const ended = [...deleted].filter((_, index) => index % 2 === 0)
    await onDatabase(async (db) => {
      await sql`
        UPDATE performer SET retain_until = '2020-01-01', updated_at = '2010-01-01'
        WHERE id = ANY (${ended}::uuid[]) AND sealed_at IS NOT NULL AND destroyed_at IS NULL
          AND retain_until > '2020-01-01'`.execute(db)
      await sql`DELETE FROM limit_use WHERE name LIKE 'upload:%'`.execute(db)
      await sql`UPDATE session SET authenticated_at = now()`.execute(db)
    }, databaseDir).catch(() => undefined) // the database may be down; the next round repeats the statements
    await wait(pause)
  }
}
