import type { TakedownState } from '@kyc/contract/takedown-vocabulary.ts'
import { sql } from 'kysely'
import type { Tx } from '../../../platform/db/transaction.ts'
import type { Actor } from '../../access/actor.ts'
import { aboutTakedown } from '../../audit/about.ts'
import type { VideoServices } from '../video-services.ts'

interface ReopenedTakedown {
  readonly id: string
  readonly number: string
  readonly owner_id: string | null
  readonly performer_id: string | null
}

/**
 * Opens completed requests again that ask a channel to stop, because the video, which is on sale, is now derived from a stopped one:
 * a request is complete once every channel has acknowledged (D108). The reminders start again.
 */
export async function reopenTakedowns(
  { audit }: Pick<VideoServices, 'audit'>,
  tx: Tx,
  by: { readonly actor: Actor; readonly ip: string | null },
  videoId: string,
): Promise<void> {
  const { rows } = await sql<ReopenedTakedown>`
    UPDATE takedown t SET state = 'confirmed', closed_at = NULL, closed_by = NULL, reminded = 0, version = version + 1
    WHERE t.state = 'completed' AND t.id IN (SELECT takedown_id FROM takedown_video WHERE video_id = ${videoId}::uuid)
      AND EXISTS (SELECT FROM takedown_stop s WHERE s.takedown_id = t.id AND s.acknowledged_at IS NULL)
    RETURNING t.id, t.number, t.owner_id, t.performer_id`.execute(tx)
  for (const { id, number, owner_id: owner, performer_id: performerId } of rows)
    await audit.record(tx, by, 'update', aboutTakedown(id, { owner, performerId }), {
      takedown: number,
      before: { takedownState: 'completed' satisfies TakedownState },
      after: { takedownState: 'confirmed' satisfies TakedownState },
    })
}
