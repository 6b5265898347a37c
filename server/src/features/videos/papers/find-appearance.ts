import { type PaperType, paperTypeOf } from '@kyc/contract/document-vocabulary.ts'
import { sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import type { Tx } from '../../../platform/db/transaction.ts'
import type { OnRecord } from '../../../platform/http/requests/binding.ts'
import { isId } from '../../../platform/ids.ts'
import { Problem } from '../../../platform/problem.ts'
import type { Actor } from '../../access/actor.ts'
import type { RecordRow } from '../../records/performer-row.ts'
import { getRecord, lockRecord } from '../../records/performers-repository.ts'
import { getVideoOwner } from '../get-video.ts'
import { lockVideo } from '../videos-repository.ts'
import type { PaperOf } from './papers-repository.ts'

/** The paper that a path names, of a performer in a visible video. */
export interface FoundPaper extends PaperOf {
  readonly performer: RecordRow
}

/** A performer in a video. */
export interface Appearance {
  readonly videoId: string
  readonly performerId: string
}

type AppearanceParams = { readonly id: string; readonly performerId: string }

/** Finds the paper of a call. */
export function paperOf(db: Db) {
  return async (call: OnRecord<AppearanceParams & { readonly type: string }>): Promise<FoundPaper> => {
    const appearance = await findAppearance(db, call)
    return { ...appearance, type: requirePaperType(call.params.type) }
  }
}

/** The appearance that a path names, of a performer in a visible video. */
export async function findAppearance(
  db: Db,
  { actor, params }: OnRecord<AppearanceParams>,
): Promise<Omit<FoundPaper, 'type'>> {
  await getVideoOwner(db, actor, params.id)
  const performer = await getRecord(db, actor, params.performerId)
  await requireAppearance(db, params.id, performer.id)
  return { videoId: params.id, performerId: performer.id, performer }
}

/**
 * Locks the video and then the performer for a change of a paper, so that facts, decisions and new versions of one appearance
 * come one after the other.
 */
export async function lockAppearance(
  tx: Tx,
  actor: Actor,
  { videoId, performerId }: Appearance,
): Promise<RecordRow> {
  if (!(await lockVideo(tx, actor, videoId))) throw new Problem('VIDEO_NOT_FOUND')
  const performer = await lockRecord(tx, actor, performerId)
  await requireAppearance(tx, videoId, performer.id)
  return performer
}

export function requirePaperType(name: string): PaperType {
  const type = paperTypeOf(name)
  if (!type) throw new Problem('DOCUMENT_NOT_FOUND')
  return type
}

async function requireAppearance(db: Db, videoId: string, performerId: string): Promise<void> {
  const { rows } = isId(videoId)
    ? await sql`SELECT FROM video_performer
        WHERE video_id = ${videoId}::uuid AND performer_id = ${performerId}::uuid`.execute(db)
    : { rows: [] }
  if (rows.length === 0) throw new Problem('PERFORMER_NOT_FOUND')
}
