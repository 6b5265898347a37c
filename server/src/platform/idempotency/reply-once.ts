import { setTimeout as sleep } from 'node:timers/promises'
import { limits } from '@kyc/contract/limits.ts'
import pg from 'pg'
import { openBox, sealBox } from '../crypto/sealed-box.ts'
import type { Db } from '../db/database.ts'
import { inTransaction, type Tx } from '../db/transaction.ts'
import { newId } from '../ids.ts'
import { Problem } from '../problem.ts'
import { claimKey, type SavedAnswer, saveAnswer } from './idempotency-claims.ts'
import type { IdempotencyKey } from './idempotency-key.ts'

/** Identifies repeated calls, and how their answer is saved. */
export interface Once<Body> {
  /** Undefined: `act` runs, and no answer is saved. */
  readonly key: IdempotencyKey | undefined
  readonly fingerprint: Buffer
  readonly status: 200 | 201 | 204
  /** For derived keys: whether the saved answer is still true. */
  readonly stillHolds?: (saved: Body, tx: Tx) => Promise<boolean>
  /** Encrypts the saved answer if it contains a secret that is shown once (32 bytes). */
  readonly seal?: Buffer
}

export interface AnsweredOnce<Body> {
  readonly body: Body
  readonly replayed: boolean
  readonly headers: Readonly<Record<string, string>>
}

/**
 * Runs `act` in one transaction and saves its answer in it: a repeated call gets that answer and has no effect (D20). A
 * call whose key is in use waits for at most `limits.idempotencyWait`.
 * @throws Problem IDEMPOTENCY_KEY_REUSED, REQUEST_IN_PROGRESS, and those of `act`
 */
export async function answerOnce<Body extends object>(
  db: Db,
  once: Once<Body>,
  act: (tx: Tx) => Promise<Body>,
): Promise<AnsweredOnce<Body>> {
  const { key } = once
  if (!key) return fresh(await inTransaction(db, act))
  const until = performance.now() + limits.idempotencyWait
  for (;;) {
    const answered = await inTransaction(db, (tx) => claimOrReplay(tx, { ...once, key }, act))
    if (answered) return answered
    if (performance.now() > until) throw new Problem('REQUEST_IN_PROGRESS', { retryAfterSeconds: 1 })
    await sleep(100)
  }
}

type Keyed<Body> = Once<Body> & { readonly key: IdempotencyKey }

/**
 * Runs `act` under a claim, or replays the saved answer. Undefined while another call holds the key; usually the claim
 * itself waits for the transaction of that call.
 */
async function claimOrReplay<Body extends object>(
  tx: Tx,
  once: Keyed<Body>,
  act: (tx: Tx) => Promise<Body>,
): Promise<AnsweredOnce<Body> | undefined> {
  const { key, fingerprint, status, stillHolds } = once
  const claimId = newId()
  const claim = await claimKey(tx, {
    key,
    fingerprint,
    claimId,
    stillHolds: async (saved) => !stillHolds || stillHolds(opened(once, saved), tx),
  }).catch(runningIfLocked)
  if (claim.state === 'running') return undefined
  if (claim.state === 'done') {
    return { body: opened(once, claim.answer), replayed: true, headers: { 'idempotent-replayed': 'true' } }
  }
  const body = await act(tx)
  await saveAnswer(tx, key, claimId, { status, body: saved(once, body) })
  return fresh(body)
}

/** A lock timeout: the other call still holds the key. This transaction can only roll back. */
function runningIfLocked(error: unknown): { readonly state: 'running' } {
  if (error instanceof pg.DatabaseError && error.code === '55P03') return { state: 'running' }
  throw error
}

function fresh<Body>(body: Body): AnsweredOnce<Body> {
  return { body, replayed: false, headers: {} }
}

function saved<Body extends object>({ key, seal }: Keyed<Body>, body: Body): SavedAnswer['body'] {
  if (!seal) return body as SavedAnswer['body'] // any object
  return { sealed: sealBox(seal, Buffer.from(JSON.stringify(body)), contextOf(key)).toString('base64') }
}

function opened<Body>({ key, seal }: Keyed<Body>, { body }: SavedAnswer): Body {
  // The body was saved by an earlier call with the same key, so it has the same type.
  if (!seal) return body as Body
  return JSON.parse(openBox(seal, Buffer.from(String(body.sealed), 'base64'), contextOf(key)).toString())
}

function contextOf({ scope, route, key }: IdempotencyKey): string {
  return `answer:${scope}:${route}:${key}`
}
