import { withClient } from './database.ts'
import type { Seed } from './seed-performers.ts'

/**
 * Lets the newest 100,000 performers wait for a review, each with a pending document: one in ten is resubmitted, the
 * rarest kind of ID occurs once in ten thousand, and the admin has claimed 50 of them. Returns how many performers
 * wait. A second call for the same performers adds no rows.
 */
export async function seedQueue(ownerUrl: string, { admin, largeOwner }: Seed): Promise<number> {
  return withClient(ownerUrl, async (client) => {
    // Disables foreign keys and the triggers that count; the rows are valid by construction.
    await client.query("SET session_replication_role = 'replica'")
    await client.query(waiting)
    await client.query(documents, [admin])
    await client.query(claims, [admin, largeOwner])
    for (const table of ['performer', 'document_version', 'review_claim'])
      await client.query(`VACUUM (ANALYZE) ${table}`)
    const { rows } = await client.query(
      'SELECT count(*)::int AS n FROM performer WHERE pending_since IS NOT NULL',
    )
    return rows[0].n
  })
}

const waiting = `
  UPDATE performer p SET pending_since = now() - n * interval '10 seconds', resubmitted = n % 10 = 3,
    id_kind = CASE WHEN n % 10000 = 77 THEN 'special_permanent_resident' WHEN n % 3 = 0 THEN 'passport'
      WHEN n % 3 = 1 THEN 'drivers_license' END
  FROM (SELECT id, row_number() OVER (ORDER BY created_at DESC) AS n FROM performer
    ORDER BY created_at DESC LIMIT 100000) newest
  WHERE p.id = newest.id`

const documents = `
  INSERT INTO document_version (id, performer_id, type, version, is_current, filename, mime_type, size, received_size,
    received_sha256, stored_sha256, object_key, object_bytes, uploaded_by, uploaded_at)
  SELECT gen_random_uuid(), id, 'selfie', 1, true, '', 'image/png', 1, 1, '', '', gen_random_uuid()::text, 1, $1,
    pending_since
  FROM performer WHERE pending_since IS NOT NULL
  ON CONFLICT DO NOTHING`

const claims = `
  INSERT INTO review_claim (performer_id, account_id, claimed_until)
  SELECT id, CASE WHEN row_number() OVER (ORDER BY pending_since) % 2 = 0 THEN $1::uuid ELSE $2::uuid END,
    now() + interval '1 day'
  FROM performer WHERE pending_since IS NOT NULL ORDER BY pending_since LIMIT 100
  ON CONFLICT DO NOTHING`
