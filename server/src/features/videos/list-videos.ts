import type { QueryOf } from '@kyc/contract/endpoint.ts'
import { limits } from '@kyc/contract/limits.ts'
import type { listVideos as endpoint, Video } from '@kyc/contract/videos.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Actor } from '../access/actor.ts'
import { countVideos, type FoundVideos, findVideos } from './find-videos.ts'
import { presentVideo } from './present-video.ts'
import type { VideoServices } from './video-services.ts'

interface Total {
  readonly total: number
  readonly exact: boolean
}

export interface VideoPage extends Total {
  readonly videos: Video[]
  readonly next: string | null
}

/**
 * A page of the videos that the actor may see, newest first (D19, D23). Lists leave no entry (D38). They are counted
 * once: the cursor carries the total to the pages that follow.
 */
export async function listVideos(
  { db, cursors }: Pick<VideoServices, 'db' | 'cursors'>,
  actor: Actor,
  { limit = limits.page.size, cursor, search }: QueryOf<typeof endpoint>,
): Promise<VideoPage> {
  const list = JSON.stringify(['videos', search])
  const from = cursor === undefined ? undefined : readCursor(cursors, list, cursor)
  const found = await findVideos(db, actor, { search, before: from?.before, limit: limit + 1 })
  const counted = from?.counted ?? (await countAll(db, actor, search, found))
  const shown = found.rows.slice(0, limit)
  const last = found.rows.length > limit ? shown.at(-1) : undefined
  return {
    videos: shown.map((row) => presentVideo(actor, row)),
    next: last ? cursors.encode(list, [last.id, String(counted.total), String(counted.exact)]) : null,
    ...counted,
  }
}

function readCursor(cursors: VideoServices['cursors'], list: string, cursor: string) {
  const [before, total, exact] = cursors.decode(list, cursor)
  const counted: Total | undefined =
    total === undefined ? undefined : { total: Number(total), exact: exact === 'true' }
  return { before, counted }
}

async function countAll(
  db: Db,
  actor: Actor,
  search: string | undefined,
  found: FoundVideos,
): Promise<Total> {
  const counted = found.total ?? (await countVideos(db, actor, search, limits.countBound + 1))
  return { total: Math.min(counted, limits.countBound), exact: counted <= limits.countBound }
}
