import type { Takedown } from '@kyc/contract/takedowns.ts'
import { sql } from 'kysely'
import { isId } from '../../platform/ids.ts'
import { Problem } from '../../platform/problem.ts'
import { aboutTakedown } from '../audit/about.ts'
import { findVideoOwner } from '../videos/videos-repository.ts'
import { changeTakedown, type TakedownChange } from './change-takedown.ts'
import { stopTitles } from './receive-takedown.ts'
import type { TakedownServices } from './takedown-services.ts'

/** Names the title that a public notice is about, which stops it (D108). Only an admin sees such notices. */
export function assignTakedown(
  services: TakedownServices,
  change: TakedownChange & { readonly videoId: string },
): Promise<Takedown> {
  return changeTakedown(services, change, async (tx, row) => {
    const { actor, request, videoId } = change
    if (row.video_id === videoId) return
    if (row.video_id !== null || row.closed_at !== null) throw new Problem('TAKEDOWN_STATE')
    // Waits for a move of the title, so that the request gets its new owner.
    if (isId(videoId)) await sql`SELECT FROM video WHERE id = ${videoId}::uuid FOR KEY SHARE`.execute(tx)
    const owner = await findVideoOwner(tx, actor, videoId)
    if (!owner) throw new Problem('VIDEO_NOT_FOUND')
    await sql`UPDATE takedown SET video_id = ${videoId}, owner_id = ${owner}, version = version + 1 WHERE id = ${row.id}`.execute(
      tx,
    )
    await services.audit.record(
      tx,
      { actor, request },
      'update',
      aboutTakedown(row.id, { owner, performerId: null }),
      {
        takedown: row.number,
      },
    )
    const { id, number, kind, way } = row
    await stopTitles(services, tx, { id, number, kind, way, videoId }, { origin: { actor, request } })
  })
}
