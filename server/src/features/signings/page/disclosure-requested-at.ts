import type { Db } from '../../../platform/db/database.ts'

/** When the newest request for disclosure that was not answered yet was stored; null without one. */
export async function disclosureRequestedAt(db: Db, performerId: string): Promise<Date | null> {
  const row = await db
    .selectFrom('subject_request')
    .select('created_at')
    .where('performer_id', '=', performerId)
    .where('kind', '=', 'disclosure')
    .where('state', '=', 'open')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.created_at ?? null
}
