import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../../platform/db/transaction.ts'
import { Problem } from '../../../platform/problem.ts'
import type { MovedRecords } from './transfer-repository.ts'

/**
 * Refuses a move that is not possible now: unknown records, a video without its performers, a performer without its
 * videos, a title without what it was derived from, external ids that the target has already.
 */
export async function checkMove(
  tx: Tx,
  { fromId, toId }: { fromId: string; toId: string },
  records: MovedRecords | null,
): Promise<void> {
  if (records) {
    await requireAll(tx, fromId, records)
    const sealed = await findSealed(tx, records.videos)
    await requireClosed(tx, { ...records, performers: [...records.performers, ...sealed] })
    await requireSources(tx, fromId, records.videos)
  }
  await refuseTaken(tx, { fromId, toId }, records)
}

/** The sealed performers of the videos: no page shows them, and they stay with their videos (D17). */
export async function findSealed(tx: Tx, videos: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`SELECT DISTINCT p.id FROM video_performer vp
    JOIN performer p ON p.id = vp.performer_id
    WHERE vp.video_id = ANY(${videos}::uuid[]) AND p.sealed_at IS NOT NULL`.execute(tx)
  return rows.map((row) => row.id)
}

async function requireAll(tx: Tx, fromId: string, { performers, videos }: MovedRecords): Promise<void> {
  const { rows } = await sql<{ performers: number; videos: number }>`
    SELECT (SELECT count(*) FROM performer WHERE id = ANY(${performers}::uuid[]) AND owner_id = ${fromId}
        AND sealed_at IS NULL) AS performers,
      (SELECT count(*) FROM video WHERE id = ANY(${videos}::uuid[]) AND owner_id = ${fromId}) AS videos`.execute(
    tx,
  )
  if (rows[0]?.performers !== performers.length) throw new Problem('PERFORMER_NOT_FOUND')
  if (rows[0]?.videos !== videos.length) throw new Problem('VIDEO_NOT_FOUND')
}

async function requireClosed(tx: Tx, { performers, videos }: MovedRecords): Promise<void> {
  const { rows } = await sql`SELECT FROM video_performer
    WHERE (performer_id = ANY(${performers}::uuid[]) AND video_id <> ALL(${videos}::uuid[]))
      OR (video_id = ANY(${videos}::uuid[]) AND performer_id <> ALL(${performers}::uuid[])) LIMIT 1`.execute(
    tx,
  )
  if (rows.length > 0) throw new Problem('TRANSFER_INCOMPLETE')
}

/**
 * A title moves together with what it was derived from: a request about the one stops the other, and one organisation
 * handles it (D108).
 */
async function requireSources(tx: Tx, fromId: string, videos: readonly string[]): Promise<void> {
  const isMoved = (id: RawBuilder<unknown>) => sql`(${id} = ANY(${videos}::uuid[]))`
  const { rows } = await sql`
    SELECT FROM video v, jsonb_to_recordset(v.facts -> 'derivedFrom') AS derived ("videoId" uuid)
      JOIN video source ON source.id = derived."videoId" AND source.owner_id = ${fromId}
    WHERE v.owner_id = ${fromId} AND v.facts ? 'derivedFrom' AND ${isMoved(sql`v.id`)} <> ${isMoved(sql`source.id`)} LIMIT 1`.execute(
    tx,
  )
  if (rows.length > 0) throw new Problem('TRANSFER_INCOMPLETE')
}

async function refuseTaken(
  tx: Tx,
  { fromId, toId }: { fromId: string; toId: string },
  records: MovedRecords | null,
): Promise<void> {
  const isPerformer = records ? sql`moved.id = ANY(${records.performers}::uuid[])` : sql`true`
  const isVideo = records ? sql`moved.id = ANY(${records.videos}::uuid[])` : sql`true`
  const { rows } = await sql`
    (SELECT FROM performer moved JOIN performer taken
      ON taken.owner_id = ${toId} AND taken.external_id = moved.external_id AND taken.sealed_at IS NULL
    WHERE moved.owner_id = ${fromId} AND moved.sealed_at IS NULL AND moved.external_id IS NOT NULL AND ${isPerformer}
      AND taken.external_id IS NOT NULL LIMIT 1)
    UNION ALL
    (SELECT FROM video moved JOIN video taken ON taken.owner_id = ${toId} AND taken.external_id = moved.external_id
    WHERE moved.owner_id = ${fromId} AND moved.external_id IS NOT NULL AND ${isVideo} LIMIT 1)`.execute(tx)
  if (rows.length > 0) throw new Problem('EXTERNAL_ID_TAKEN')
}
