import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { onDatabase } from '../setup/database.ts'
import type { ReviewClient } from './review-client.ts'

const pause = 500

/**
 * Lets the retention of half of the deleted performers end, so that the next process that starts destroys them. A
 * process is often killed while it does.
 */
export async function endRetention(
  databaseDir: string,
  { deleted }: Pick<ReviewClient, 'deleted'>,
  stop: AbortSignal,
): Promise<void> {
  while (!stop.aborted) {
    const ended = [...deleted].filter((_, index) => index % 2 === 0)
    // The database may be down: then the next round ends them.
    await onDatabase((db) => expire(db, ended), databaseDir).catch(() => undefined)
    await wait(pause)
  }
}

async function expire(db: Parameters<Parameters<typeof onDatabase>[0]>[0], ids: string[]): Promise<void> {
  await sql`
    UPDATE performer SET retain_until = '2020-01-01', updated_at = '2010-01-01'
    WHERE id = ANY (${ids}::uuid[]) AND sealed_at IS NOT NULL AND destroyed_at IS NULL
      AND retain_until > '2020-01-01'`.execute(db)
}
