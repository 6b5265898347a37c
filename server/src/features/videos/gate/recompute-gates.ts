import { dayInJapan } from '@kyc/contract/dates.ts'
import { rulesVersion } from '@kyc/contract/law-rules.ts'
import { sql } from 'kysely'
import { inTransaction } from '../../../platform/db/transaction.ts'
import type { VideoServices } from '../video-services.ts'
import { refreshGates } from './refresh-gate.ts'

/** Videos of one transaction. */
const batch = 200

/**
 * Stores the answers whose day has come or whose facts have changed (D106). Any number of processes may run it: each takes rows that
 * no other has locked.
 */
export async function recomputeGates({ db, clock }: Pick<VideoServices, 'db' | 'clock'>): Promise<void> {
  for (;;) {
    const taken = await inTransaction(db, async (tx) => {
      const day = dayInJapan(clock.now())
      const { rows } = await sql<{
        video_id: string
      }>`SELECT video_id FROM video_gate WHERE changes_on <= ${day}::date
        ORDER BY changes_on, video_id LIMIT ${batch} FOR UPDATE SKIP LOCKED`.execute(tx)
      if (rows.length > 0) {
        const ids = rows.map(({ video_id }) => video_id)
        await refreshGates(tx, ids, day)
      }
      return rows.length
    })
    if (taken < batch) return
  }
}

/** Gives videos from before the gate a row, and forgets the answers of an older version of the rules, in batches. */
export async function prepareGates({ db }: Pick<VideoServices, 'db'>): Promise<void> {
  for (;;) {
    const { numAffectedRows } = await sql`INSERT INTO video_gate (video_id, owner_id)
      SELECT v.id, v.owner_id FROM video v LEFT JOIN video_gate g ON g.video_id = v.id WHERE g.video_id IS NULL
      LIMIT 1000 ON CONFLICT DO NOTHING`.execute(db)
    if (!numAffectedRows) break
  }
  for (;;) {
    const { numAffectedRows } = await sql`UPDATE video_gate SET changes_on = '-infinity', state = 'unknown'
      WHERE video_id IN (SELECT video_id FROM video_gate
        WHERE rules_version <> ${rulesVersion} AND changes_on > '-infinity' LIMIT 1000 FOR UPDATE SKIP LOCKED)`.execute(
      db,
    )
    if (!numAffectedRows) return
  }
}
