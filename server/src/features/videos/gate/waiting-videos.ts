import type { DueVideo, VideoOfPerformer } from '@kyc/contract/readiness.ts'
import { sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import type { Actor } from '../../access/actor.ts'
import type { Scope } from '../../access/scope.ts'
import { videoVisibleTo } from '../../access/visible-to.ts'
import { gateState } from '../videos-repository.ts'

/** The videos of the scope whose stored answer changes by itself within a week, soonest first. */
export async function listDueVideos(db: Db, { organisation }: Scope): Promise<DueVideo[]> {
  const isOwn = organisation === null ? sql`true` : sql`g.owner_id = ${organisation}`
  const { rows } = await sql<DueVideo>`
    SELECT v.id, v.title, g.state AS gate, g.changes_on AS "changesOn" FROM video_gate g JOIN video v ON v.id = g.video_id
    WHERE g.changes_on > today_in_japan() AND g.changes_on <= today_in_japan() + 7 AND ${isOwn}
    ORDER BY g.changes_on, g.video_id LIMIT 20`.execute(db)
  return rows
}

/** The videos of a visible performer that the actor may see, newest first, with the rules that its appearance does not keep. */
export async function listVideosOf(db: Db, actor: Actor, performerId: string): Promise<VideoOfPerformer[]> {
  const { rows } = await sql<VideoOfPerformer>`
    SELECT v.id, v.title, coalesce(${gateState}, 'unknown') AS gate,
      CASE WHEN g.changes_on > today_in_japan() THEN ARRAY(
        SELECT DISTINCT blocker->>'rule' FROM jsonb_array_elements(g.answers) answer,
          jsonb_array_elements(answer->'blockers') blocker
        WHERE blocker->>'performerId' = ${performerId} ORDER BY 1) ELSE '{}' END AS rules
    FROM video_performer vp JOIN video v ON v.id = vp.video_id LEFT JOIN video_gate g ON g.video_id = v.id
    WHERE vp.performer_id = ${performerId}::uuid AND ${videoVisibleTo(actor, 'v')} ORDER BY v.id DESC LIMIT 50`.execute(
    db,
  )
  return rows
}
