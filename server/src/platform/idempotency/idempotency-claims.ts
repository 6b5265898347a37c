import { setTimeout as sleep } from 'node:timers/promises'
import { limits } from '@kyc/contract/limits.ts'
import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { ago } from '../db/time.ts'
import type { Tx } from '../db/transaction.ts'
import { Problem } from '../problem.ts'
import type { IdempotencyKey } from './idempotency-key.ts'

/** The reply of the first call, encrypted. */
export interface SavedReply {
  readonly status: number
  readonly box: Buffer
  /** The id of the record whose personal data it contains. */
  readonly about?: string | undefined
}

export type Claim =
  /** The caller runs the act. `tookOver` is the expired claim that this one replaces. */
  | { readonly state: 'mine'; readonly tookOver: string | null }
  /** Another call runs the act. */
  | { readonly state: 'running' }
  | { readonly state: 'done'; readonly reply: SavedReply }

interface ClaimRequest {
  readonly key: IdempotencyKey
  readonly fingerprint: Buffer
  /** A new id for this attempt. */
  readonly claimId: string
  /**
   * For derived keys: whether the saved reply is still valid. Runs in the same transaction: acquiring a
   * second connection while holding one can deadlock the pool.
   */
  readonly isStillValid: (reply: SavedReply, tx: Tx) => Promise<boolean>
}

/** Claims the key, or returns its state. Exactly one of several concurrent calls gets the claim. */
export async function claimKey(tx: Tx, request: ClaimRequest): Promise<Claim> {
  const { key, fingerprint, claimId } = request
  const inserted = await tx
    .insertInto('idempotency_key')
    .values({ ...identity(key), fingerprint, intent_id: claimId, status: null, reply_enc: null })
    .onConflict((conflict) => conflict.doNothing())
    .returning('key')
    .executeTakeFirst()
  if (inserted) return { state: 'mine', tookOver: null }
  const existing = await findForUpdate(tx, key)
  // The key was released between the two statements: the caller retries.
  if (!existing) return { state: 'running' }
  const { status, reply_enc: box } = existing
  const reply = status === null || !box ? null : { status, box }
  if (reply && (existing.expired || (key.derived && !(await request.isStillValid(reply, tx))))) {
    await restart(tx, request)
    return { state: 'mine', tookOver: null }
  }
  if (!existing.fingerprint.equals(fingerprint)) throw new Problem('IDEMPOTENCY_KEY_REUSED')
  if (reply) return { state: 'done', reply }
  if (!existing.leaseExpired) return { state: 'running' }
  await restart(tx, request)
  return { state: 'mine', tookOver: existing.intent_id }
}

/**
 * Repeats `claim` while it returns undefined, because another call holds the key; waits at most
 * `limits.idempotencyWait`.
 */
export async function untilFree<Claimed>(
  claim: () => Promise<Claimed | undefined>,
  signal?: AbortSignal,
): Promise<Claimed> {
  const until = performance.now() + limits.idempotencyWait
  for (let pause = 50; ; pause = Math.min(pause * 2, 500)) {
    const claimed = await claim()
    if (claimed) return claimed
    if (performance.now() > until || signal?.aborted) {
      throw new Problem('REQUEST_IN_PROGRESS', { retryAfterSeconds: 1 })
    }
    await sleep(pause)
  }
}

/** Locks the claim until the end of the transaction. */
export async function lockClaim(tx: Tx, key: IdempotencyKey, claimId: string): Promise<void> {
  const row = await tx
    .selectFrom('idempotency_key')
    .select('key')
    .where((where) => where.and({ ...identity(key), intent_id: claimId }))
    .where('status', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw new Problem('TEMPORARILY_UNAVAILABLE', { retryAfterSeconds: 1 })
}

/** Saves the reply in the transaction of the act; call `lockClaim` first. */
export async function saveReply(
  tx: Tx,
  key: IdempotencyKey,
  claimId: string,
  reply: SavedReply,
): Promise<void> {
  await tx
    .updateTable('idempotency_key')
    .set({
      status: reply.status,
      reply_enc: reply.box,
      about: reply.about ?? null,
      created_at: sql`now()`,
    })
    .where((where) => where.and({ ...identity(key), intent_id: claimId }))
    .execute()
}

/** The reply that this claim saved, or undefined. */
export async function findReply(
  db: Db,
  key: IdempotencyKey,
  claimId: string,
): Promise<SavedReply | undefined> {
  const row = await db
    .selectFrom('idempotency_key')
    .select(['status', 'reply_enc'])
    .where((where) => where.and({ ...identity(key), intent_id: claimId }))
    .executeTakeFirst()
  return row?.reply_enc && row.status !== null ? { status: row.status, box: row.reply_enc } : undefined
}

/** The saved reply of the same call, without a claim; undefined if there is no such call, or it still runs. */
export async function findSavedReply(
  db: Db,
  key: IdempotencyKey,
  fingerprint: Buffer,
): Promise<SavedReply | undefined> {
  const row = await findKey(db, key).executeTakeFirst()
  if (!row?.reply_enc || row.status === null || row.expired) return undefined
  if (!row.fingerprint.equals(fingerprint)) throw new Problem('IDEMPOTENCY_KEY_REUSED')
  return { status: row.status, box: row.reply_enc }
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
export async function renewClaim(db: Db, claimId: string, key: IdempotencyKey): Promise<void> {
  await db
    .updateTable('idempotency_key')
    .set({ heartbeat_at: sql`now()` })
    .where((where) => where.and({ ...identity(key), intent_id: claimId }))
    .execute()
}

/** Deletes the replies that contain personal data of the record. */
export async function deleteRepliesAbout(tx: Tx, recordId: string): Promise<void> {
  await tx.deleteFrom('idempotency_key').where('about', '=', recordId).execute()
}

/** Deletes replies older than `limits.idempotencyKept`. */
export async function purgeReplies(db: Db): Promise<void> {
  await db.deleteFrom('idempotency_key').where('created_at', '<', ago(limits.idempotencyKept)).execute()
}

function identity({ scope, route, key }: IdempotencyKey) {
  return { scope, route, key }
}

function findForUpdate(tx: Tx, key: IdempotencyKey) {
  return findKey(tx, key).forUpdate().executeTakeFirst()
}

function findKey(db: Db, key: IdempotencyKey) {
  const retention = key.derived ? limits.derivedKeyKept : limits.idempotencyKept
  return db
    .selectFrom('idempotency_key')
    .select(['fingerprint', 'intent_id', 'status', 'reply_enc'])
    .select((row) => [
      row('heartbeat_at', '<', ago(limits.intentLease)).as('leaseExpired'),
      row('created_at', '<', ago(retention)).as('expired'),
    ])
    .where((where) => where.and(identity(key)))
}

async function restart(tx: Tx, { key, fingerprint, claimId }: ClaimRequest): Promise<void> {
  await tx
    .updateTable('idempotency_key')
    .set({
      fingerprint,
      intent_id: claimId,
      status: null,
      reply_enc: null,
      about: null,
      created_at: sql`now()`,
      heartbeat_at: sql`now()`,
    })
    .where((where) => where.and(identity(key)))
    .execute()
}
