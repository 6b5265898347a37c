import { dayInJapan } from '@kyc/contract/dates.ts'
import type { QueryOf } from '@kyc/contract/endpoint.ts'
import { limits } from '@kyc/contract/limits.ts'
import type { listVideoPerformers as endpoint } from '@kyc/contract/videos.ts'
import { boundedTotal, cutPage } from '../../platform/lists/page.ts'
import type { Actor } from '../access/actor.ts'
import { presentListed } from '../performers/present-performer.ts'
import type { PerformerPage } from '../performers/search/list-performers.ts'
import { countVideoPerformers, findVideoPerformers } from './video-performers-repository.ts'
import type { VideoServices } from './video-services.ts'

/**
 * A page of the performers of a video, in the order in which they were added (spec §2). Creates no entry
 * (D38).
 */
export async function listVideoPerformers(
  { db, clock, cursors }: Pick<VideoServices, 'clock' | 'cursors' | 'db'>,
  { actor, id, query }: { actor: Actor; id: string; query: QueryOf<typeof endpoint> },
): Promise<PerformerPage> {
  const { limit = limits.page.size, cursor } = query
  const list = JSON.stringify(['video.performers', id])
  const after = cursor === undefined ? undefined : cursors.decode(list, cursor)[0]
  const rows = await findVideoPerformers(db, actor, id, { after, limit: limit + 1 })
  const counted = await countVideoPerformers(db, id)
  const { shown, next } = cutPage(rows, limit, (last) => cursors.encode(list, [last.place]))
  const today = dayInJapan(clock.now())
  return {
    performers: shown.map((row) => presentListed(row, today)),
    next,
    ...boundedTotal(counted),
  }
}
