import { sql } from 'kysely'
import type { Tx } from '../db/transaction.ts'

/**
 * Moves the jobs of servers without 0061_outbox.sql, which kept them in the schema of a library, into the outbox: what
 * they still enqueue while this version runs at the same time, and what a restore of their backup contains. The release
 * that removes this schema removes this function as well.
 */
export async function adoptOldJobs(tx: Tx): Promise<void> {
  const { rows } = await sql<{
    found: boolean
  }>`SELECT to_regclass('pgboss.job') IS NOT NULL AS found`.execute(tx)
  if (!rows[0]?.found) return
  // Adopts active jobs too, whose attempt by an old server may be in progress: a job runs at least once.
  await sql`
    WITH old AS (
      DELETE FROM pgboss.job WHERE name IN ('mail', 'mail.dead', 'password-reset', 'password-reset.dead')
        AND state::text IN ('created', 'retry', 'active')
      RETURNING id::uuid, name LIKE '%.dead' AS dead, split_part(name, '.', 1) AS queue, data::jsonb,
        created_on::timestamptz)
    INSERT INTO outbox (id, queue, data, box, created_at, next_attempt_at, ended_at)
    SELECT coalesce((data->>'id')::uuid, id), queue, data - 'id' - 'box', decode(data->>'box', 'base64'), created_on,
      CASE WHEN NOT dead THEN now() END, CASE WHEN dead THEN created_on END
    FROM old ON CONFLICT (id) DO NOTHING`.execute(tx)
}
