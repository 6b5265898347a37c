import type { QueryOf } from '@kyc/contract/endpoint.ts'
import { limits } from '@kyc/contract/limits.ts'
import type { listVideos as endpoint, Video } from '@kyc/contract/videos.ts'
import type { Actor } from '../access/actor.ts'
import { presentVideo } from './present-video.ts'
import type { VideoServices } from './video-services.ts'
import { countVideos, findVideos } from './videos-repository.ts'

export interface VideoPage {
  readonly videos: Video[]
  readonly next: string | null
  readonly total: number
  readonly exact: boolean
}

/** A page of the videos that the actor may see, newest first (D19, D23). Lists leave no entry (D38). */
export async function listVideos(
  { db, cursors }: Pick<VideoServices, 'db' | 'cursors'>,
  actor: Actor,
  { limit = limits.page.size, cursor, search }: QueryOf<typeof endpoint>,
): Promise<VideoPage> {
  const list = JSON.stringify(['videos', search])
  const before = cursor === undefined ? undefined : cursors.decode(list, cursor)[0]
  const rows = await findVideos(db, actor, search, { before, limit: limit + 1 })
  const counted = await countVideos(db, actor, search, limits.countBound)
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  return {
    videos: shown.map((row) => presentVideo(actor, row)),
    next: rows.length > limit && last ? cursors.encode(list, [last.id]) : null,
    total: Math.min(counted, limits.countBound),
    exact: counted <= limits.countBound,
  }
}
