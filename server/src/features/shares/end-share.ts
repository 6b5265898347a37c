import type { VideoShare } from '@kyc/contract/shares.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { Problem } from '../../platform/problem.ts'
import { aboutShare, aboutVideo } from '../audit/about.ts'
import { lockVideo } from '../videos/videos-repository.ts'
import type { ShareServices } from './share-services.ts'
import type { ShareCall } from './share-video.ts'
import { endShareRow, findSharesOf, lockOpenShare } from './shares-repository.ts'

/** Ends a share for every later call; the entry of the recipient reaches its open pages. A repeat changes nothing. */
export function endShare(
  services: ShareServices,
  { actor, id, shareId, request }: ShareCall & { readonly shareId: string },
): Promise<VideoShare[]> {
  const at = services.clock.now()
  return inTransaction(services.db, async (tx) => {
    if (!(await lockVideo(tx, actor, id))) throw new Problem('VIDEO_NOT_FOUND')
    const share = await lockOpenShare(tx, id, shareId)
    if (share) {
      await endShareRow(tx, share.id, at)
      const origin = { actor, request }
      await services.audit.record(tx, origin, 'update', aboutVideo(id, share.owner_id), {
        change: 'share_ended',
        recipient: share.recipient_name,
      })
      await services.audit.record(tx, origin, 'delete', aboutShare(share.id, share.recipient_id), {
        title: share.title,
        actingFor: share.owner_name,
      })
    }
    return findSharesOf(tx, actor, { videoId: id, at })
  })
}
