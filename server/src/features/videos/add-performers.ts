import type { Video } from '@kyc/contract/videos.ts'
import type { Tx } from '../../platform/db/transaction.ts'
import type { RequestInfo } from '../../platform/http/requests/binding.ts'
import { fingerprintOf, sentKeyOf } from '../../platform/idempotency/idempotency-key.ts'
import { replyOnce } from '../../platform/idempotency/reply-once.ts'
import { isId } from '../../platform/ids.ts'
import { Problem } from '../../platform/problem.ts'
import type { Actor } from '../access/actor.ts'
import { aboutVideo } from '../audit/about.ts'
import { refreshGate } from './gate/refresh-gate.ts'
import { getVideo, requireEditableVideo } from './get-video.ts'
import { insertVideoPerformers, lockPerformers } from './video-performers-repository.ts'
import type { VideoServices } from './video-services.ts'
import { lockVideo, touchVideo } from './videos-repository.ts'

interface Add {
  readonly actor: Actor
  readonly id: string
  readonly performerIds: readonly string[]
  readonly request: Pick<RequestInfo, 'ip' | 'header'>
}

const route = 'videos.addPerformers'

/**
 * Adds performers of the video's owner, all or none; skips those already on it. The operation is
 * idempotent, so a reply is saved only under a key that was sent: without one, a repeat adds a performer
 * removed in between again.
 */
export async function addPerformers(
  services: VideoServices,
  add: Add,
): Promise<{ body: Video; headers: Record<string, string> }> {
  const { actor, id, request } = add
  // Runs before a saved reply is returned: a former member gets no reply.
  await requireEditableVideo(services.db, actor, id)
  const location = `/api/videos/${id}/performers`
  const fingerprint = fingerprintOf([route, id, ...add.performerIds])
  const key = sentKeyOf({ scope: actor.id, route, request })
  const { body, headers } = await replyOnce(services, { key, fingerprint, status: 201 }, (tx) =>
    write(services, tx, add),
  )
  return { body, headers: { ...headers, location } }
}

async function write(services: VideoServices, tx: Tx, add: Add): Promise<Video> {
  const { actor, id, request } = add
  const video = await lockVideo(tx, actor, id)
  if (!video) throw new Problem('VIDEO_NOT_FOUND')
  const wanted = [...new Set(add.performerIds)]
  await requireAll(tx, actor, video.owner_id, wanted)
  const at = services.clock.now()
  const addition = { videoId: id, ownerId: video.owner_id, addedBy: actor.id, at }
  const added = await insertVideoPerformers(tx, addition, wanted)
  if (added.length > 0) {
    await touchVideo(services, tx, id)
    await services.audit.record(tx, { actor, request }, 'update', aboutVideo(id, video.owner_id), {
      performers: { added },
    })
    await refreshGate(services, tx, id)
  }
  return getVideo(tx, actor, id)
}

/** Visibility is checked before ownership (D50). */
async function requireAll(tx: Tx, actor: Actor, ownerId: string, wanted: readonly string[]): Promise<void> {
  const found = wanted.every(isId) ? await lockPerformers(tx, actor, wanted) : []
  if (found.length < wanted.length) throw new Problem('PERFORMER_NOT_FOUND', { field: 'performerIds' })
  if (found.some((performer) => performer.owner_id !== ownerId))
    throw new Problem('PERFORMER_OF_OTHER_OWNER', { field: 'performerIds' })
}
