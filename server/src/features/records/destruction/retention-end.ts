import { addYears, dayInJapan } from '@kyc/contract/dates.ts'
import type { KeptBy } from '@kyc/contract/sealed-labels.ts'
import { sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import type { Tx } from '../../../platform/db/transaction.ts'

interface RetainedSince {
  /** The last change of the record, its deletion included. */
  readonly changed: Date
  /** The latest end of a publication; null if none has an end. A publication without an end keeps the record anyway. */
  readonly onSaleUntil: string | null
}

/** The last day of the retention, in Japan: `years` after the last change, or after the last day on sale (D110). */
export function retentionEnd({ changed, onSaleUntil }: RetainedSince, years: number): string {
  const since = dayInJapan(changed)
  return addYears(onSaleUntil !== null && onSaleUntil > since ? onSaleUntil : since, years)
}

interface SaleOfRecord {
  readonly keptBy: KeptBy | null
  /** Null if no publication has an end. */
  readonly onSaleUntil: string | null
}

/** What keeps the record of a performer whatever its retention, and until when its videos were on sale (D110). */
export async function readSale(db: Db, performerId: string): Promise<SaleOfRecord> {
  const { rows } = await sql<SaleOfRecord>`
    SELECT record_kept_by(${performerId}::uuid) AS "keptBy", (SELECT max(u.ended_on)
      FROM video_performer vp JOIN publication u ON u.video_id = vp.video_id
      WHERE vp.performer_id = ${performerId}::uuid) AS "onSaleUntil"`.execute(db)
  return rows[0] ?? { keptBy: null, onSaleUntil: null }
}

/**
 * Extends the retention of the sealed performers of a video whose last day on sale is now `onSaleUntil`. Locks them in
 * the order of their ids, as every act on several performers does.
 */
export async function extendRetention(
  tx: Tx,
  { videoId, onSaleUntil, years }: { videoId: string; onSaleUntil: string; years: number },
): Promise<void> {
  const end = addYears(onSaleUntil, years)
  await sql`WITH shorter AS (
      SELECT p.id FROM performer p JOIN video_performer vp ON vp.performer_id = p.id
      WHERE vp.video_id = ${videoId}::uuid AND p.sealed_at IS NOT NULL AND p.destroyed_at IS NULL
        AND p.retain_until < ${end}::date
      ORDER BY p.id FOR UPDATE OF p)
    UPDATE performer SET retain_until = ${end}::date FROM shorter WHERE performer.id = shorter.id`.execute(tx)
}
