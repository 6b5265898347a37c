import { sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import { storedGate } from '../shares-repository.ts'

/** Shares of one transaction. */
const batch = 200

/**
 * Writes the events `title.ready` and `title.blocked` (D112) of each share with a partner whose stored answer is not
 * the one that was reported last. No other code writes them, because an answer changes with records, rules, channels,
 * shares and days, and a share works again once its partner or organisation is enabled. Only one process runs at a
 * time, so that none reports an older answer than another.
 */
export async function reportReadiness(db: Db): Promise<void> {
  for (let isMore = true; isMore; ) {
    isMore = await inTransaction(db, async (tx) => {
      const { rows: locks } = await sql<{ locked: boolean }>`
        SELECT pg_try_advisory_xact_lock(hashtextextended('report readiness', 0)) AS locked`.execute(tx)
      if (!locks[0]?.locked) return false
      const { rows } = await sql`
        WITH changed AS MATERIALIZED (
          SELECT s.id, s.partner_id, answer.state FROM live_video_share s JOIN video_gate g ON g.video_id = s.video_id
            LEFT JOIN partner_title_state t ON t.share_id = s.id,
            LATERAL (SELECT CASE ${storedGate} WHEN 'complete' THEN 'ready' WHEN 'missing' THEN 'blocked' END AS state) answer
          WHERE s.partner_id IS NOT NULL AND answer.state IS DISTINCT FROM t.state AND answer.state IS NOT NULL
          ORDER BY s.partner_id, s.id LIMIT ${batch}),
        saved AS (INSERT INTO partner_title_state SELECT id, state FROM changed
          ON CONFLICT (share_id) DO UPDATE SET state = excluded.state)
        SELECT record_partner_event(partner_id, 'live', 'title.' || state, id, NULL, NULL)
        FROM (SELECT * FROM changed ORDER BY partner_id, id) ordered`.execute(tx)
      return rows.length === batch
    })
  }
}
