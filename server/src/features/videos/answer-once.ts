import type { Video } from '@kyc/contract/videos.ts'
import { inTransaction, type Tx } from '../../platform/db/transaction.ts'
import { claimKey, saveAnswer } from '../../platform/idempotency/idempotency-claims.ts'
import type { IdempotencyKey } from '../../platform/idempotency/idempotency-key.ts'
import { newId } from '../../platform/ids.ts'
import { Problem } from '../../platform/problem.ts'
import type { VideoServices } from './video-services.ts'

/** What one call is, and what it does. */
interface Once {
  readonly key: IdempotencyKey
  readonly fingerprint: Buffer
  /** For derived keys: whether the answer of before is still true. */
  readonly stillHolds: (saved: Video, tx: Tx) => Promise<boolean>
}

type Answered = { readonly video: Video; readonly headers: Readonly<Record<string, string>> }

/**
 * Runs `act` in one transaction with its saved answer: the same call again gets that and does nothing (D20).
 * @throws Problem REQUEST_IN_PROGRESS, IDEMPOTENCY_KEY_REUSED, and those of `act`
 */
export function answerOnce(
  { db }: Pick<VideoServices, 'db'>,
  { key, fingerprint, stillHolds }: Once,
  act: (tx: Tx) => Promise<Video>,
): Promise<Answered> {
  return inTransaction(db, async (tx) => {
    const claimId = newId()
    // All is one transaction: a repeat waits at the key until the first has committed, then finds its answer.
    const claim = await claimKey(tx, {
      key,
      fingerprint,
      claimId,
      stillHolds: ({ body }) => stillHolds(body as Video, tx), // what was saved below
    })
    if (claim.state === 'running') throw new Problem('REQUEST_IN_PROGRESS', { retryAfterSeconds: 1 })
    if (claim.state === 'done') {
      return { video: claim.answer.body as Video, headers: { 'idempotent-replayed': 'true' } } // saved below
    }
    const video = await act(tx)
    await saveAnswer(tx, key, claimId, { status: 201, body: video })
    return { video, headers: {} }
  })
}
