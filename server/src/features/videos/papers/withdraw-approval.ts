import { sql } from 'kysely'
import type { Tx } from '../../../platform/db/transaction.ts'
import type { Actor } from '../../access/actor.ts'
import { aboutPaper } from '../../audit/about.ts'
import type { VideoServices } from '../video-services.ts'

interface Appearance {
  readonly videoId: string
  readonly performerId: string
  readonly ownerId: string
}

/**
 * Ends the approval of a contract whose facts were changed: the reviewer has confirmed the former ones. The contract
 * waits for a review again (D91). Call it in the transaction of the change, which has locked the video.
 */
export async function withdrawApproval(
  { audit }: Pick<VideoServices, 'audit'>,
  tx: Tx,
  by: { readonly actor: Actor | null; readonly ip: string | null },
  { videoId, performerId, ownerId }: Appearance,
): Promise<void> {
  const { rows } = await sql<{ version: number }>`
    UPDATE paper SET status = 'pending', decided_by = NULL, decided_at = NULL, checks = '{}'
    WHERE video_id = ${videoId}::uuid AND performer_id = ${performerId}::uuid AND type = 'contract' AND is_current
      AND status = 'verified' RETURNING version`.execute(tx)
  const [withdrawn] = rows
  if (!withdrawn) return
  const about = aboutPaper({ id: performerId, owner_id: ownerId }, { type: 'contract', videoId })
  await audit.record(tx, by, 'update', about, {
    version: withdrawn.version,
    before: { status: 'verified' },
    after: { status: 'pending' },
  })
}
