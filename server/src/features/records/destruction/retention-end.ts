import { addYears, dayInJapan } from '@kyc/contract/dates.ts'
import { limits } from '@kyc/contract/limits.ts'
import { sql } from 'kysely'
import type { Tx } from '../../../platform/db/transaction.ts'

interface RetainedSince {
  /** The last change of the record, its deletion included. */
  readonly changed: Date
  /** The last change of a video with the performer: the product stores no time of publication. */
  readonly published: Date | null
}

/**
 * The last day of the retention, in Japan: `years` after the last change or publication, but not before the
 * performer has lost the right to cancel without conditions (出演被害防止・救済法).
 */
export function retentionEnd({ changed, published }: RetainedSince, years: number): string {
  const days = [addYears(dayInJapan(changed), years)]
  if (published) {
    const day = dayInJapan(published)
    days.push(addYears(day, years), addYears(day, limits.cancellationYears))
  }
  return days.sort().at(-1) ?? '' // has at least one
}

/** When a video with the performer last changed; null without a video. */
export async function lastPublication(tx: Tx, performerId: string): Promise<Date | null> {
  const { rows } = await sql<{ at: Date | null }>`
    SELECT max(v.updated_at) AS at FROM video_performer vp JOIN video v ON v.id = vp.video_id
    WHERE vp.performer_id = ${performerId}::uuid`.execute(tx)
  return rows[0]?.at ?? null
}

/**
 * Extends the retention of the sealed performers of a video that changes now. Locks them in the order of their ids, as
 * every act on several performers does.
 */
export async function extendRetention(
  tx: Tx,
  { videoId, at, years }: { videoId: string; at: Date; years: number },
): Promise<void> {
  const end = retentionEnd({ changed: at, published: at }, years)
  await sql`WITH shorter AS (
      SELECT p.id FROM performer p JOIN video_performer vp ON vp.performer_id = p.id
      WHERE vp.video_id = ${videoId}::uuid AND p.sealed_at IS NOT NULL AND p.destroyed_at IS NULL
        AND p.retain_until < ${end}::date
      ORDER BY p.id FOR UPDATE OF p)
    UPDATE performer SET retain_until = ${end}::date FROM shorter WHERE performer.id = shorter.id`.execute(tx)
}
