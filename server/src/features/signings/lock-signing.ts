import type { Tx } from '../../platform/db/transaction.ts'
import type { Actor } from '../access/actor.ts'
import type { RecordRow } from '../records/performer-row.ts'
import { lockAppearance } from '../videos/papers/find-appearance.ts'
import { getSigningRow, type SigningOfActor } from './signing-repository.ts'

/** Locks the video and then the performer, like every change of an appearance, and reads the signing again. */
export async function lockSigning(
  tx: Tx,
  actor: Actor,
  { id, video_id: videoId, performer_id: performerId }: SigningOfActor,
): Promise<{ readonly row: SigningOfActor; readonly performer: RecordRow }> {
  const performer = await lockAppearance(tx, actor, { videoId, performerId })
  return { row: await getSigningRow(tx, actor, id), performer }
}
