import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import type { Tx } from '../../platform/db/transaction.ts'
import { newId } from '../../platform/ids.ts'
import { countBounded } from '../../platform/lists/page.ts'
import type { Actor } from '../access/actor.ts'
import { namesFor, visibleTo } from '../access/visible-to.ts'
import { type ListedRow, listedColumns, ownerColumns, withOwner } from '../records/performer-row.ts'

/** A performer with its place in the order of the video. */
type PlacedRow = ListedRow & { readonly place: string }

/**
 * The performers of a visible video, in the order in which they were added, after the place `after`. All belong to the
 * organisation of the video (D23); sealed ones are hidden (D17).
 */
export async function findVideoPerformers(
  db: Db,
  actor: Actor,
  videoId: string,
  page: { after: string | undefined; limit: number },
): Promise<PlacedRow[]> {
  const after = page.after === undefined ? sql`true` : sql`vp.id > ${page.after}::uuid`
  const { rows } = await sql<PlacedRow>`
    SELECT ${listedColumns}, ${ownerColumns(namesFor(actor))}, vp.id AS place
    FROM video_performer vp JOIN performer p ON p.id = vp.performer_id ${withOwner}
    WHERE vp.video_id = ${videoId}::uuid AND p.sealed_at IS NULL AND ${after} ORDER BY vp.id LIMIT ${page.limit}`.execute(
    db,
  )
  return rows
}

/**
 * Counts the performers of a video up to the bound of D19. Uses a subquery for each, because the planner would
 * join all performers of the video with all of the owner first.
 */
export function countVideoPerformers(db: Db, videoId: string): Promise<number> {
  return countBounded(
    db,
    sql`SELECT FROM video_performer vp WHERE vp.video_id = ${videoId}::uuid
      AND (SELECT p.sealed_at IS NULL FROM performer p WHERE p.id = vp.performer_id) ORDER BY vp.id`,
  )
}

/** Which of these performers are on the video. */
export async function addedAmong(
  db: Db,
  videoId: string,
  performerIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ performer_id: string }>`SELECT performer_id FROM video_performer
    WHERE video_id = ${videoId}::uuid AND performer_id = ANY(${performerIds}::uuid[])`.execute(db)
  return new Set(rows.map((row) => row.performer_id))
}

/**
 * Locks the performers that the actor may see, so that none is sealed before the commit, and returns their
 * owners. Locks in the order of ids to avoid deadlocks.
 */
export async function lockPerformers(
  tx: Tx,
  actor: Actor,
  performerIds: readonly string[],
): Promise<{ id: string; owner_id: string }[]> {
  const { rows } = await sql<{ id: string; owner_id: string }>`SELECT p.id, p.owner_id FROM performer p
    WHERE p.id = ANY(${performerIds}::uuid[]) AND ${visibleTo(actor, 'p')} ORDER BY p.id FOR SHARE`.execute(
    tx,
  )
  return rows
}

/**
 * Appends performers to the video in this order and skips those already on it. Returns the ids of the new
 * ones.
 */
export async function insertVideoPerformers(
  tx: Tx,
  { videoId, ownerId, addedBy, at }: { videoId: string; ownerId: string; addedBy: string; at: Date },
  performerIds: readonly string[],
): Promise<string[]> {
  const common = { video_id: videoId, owner_id: ownerId, added_by: addedBy, added_at: at }
  const rows = performerIds.map((performer_id, index) => ({
    ...common,
    performer_id,
    id: newId(at, index),
  }))
  const inserted = await tx
    .insertInto('video_performer')
    .values(rows)
    .onConflict((conflict) => conflict.columns(['video_id', 'performer_id']).doNothing())
    .returning('performer_id')
    .execute()
  const added = new Set(inserted.map((row) => row.performer_id))
  return performerIds.filter((id) => added.has(id))
}

/** Removes a performer that the actor may see from the video. Returns whether it was on it. */
export async function deleteVideoPerformer(
  tx: Tx,
  actor: Actor,
  videoId: string,
  performerId: string,
): Promise<boolean> {
  const { rows } = await sql`DELETE FROM video_performer vp USING performer p
    WHERE vp.video_id = ${videoId}::uuid AND vp.performer_id = ${performerId}::uuid
      AND p.id = vp.performer_id AND ${visibleTo(actor, 'p')} RETURNING vp.id`.execute(tx)
  return rows.length > 0
}
