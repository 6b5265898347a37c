import { limits } from '@kyc/contract/limits.ts'
import { sql } from 'kysely'
import type { PartnerServices } from '../partner-services.ts'

const batch = 500

/**
 * Hourly: what was sent is personal, and so may be what came back and what the partner put into the query of its
 * address; none of it is kept for long after the end (D35).
 */
export async function emptyPayloads({ db, clock }: Pick<PartnerServices, 'db' | 'clock'>): Promise<void> {
  const old = new Date(clock.now().getTime() - limits.callback.kept)
  let emptied: number
  do {
    const { rows } = await sql`
      WITH old AS (
        SELECT id FROM delivery WHERE payload_enc IS NOT NULL AND ended_at <= ${old} LIMIT ${batch}
        FOR NO KEY UPDATE SKIP LOCKED),
      answers AS (UPDATE delivery_attempt SET answer = NULL FROM old WHERE delivery_id = old.id)
      UPDATE delivery d SET payload_enc = NULL, url = split_part(split_part(url, '?', 1), '#', 1)
      FROM old WHERE d.id = old.id RETURNING d.id`.execute(db)
    emptied = rows.length
  } while (emptied === batch)
}
