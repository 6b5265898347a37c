import type { QueryOf } from '@kyc/contract/endpoint.ts'
import { limits } from '@kyc/contract/limits.ts'
import type { listVideos as endpoint, Video } from '@kyc/contract/videos.ts'
import { boundedTotal, cutPage, type PageInfo } from '../../platform/lists/page.ts'
import type { Scope } from '../access/scope.ts'
import { findVideos, type VideoPlace } from './find-videos.ts'
import { presentVideo } from './present-video.ts'
import type { VideoServices } from './video-services.ts'

export interface VideoPage extends PageInfo {
  readonly videos: Video[]
}

/**
 * A page of the videos of the scope, newest first (D19, D23). Lists create no entry (D38). They are
 * counted once: the cursor carries the count to the following pages.
 */
export async function listVideos(
  { db, cursors }: Pick<VideoServices, 'db' | 'cursors'>,
  scope: Scope,
  { limit = limits.page.size, cursor, search }: QueryOf<typeof endpoint>,
): Promise<VideoPage> {
  const list = JSON.stringify(['videos', search])
  const after = cursor === undefined ? undefined : placeOf(cursors.decode(list, cursor))
  const { rows, counted } = await findVideos(db, scope, { search, after, limit: limit + 1 })
  const { shown, next } = cutPage(rows, limit, (last) => cursors.encode(list, [last.id, String(counted)]))
  return { videos: shown.map((row) => presentVideo(row)), next, ...boundedTotal(counted) }
}

function placeOf([id = '', counted]: readonly string[]): VideoPlace {
  return { id, counted: Number(counted) }
}
