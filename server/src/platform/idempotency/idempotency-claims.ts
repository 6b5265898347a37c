import { limits } from '@kyc/contract/limits.ts'
import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import type { Tx } from '../db/transaction.ts'
import { Problem } from '../problem.ts'
import type { IdempotencyKey } from './idempotency-key.ts'

/** A saved answer, as it went out the first time. */
export interface SavedAnswer {
  readonly status: number
  readonly body: Record<string, unknown>
}

export type Claim =
  /** The caller runs the act; `tookOver` is the expired claim that it replaces. */
  | { readonly state: 'mine'; readonly tookOver: string | null }
  /** Another call runs the act. */
  | { readonly state: 'running' }
  | { readonly state: 'done'; readonly answer: SavedAnswer }

export interface ClaimRequest {
  readonly key: IdempotencyKey
  readonly fingerprint: Buffer
  /** A new id for this attempt. */
  readonly claimId: string
  /**
   * For derived keys: whether the saved answer is still true. Runs in the same transaction: acquiring a second connection
   * while holding one can deadlock the pool.
   */
  readonly stillHolds: (answer: SavedAnswer, tx: Tx) => Promise<boolean>
}

/**
 * Claims the key, or returns its state (D20). Of any number of concurrent calls one gets the claim.
 * @throws Problem IDEMPOTENCY_KEY_REUSED when the key stands for other content
 */
export async function claimKey(tx: Tx, request: ClaimRequest): Promise<Claim> {
  const { key, fingerprint, claimId } = request
  const inserted = await tx
    .insertInto('idempotency_key')
    .values({ ...identity(key), fingerprint, intent_id: claimId, status: null, body: null })
    .onConflict((conflict) => conflict.doNothing())
    .returning('key')
    .executeTakeFirst()
  if (inserted) return { state: 'mine', tookOver: null }
  const found = await findForUpdate(tx, key)
  // Released between the two statements: the caller retries.
  if (!found) return { state: 'running' }
  const answer = found.status === null || !found.body ? null : { status: found.status, body: found.body }
  if (answer && (found.expired || (key.derived && !(await request.stillHolds(answer, tx))))) {
    await restart(tx, request)
    return { state: 'mine', tookOver: null }
  }
  if (!found.fingerprint.equals(fingerprint)) throw new Problem('IDEMPOTENCY_KEY_REUSED')
  if (answer) return { state: 'done', answer }
  if (!found.stale) return { state: 'running' }
  await restart(tx, request)
  return { state: 'mine', tookOver: found.intent_id }
}

/**
 * Locks the claim until the end of the transaction.
 * @throws Problem TEMPORARILY_UNAVAILABLE when another worker took it over
 */
export async function holdClaim(tx: Tx, key: IdempotencyKey, claimId: string): Promise<void> {
  const row = await tx
    .selectFrom('idempotency_key')
    .select('key')
    .where((where) => where.and({ ...identity(key), intent_id: claimId }))
    .where('status', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw new Problem('TEMPORARILY_UNAVAILABLE', { retryAfterSeconds: 1 })
}

/** Saves the answer in the transaction of the act; call `holdClaim` first. */
export async function saveAnswer(
  tx: Tx,
  key: IdempotencyKey,
  claimId: string,
  answer: SavedAnswer,
): Promise<void> {
  await tx
    .updateTable('idempotency_key')
    .set({ status: answer.status, body: JSON.stringify(answer.body), created_at: sql`now()` })
    .where((where) => where.and({ ...identity(key), intent_id: claimId }))
    .execute()
}

/** The answer that this claim saved; undefined if there is none. */
export async function findAnswer(
  db: Db,
  key: IdempotencyKey,
  claimId: string,
): Promise<SavedAnswer | undefined> {
  const row = await db
    .selectFrom('idempotency_key')
    .select(['status', 'body'])
    .where((where) => where.and({ ...identity(key), intent_id: claimId }))
    .executeTakeFirst()
  return row?.body && row.status !== null ? { status: row.status, body: row.body } : undefined
}

/** Releases the key after a failure, so that a retry runs the act: failures are not replayed. */
export async function releaseClaim(db: Db, key: IdempotencyKey, claimId: string): Promise<void> {
  await db
    .deleteFrom('idempotency_key')
    .where((where) => where.and({ ...identity(key), intent_id: claimId }))
    .where('status', 'is', null)
    .execute()
}

/** Extends the lease of the claim. */
export async function beatClaim(db: Db, claimId: string, key: IdempotencyKey): Promise<void> {
  await db
    .updateTable('idempotency_key')
    .set({ heartbeat_at: sql`now()` })
    .where((where) => where.and({ ...identity(key), intent_id: claimId }))
    .execute()
}

/** Deletes answers older than `limits.idempotencyKept`. */
export async function purgeAnswers(db: Db): Promise<void> {
  await db.deleteFrom('idempotency_key').where('created_at', '<', ago(limits.idempotencyKept)).execute()
}

function identity({ scope, route, key }: IdempotencyKey) {
  return { scope, route, key }
}

function findForUpdate(tx: Tx, key: IdempotencyKey) {
  const kept = key.derived ? limits.derivedKeyKept : limits.idempotencyKept
  return tx
    .selectFrom('idempotency_key')
    .select(['fingerprint', 'intent_id', 'status', 'body'])
    .select((row) => [
      row('heartbeat_at', '<', ago(limits.intentStale)).as('stale'),
      row('created_at', '<', ago(kept)).as('expired'),
    ])
    .where((where) => where.and(identity(key)))
    .forUpdate()
    .executeTakeFirst()
}

async function restart(tx: Tx, { key, fingerprint, claimId }: ClaimRequest): Promise<void> {
  await tx
    .updateTable('idempotency_key')
    .set({
      fingerprint,
      intent_id: claimId,
      status: null,
      body: null,
      created_at: sql`now()`,
      heartbeat_at: sql`now()`,
    })
    .where((where) => where.and(identity(key)))
    .execute()
}

/** By the clock of the database, which all processes share. */
function ago(milliseconds: number) {
  return sql<Date>`now() - make_interval(secs => ${milliseconds / 1000})`
}
