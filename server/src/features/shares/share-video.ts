import type { BodyOf } from '@kyc/contract/endpoint.ts'
import { limits } from '@kyc/contract/limits.ts'
import { shareLimits } from '@kyc/contract/share-vocabulary.ts'
import type { shareVideo as endpoint, VideoShare } from '@kyc/contract/shares.ts'
import { sql } from 'kysely'
import { inTransaction, type Tx } from '../../platform/db/transaction.ts'
import type { RequestInfo } from '../../platform/http/requests/binding.ts'
import { fieldProblem } from '../../platform/http/requests/input.ts'
import { newId } from '../../platform/ids.ts'
import { Problem } from '../../platform/problem.ts'
import type { Actor } from '../access/actor.ts'
import { aboutShare, aboutVideo } from '../audit/about.ts'
import { refreshGate } from '../videos/gate/refresh-gate.ts'
import { findChannels } from '../videos/gate/update-channel.ts'
import { ensureChannel } from '../videos/publications/publications-repository.ts'
import { lockVideo } from '../videos/videos-repository.ts'
import type { ShareServices } from './share-services.ts'
import {
  countShares,
  findShareRecipient,
  findSharesOf,
  lockOpenShare,
  type OpenShare,
  saveShare,
} from './shares-repository.ts'

export interface ShareCall {
  readonly actor: Actor
  /** The video. */
  readonly id: string
  readonly request: Pick<RequestInfo, 'ip'>
}

/**
 * Shares a video with another organisation or a partner (D113). A repeat changes nothing; another channel replaces the one of the
 * share. A partner is one channel of the owner: without a choice, the one with its name.
 */
export function shareVideo(
  services: ShareServices,
  { actor, id, request }: ShareCall,
  { recipient: recipientId, channelId = null }: BodyOf<typeof endpoint>,
): Promise<VideoShare[]> {
  const at = services.clock.now()
  return inTransaction(services.db, async (tx) => {
    const video = await lockVideo(tx, actor, id)
    if (!video) throw new Problem('VIDEO_NOT_FOUND')
    await requireApproved(tx, video.owner_id)
    const recipient = await findShareRecipient(tx, recipientId, video.owner_id)
    if (!recipient) throw fieldProblem('recipient', 'IDを、共有先にご確認ください。')
    const ownChannel =
      recipient.kind === 'partner' && channelId === null
        ? await ensureChannel(tx, { ownerId: video.owner_id, name: channelName(recipient.name), at })
        : channelId
    const channel = (await findChannels(tx, video.owner_id)).find((each) => each.id === ownChannel)
    if (ownChannel !== null && !channel) throw fieldProblem('channelId', '公開先を選択してください。')
    // The stored answer has none for a channel that came after it.
    if (channel) await refreshGate(services, tx, id)
    const shareId = await saveShare(tx, {
      ...{ id: newId(at), videoId: id, owner: video.owner_id, recipient, channelId: ownChannel },
      ...{ by: actor.id, at },
    })
    const share = shareId === undefined ? undefined : await lockOpenShare(tx, id, shareId)
    if (share) {
      if ((await countShares(tx, id)) > shareLimits.perVideo) throw new Problem('SHARE_LIMIT')
      await recordShare(services, tx, { actor, request }, share, channel?.name ?? null)
    }
    return findSharesOf(tx, actor, { videoId: id, at })
  })
}

async function recordShare(
  { audit }: ShareServices,
  tx: Tx,
  origin: Pick<ShareCall, 'actor' | 'request'>,
  share: OpenShare,
  channel: string | null,
): Promise<void> {
  const { id, video_id, owner_id, owner_name, recipient_id, recipient_name, title } = share
  const ofOwner = aboutVideo(video_id, owner_id)
  await audit.record(tx, origin, 'share', ofOwner, { recipient: recipient_name, channel })
  if (recipient_id === null) return
  const details = { title, actingFor: owner_name, channel }
  await audit.record(tx, origin, 'create', aboutShare(id, recipient_id), details)
}

const channelName = (partner: string) =>
  [...partner].slice(0, limits.publications.channelChars).join('').trim()

/** An organisation that the office has not approved reaches no other one (D115). */
async function requireApproved(tx: Tx, owner: string): Promise<void> {
  const { rows } = await sql`SELECT FROM organisation WHERE id = ${owner}::uuid AND approved_at IS NOT NULL
    FOR SHARE`.execute(tx)
  if (rows.length === 0) throw new Problem('ORGANISATION_UNAPPROVED')
}
