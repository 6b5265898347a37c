import { newId } from '../../platform/ids.ts'
import type { TestApp } from './test-app.ts'

/** Inserts the permission of a performer to rely on its record, whose front of the ID becomes approved. */
export async function insertReliance(
  { sql }: Pick<TestApp, 'sql'>,
  { id = newId(), originId, recipient }: { id?: string; originId: string; recipient: string },
): Promise<string> {
  await sql(
    `UPDATE document_version SET status = 'verified', decided_at = '2026-01-31', decided_by = uploaded_by
     WHERE performer_id = $1 AND type = 'idFront'`,
    [originId],
  )
  await sql(
    `INSERT INTO identity_reliance (id, origin_id, owner_id, recipient_id, asked_at, permitted_at, checked_at)
     SELECT $1, id, owner_id, $3, now(), now(), '2026-01-31' FROM performer WHERE id = $2`,
    [id, originId, recipient],
  )
  return id
}
