import type { QueryOf } from '@kyc/contract/endpoint.ts'
import type { listVideos as endpoint, Video } from '@kyc/contract/videos.ts'
import { type PageInfo, pageById } from '../../platform/lists/page.ts'
import type { Scope } from '../access/scope.ts'
import { countVideos, findVideos } from './find-videos.ts'
import { presentVideo } from './present-video.ts'
import type { VideoServices } from './video-services.ts'

export interface VideoPage extends PageInfo {
  readonly videos: Video[]
}

/** A page of the videos of the scope, newest first. Lists create no entry. */
export async function listVideos(
  { db, cursors }: Pick<VideoServices, 'db' | 'cursors'>,
  scope: Scope,
  { search, gate, ...query }: QueryOf<typeof endpoint>,
): Promise<VideoPage> {
  const { rows, page } = await pageById(
    cursors,
    ['videos', search, gate],
    query,
    (bounds) => findVideos(db, scope, { search, gate }, bounds),
    () => countVideos(db, scope, { search, gate }),
  )
  return { videos: rows.map((row) => presentVideo(row)), ...page }
}
