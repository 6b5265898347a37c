import { setTimeout as sleep } from 'node:timers/promises'
import type { DocumentType } from '@kyc/contract/document-vocabulary.ts'
import { limits } from '@kyc/contract/limits.ts'
import { inTransaction, type Tx } from '../../../platform/db/transaction.ts'
import type { RequestInfo, Upload } from '../../../platform/http/requests/binding.ts'
import { claimKey, type SavedAnswer } from '../../../platform/idempotency/idempotency-claims.ts'
import {
  fingerprintOf,
  type IdempotencyKey,
  idempotencyKeyOf,
} from '../../../platform/idempotency/idempotency-key.ts'
import { newId } from '../../../platform/ids.ts'
import { Problem } from '../../../platform/problem.ts'
import { newObjectKey } from '../../../platform/storage/object-store.ts'
import type { Actor } from '../../access/actor.ts'
import type { DocumentServices } from '../document-services.ts'
import type { PerformerKey } from '../performer-keys.ts'
import { chargeQuota } from './charge-quota.ts'
import type { ReceivedFile } from './intake.ts'
import { runStaged } from './run-staged.ts'
import type { Attempt, CommitStaged } from './staged.ts'
import type { ObjectKeys } from './store-file.ts'
import { giveUpIntent, insertIntent } from './upload-intents.ts'

/** How one kind of call takes its files. */
export interface UploadPlan<Fields> {
  readonly actor: Actor
  readonly upload: Upload
  readonly request: RequestInfo
  /** The scope of the idempotency key, such as the endpoint's name. */
  readonly route: string
  /** What the path says beside it: part of what makes two calls the same. */
  readonly scope: readonly string[]
  /** What the call counts against the daily quota, in addition to its bytes. */
  readonly registrations: 0 | 1
  /** The slot that a part of the form fills. */
  slotOf(part: string): DocumentType
  /** Called when the whole body was read and before anything is stored; throws what is wrong with it. */
  check(fields: Record<string, string>, slots: ReadonlySet<DocumentType>): Promise<Fields>
  /** Whose key encrypts the files. */
  performer(fields: Fields): Promise<PerformerKey>
  /** For calls without an Idempotency-Key: whether the answer given a few minutes ago is still true. */
  stillHolds(body: Record<string, unknown>, tx: Tx): Promise<boolean>
}

/**
 * The one way in for documents: receive, check, promise, clean, encrypt, store, commit. The
 * files are durable before any row names them, a crash at any point leaves nothing visible, and a repeat of the same
 * call gets the same answer (D20).
 * @throws Problem of the files, of `check` and `commit`, IDEMPOTENCY_KEY_REUSED, REQUEST_IN_PROGRESS,
 *   DAILY_REGISTRATIONS, DAILY_BYTES, TEMPORARILY_UNAVAILABLE
 */
export async function withStagedUploads<Fields>(
  services: DocumentServices,
  plan: UploadPlan<Fields>,
  commit: CommitStaged<Fields>,
): Promise<{ body: Record<string, unknown>; headers: Record<string, string> }> {
  const files: ReceivedFile[] = []
  try {
    const texts = await plan.upload.receive(async (file) => {
      files.push(await services.intake.receive(file, plan.slotOf(file.slot)))
    })
    const fields = await plan.check(texts, new Set(files.map((file) => file.type)))
    const fingerprint = contentOf(plan, texts, files)
    const { actor, route, request } = plan
    const key = idempotencyKeyOf({ scope: actor.id, route, request }, fingerprint)
    const turn = await takeTurn(services, plan, key, fingerprint, files)
    if ('answer' in turn) return { body: turn.answer.body, headers: { 'idempotent-replayed': 'true' } }
    const answer = await runStaged(
      services,
      turn.attempt,
      async () => ({
        fields,
        performer: await plan.performer(fields),
      }),
      commit,
    )
    return { body: answer.body, headers: {} }
  } finally {
    await services.intake.discard(files)
  }
}

/** Multipart boundaries differ on every retry, so that the content is what counts. */
function contentOf(
  plan: Pick<UploadPlan<unknown>, 'route' | 'scope'>,
  texts: Record<string, string>,
  files: readonly ReceivedFile[],
): Buffer {
  const names = Object.keys(texts).sort()
  const sorted = files.toSorted((one, other) => (one.part < other.part ? -1 : 1))
  return fingerprintOf([
    plan.route,
    JSON.stringify(plan.scope),
    JSON.stringify(names.map((name) => [name, texts[name]])),
    ...sorted.flatMap((file) => [file.part, file.filename, file.sha256]),
  ])
}

/** Waits until this call may run, or until another one has brought the answer. */
async function takeTurn(
  services: DocumentServices,
  plan: Pick<UploadPlan<unknown>, 'actor' | 'request' | 'registrations' | 'stillHolds'>,
  key: IdempotencyKey,
  fingerprint: Buffer,
  files: readonly ReceivedFile[],
): Promise<{ attempt: Attempt } | { answer: SavedAnswer }> {
  const until = performance.now() + limits.idempotencyWait
  for (let pause = 50; ; pause = Math.min(pause * 2, 500)) {
    const objectKeys = new Map(files.map((file) => [file, newObjectKeys()]))
    const attempt: Attempt = { id: newId(), key, objectKeys }
    const claim = await inTransaction(services.db, async (tx) => {
      const stillHolds = ({ body }: SavedAnswer) => plan.stillHolds(body, tx)
      const claim = await claimKey(tx, { key, fingerprint, claimId: attempt.id, stillHolds })
      if (claim.state === 'mine') {
        const bytes = files.reduce((sum, file) => sum + file.size, 0)
        await chargeQuota(services, tx, plan.actor.id, { registrations: plan.registrations, bytes })
        await promise(tx, services, plan.actor, attempt, claim.tookOver)
      }
      return claim
    })
    if (claim.state === 'mine') return { attempt }
    if (claim.state === 'done') return { answer: claim.answer }
    if (performance.now() > until || plan.request.signal.aborted) {
      throw new Problem('REQUEST_IN_PROGRESS', { retryAfterSeconds: 1 })
    }
    await sleep(pause)
  }
}

function newObjectKeys(): ObjectKeys {
  return { full: newObjectKey(), screen: newObjectKey(), thumbnail: newObjectKey() }
}

/** The new promise, and in the same transaction the end of the one that it takes over. */
async function promise(
  tx: Tx,
  { intake }: DocumentServices,
  actor: Actor,
  attempt: Attempt,
  tookOver: string | null,
): Promise<void> {
  if (tookOver) await giveUpIntent(tx, tookOver)
  const objectKeys = [...attempt.objectKeys.values()].flatMap(({ full, screen, thumbnail }) => [
    full,
    screen,
    thumbnail,
  ])
  await insertIntent(tx, { id: attempt.id, accountId: actor.id, workerId: intake.workerId, objectKeys })
}
