import { limits } from '@kyc/contract/limits.ts'
import { sql } from 'kysely'
import { inTransaction } from '../../platform/db/transaction.ts'
import { queueDeletion } from '../records/destruction/delete-objects.ts'
import { heldLately } from '../records/held-record.ts'
import { objectKeysOf } from '../records/record-documents.ts'
import type { TakedownServices } from './takedown-services.ts'

type ObjectKeys = Parameters<typeof objectKeysOf>[0]

/**
 * Erases what was written in requests that were closed before the retention of records, and their files; kind, outcome and times stay for the
 * reports. What is about a performer under a legal hold stays, until a day after its end (D116). Several processes may
 * run it concurrently.
 */
export async function eraseNotices({ db, clock }: Pick<TakedownServices, 'db' | 'clock'>): Promise<void> {
  const years = limits.retentionYears
  const isOver = (performer: string) =>
    sql`t.closed_at < ${clock.now()}::timestamptz - make_interval(years => ${years}) AND NOT ${heldLately(sql.ref(performer))}`
  await inTransaction(db, async (tx) => {
    const { rows } = await sql<ObjectKeys>`DELETE FROM takedown_evidence e USING takedown t
      WHERE t.id = e.takedown_id AND ${isOver('e.performer_id')}
      RETURNING e.object_key, e.screen_key, e.thumbnail_key`.execute(tx)
    if (rows.length > 0) await queueDeletion(tx, rows.flatMap(objectKeysOf))
  })
  await sql`UPDATE takedown t SET notice_enc = NULL, reason_enc = NULL
    WHERE ${isOver('t.performer_id')} AND (notice_enc IS NOT NULL OR reason_enc IS NOT NULL)`.execute(db)
}
