import { setTimeout as sleep } from 'node:timers/promises'
import { limits } from '@kyc/contract/limits.ts'
import pLimit from 'p-limit'
import { inTransaction } from '../../../platform/db/transaction.ts'
import {
  beatClaim,
  findAnswer,
  holdClaim,
  releaseClaim,
  type SavedAnswer,
  saveAnswer,
} from '../../../platform/idempotency/idempotency-claims.ts'
import { Problem } from '../../../platform/problem.ts'
import type { DocumentServices } from '../document-services.ts'
import type { PerformerKey } from '../performer-keys.ts'
import type { Attempt, CommitStaged, Staged } from './staged.ts'
import { type StagedDocument, storeFile } from './store-file.ts'
import { beatIntent, commitIntent, giveUpIntent } from './upload-intents.ts'

/** Nobody knows whether the commit took place: nothing may be deleted or repeated before that is known. */
class CommitUnknown extends Problem {
  constructor(cause: unknown) {
    super('TEMPORARILY_UNAVAILABLE', { retryAfterSeconds: 1, cause })
  }
}

/** Runs an attempt whose promise is written, from cleaning the files to the commit. */
export async function runStaged<Fields>(
  services: DocumentServices,
  attempt: Attempt,
  prepare: () => Promise<Omit<Staged<Fields>, 'documents'>>,
  commit: CommitStaged<Fields>,
): Promise<SavedAnswer> {
  const stop = startHeart(services, attempt)
  try {
    const prepared = await prepare()
    const documents = await storeAll(services, attempt, prepared.performer)
    return await commitAttempt(services, attempt, { ...prepared, documents }, commit)
  } catch (error) {
    if (!(error instanceof CommitUnknown)) await abandon(services, attempt)
    throw error
  } finally {
    stop()
  }
}

/** While it beats, neither a retry nor the sweeper takes the attempt for dead. */
function startHeart({ db, log }: DocumentServices, { id, key }: Attempt): () => void {
  const timer = setInterval(() => {
    Promise.all([beatIntent(db, id), beatClaim(db, id, key)]).catch((error) =>
      log.warn({ err: error }, 'the heartbeat of an upload was not written'),
    )
  }, limits.intentStale / 3)
  return () => clearInterval(timer)
}

const parallelPuts = 3

/** Nothing is stored before every file was found good. */
async function storeAll(
  { intake, store }: DocumentServices,
  attempt: Attempt,
  performer: PerformerKey,
): Promise<StagedDocument[]> {
  const slots = pLimit(parallelPuts)
  const clean = await allEnded(
    [...attempt.objectKeys].map(async ([file, keys]) => ({
      file: await intake.clean(file, attempt.key.scope),
      keys,
    })),
  )
  return allEnded(clean.map(({ file, keys }) => slots(() => storeFile(store, performer, file, keys))))
}

/** Like Promise.all, but it fails only when all have ended: nothing is cleared away under work that goes on. */
async function allEnded<T>(jobs: Promise<T>[]): Promise<T[]> {
  const results = await Promise.allSettled(jobs)
  return results.map((result) => {
    if (result.status === 'rejected') throw result.reason
    return result.value
  })
}

/** One transaction makes everything visible and saves the answer for repeats. */
async function commitAttempt<Fields>(
  services: DocumentServices,
  { id, key }: Attempt,
  staged: Staged<Fields>,
  commit: CommitStaged<Fields>,
): Promise<SavedAnswer> {
  let complete = false
  try {
    return await inTransaction(services.db, async (tx) => {
      // Always the key before the intent: a take-over locks them in the same order.
      await holdClaim(tx, key, id)
      await commitIntent(tx, id)
      const answer = await commit(tx, staged)
      await saveAnswer(tx, key, id, answer)
      complete = true
      return answer
    })
  } catch (error) {
    if (!complete) throw error
    return findOut(services, { id, key }, error)
  }
}

const lookUps = 5

/** The connection was lost over the COMMIT: a new one tells whether it took place. */
async function findOut(
  { db, log }: DocumentServices,
  { id, key }: Pick<Attempt, 'id' | 'key'>,
  cause: unknown,
): Promise<SavedAnswer> {
  log.warn({ err: cause }, 'the outcome of a commit is unknown')
  for (let attempt = 1; attempt <= lookUps; attempt++) {
    const answer = await findAnswer(db, key, id).catch(() => undefined)
    if (answer) return answer
    await sleep(attempt * 100)
  }
  throw new CommitUnknown(cause)
}

/** It is known that nothing was committed: the key is free again, and the sweeper deletes what was stored. */
async function abandon({ db, log }: DocumentServices, { id, key }: Attempt): Promise<void> {
  try {
    await releaseClaim(db, key, id)
    await giveUpIntent(db, id)
  } catch (error) {
    // The same is done by the sweeper as soon as the heartbeat is old.
    log.warn({ err: error }, 'a failed upload was not cleared away at once')
  }
}
