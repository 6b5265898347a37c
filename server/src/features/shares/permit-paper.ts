import type { AuditDetails } from '@kyc/contract/audit-fields.ts'
import { clockInJapan } from '@kyc/contract/dates.ts'
import { hour } from '@kyc/contract/durations.ts'
import type { VideoShare } from '@kyc/contract/shares.ts'
import { inTransaction, type Tx } from '../../platform/db/transaction.ts'
import { Problem } from '../../platform/problem.ts'
import { aboutShare, aboutVideo } from '../audit/about.ts'
import { requirePaperType } from '../videos/papers/find-appearance.ts'
import { lockVideo } from '../videos/videos-repository.ts'
import type { ShareServices } from './share-services.ts'
import type { ShareCall } from './share-video.ts'
import {
  deletePermission,
  findSharesOf,
  lockOpenShare,
  type OpenShare,
  savePermission,
} from './shares-repository.ts'

interface PaperCall extends ShareCall {
  readonly shareId: string
  /** The type of the paper, as the path names it. */
  readonly type: string
}

/**
 * Permits the recipient of a share to open one kind of document of the video for some hours from now; a repeat counts
 * from then.
 */
export function permitPaper(
  services: ShareServices,
  call: PaperCall,
  { hours }: { readonly hours: number },
): Promise<VideoShare[]> {
  const type = requirePaperType(call.type)
  return changePermission(services, call, async (tx, share, at) => {
    // A partner opens no document, and no permission can be given to one.
    if (share?.recipient_id == null) throw new Problem('SHARE_NOT_FOUND')
    const until = new Date(at.getTime() + hours * hour)
    await savePermission(tx, { shareId: share.id, type, until, by: call.actor.id })
    return { change: 'paper_permitted', documentType: type, endDate: clockInJapan(until) }
  })
}

/** Ends the permission for every later call. A repeat changes nothing. */
export function endPaperPermission(services: ShareServices, call: PaperCall): Promise<VideoShare[]> {
  const type = requirePaperType(call.type)
  return changePermission(services, call, async (tx, share) =>
    share && (await deletePermission(tx, share.id, type))
      ? { change: 'paper_permission_ended', documentType: type }
      : undefined,
  )
}

/** Runs `act` on the locked share; what it returns is recorded in the logs of both organisations. */
function changePermission(
  services: ShareServices,
  { actor, id, shareId, request }: PaperCall,
  act: (tx: Tx, share: OpenShare | undefined, at: Date) => Promise<AuditDetails | undefined>,
): Promise<VideoShare[]> {
  const at = services.clock.now()
  return inTransaction(services.db, async (tx) => {
    if (!(await lockVideo(tx, actor, id))) throw new Problem('VIDEO_NOT_FOUND')
    const share = await lockOpenShare(tx, id, shareId)
    const details = await act(tx, share, at)
    if (share?.recipient_id && details) {
      const origin = { actor, request }
      await services.audit.record(tx, origin, 'update', aboutVideo(id, share.owner_id), {
        ...details,
        recipient: share.recipient_name,
      })
      await services.audit.record(tx, origin, 'update', aboutShare(share.id, share.recipient_id), {
        ...details,
        title: share.title,
        actingFor: share.owner_name,
      })
    }
    return findSharesOf(tx, actor, { videoId: id, at })
  })
}
