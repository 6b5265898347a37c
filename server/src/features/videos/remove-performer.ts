import { inTransaction, type Tx } from '../../platform/db/transaction.ts'
import { isId } from '../../platform/ids.ts'
import { Problem } from '../../platform/problem.ts'
import { type Actor, isAdmin } from '../access/actor.ts'
import { aboutVideo } from '../audit/about.ts'
import { readFactsOf } from './facts/facts-repository.ts'
import { appearanceOf } from './facts/title-facts.ts'
import { refreshGate } from './gate/refresh-gate.ts'
import { forgetViews } from './papers/papers-repository.ts'
import { deleteVideoPerformer } from './video-performers-repository.ts'
import type { VideoServices } from './video-services.ts'
import { lockVideo, touchVideo } from './videos-repository.ts'

interface Remove {
  readonly actor: Actor
  readonly id: string
  readonly performerId: string
  readonly ip: string | null
}

/**
 * Removes a performer from a video (D24, D110). Of concurrent calls one succeeds, and the others get
 * PERFORMER_NOT_FOUND.
 */
export async function removePerformer(
  services: VideoServices,
  { actor, id, performerId, ip }: Remove,
): Promise<void> {
  await inTransaction(services.db, async (tx) => {
    const video = await lockVideo(tx, actor, id)
    if (!video) throw new Problem('VIDEO_NOT_FOUND')
    await requireRemovable(tx, actor, id, performerId)
    const removed = isId(performerId) && (await deleteVideoPerformer(tx, actor, id, performerId))
    if (!removed) throw new Problem('PERFORMER_NOT_FOUND')
    await forgetViews(tx, { videoId: id, performerId })
    await touchVideo(services, tx, id)
    await services.audit.record(tx, { actor, ip }, 'update', aboutVideo(id, video.owner_id), {
      performers: { removed: [performerId] },
    })
    await refreshGate(services, tx, id)
  })
}

/**
 * The appearance keeps the record of the performer (D110), so a member does not end it once a publication is recorded. Nor does a
 * member remove what closes the gate, which adding the performer again would forget: an ended contract, a withdrawn consent, or
 * what a request about the performer ends once it is confirmed (D108).
 */
async function requireRemovable(tx: Tx, actor: Actor, id: string, performerId: string): Promise<void> {
  if (isAdmin(actor) || !isId(performerId)) return
  const row = (await readFactsOf(tx, id)).appearances.find((each) => each.performerId === performerId)
  const { ended, consents } = appearanceOf(row?.facts ?? {})
  if (ended !== null || consents.some(({ withdrawnOn }) => withdrawnOn !== null))
    throw new Problem('APPEARANCE_ENDED', { field: 'performerId' })
  const takedown = await tx
    .selectFrom('takedown')
    .select('id')
    .where('video_id', '=', id)
    .where('performer_id', '=', performerId)
    .where('state', '<>', 'unfounded')
    .limit(1)
    .executeTakeFirst()
  if (takedown) throw new Problem('TAKEDOWN_RECEIVED', { field: 'performerId' })
  const publication = await tx
    .selectFrom('publication')
    .select('id')
    .where('video_id', '=', id)
    .limit(1)
    .executeTakeFirst()
  if (publication) throw new Problem('VIDEO_PUBLISHED')
}
