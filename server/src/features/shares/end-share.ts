import type { VideoShare } from '@kyc/contract/shares.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { Problem } from '../../platform/problem.ts'
import { requireEditable } from '../access/visible-to.ts'
import { aboutShare, aboutVideo } from '../audit/about.ts'
import { lockVideo } from '../videos/videos-repository.ts'
import type { ShareServices } from './share-services.ts'
import type { ShareCall } from './share-video.ts'
import { endShareRow, findSharesOf, getShared, lockOpenShare } from './shares-repository.ts'

/** Ends a share for every later call; the entry of the recipient reaches its open pages. A repeat changes nothing. */
export function endShare(
  services: ShareServices,
  { actor, id, shareId, request }: ShareCall & { readonly shareId: string },
): Promise<VideoShare[]> {
  const at = services.clock.now()
  return inTransaction(services.db, async (tx) => {
    if (!(await lockVideo(tx, actor, id))) throw new Problem('VIDEO_NOT_FOUND')
    const share = await lockOpenShare(tx, id, shareId)
    if (share && (await endShareRow(tx, share.id, at))) {
      const origin = { actor, request }
      await services.audit.record(tx, origin, 'update', aboutVideo(id, share.owner_id), {
        change: 'share_ended',
        recipient: share.recipient_name,
      })
      if (share.recipient_id !== null)
        await services.audit.record(tx, origin, 'delete', aboutShare(share.id, share.recipient_id), {
          title: share.title,
          actingFor: share.owner_name,
        })
    }
    return findSharesOf(tx, actor, { videoId: id, at })
  })
}

/** Ends a share as its recipient. `id` of the call is that of the share. */
export function endSharedVideo(services: ShareServices, { actor, id, request }: ShareCall): Promise<void> {
  const at = services.clock.now()
  return inTransaction(services.db, async (tx) => {
    const shared = await getShared(tx, actor, id, at)
    requireEditable(shared)
    if (!(await endShareRow(tx, id, at))) throw new Problem('SHARE_NOT_FOUND')
    const origin = { actor, request }
    await services.audit.record(tx, origin, 'update', aboutVideo(shared.video_id, shared.owner_id), {
      change: 'share_ended',
      recipient: shared.recipient_name,
      actingFor: shared.recipient_name,
    })
    const details = { title: shared.title }
    await services.audit.record(tx, origin, 'delete', aboutShare(id, shared.recipient_id), details)
  })
}
