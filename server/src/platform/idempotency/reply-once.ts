import pg from 'pg'
import type { Db } from '../db/database.ts'
import { inTransaction, type Tx } from '../db/transaction.ts'
import { newId } from '../ids.ts'
import { claimKey, findSavedReply, saveReply, untilFree } from './idempotency-claims.ts'
import type { IdempotencyKey } from './idempotency-key.ts'
import { decryptReply, encryptReply, type ReplyServices } from './reply-box.ts'

/** Identifies repeated calls, and states how their reply is saved. */
interface Once<Body> {
  /** Undefined: `act` runs, and no reply is saved. */
  readonly key: IdempotencyKey | undefined
  readonly fingerprint: Buffer
  readonly status: 200 | 201 | 204
  /** For derived keys: whether the saved reply is still valid. */
  readonly isStillValid?: (saved: Body, tx: Tx) => Promise<boolean>
  /** The performer whose destruction deletes the saved reply (D17). */
  readonly about?: string
}

export interface OnceReply<Body> {
  readonly body: Body
  readonly replayed: boolean
  readonly headers: Readonly<Record<string, string>>
}

/**
 * Runs `act` in one transaction and saves the reply in it: a repeated call gets that reply and has no effect
 * (D20). A call whose key is in use waits for at most `limits.idempotencyWait`.
 */
export async function replyOnce<Body extends object>(
  services: ReplyServices,
  once: Once<Body>,
  act: (tx: Tx) => Promise<Body>,
): Promise<OnceReply<Body>> {
  const { key } = once
  if (!key) return fresh(await inTransaction(services.db, act))
  return untilFree(() => inTransaction(services.db, (tx) => actOrReplay(services, tx, { ...once, key }, act)))
}

/**
 * The reply of a repeated call with a sent key, for an act that does costly work before its transaction; undefined if
 * there is none yet. Call `replyOnce` afterwards: another call may run meanwhile.
 */
export async function findReplay<Body extends object>(
  services: ReplyServices,
  db: Db,
  { key, fingerprint }: Pick<Once<Body>, 'key' | 'fingerprint'>,
): Promise<OnceReply<Body> | undefined> {
  const saved = key && (await findSavedReply(db, key, fingerprint))
  return key && saved && replay(decryptReply<Body>(services, key, saved.box))
}

type Keyed<Body> = Once<Body> & { readonly key: IdempotencyKey }

/**
 * Runs `act` under a claim, or replays the saved reply. Undefined while another call holds the key; usually
 * claiming blocks until the transaction of that call ends.
 */
async function actOrReplay<Body extends object>(
  services: ReplyServices,
  tx: Tx,
  once: Keyed<Body>,
  act: (tx: Tx) => Promise<Body>,
): Promise<OnceReply<Body> | undefined> {
  const { key, fingerprint, status, isStillValid, about } = once
  const claimId = newId()
  const claim = await claimKey(tx, {
    key,
    fingerprint,
    claimId,
    isStillValid: async ({ box }) => !isStillValid || isStillValid(decryptReply(services, key, box), tx),
  }).catch(runningIfLocked)
  if (claim.state === 'running') return undefined
  if (claim.state === 'done') return replay(decryptReply<Body>(services, key, claim.reply.box))
  const body = await act(tx)
  await saveReply(tx, key, claimId, { status, box: encryptReply(services, key, body), about })
  return fresh(body)
}

/** A lock timeout: the other call still holds the key. This transaction can only roll back. */
function runningIfLocked(error: unknown): { readonly state: 'running' } {
  if (error instanceof pg.DatabaseError && error.code === '55P03') return { state: 'running' }
  throw error
}

function replay<Body>(body: Body): OnceReply<Body> {
  return { body, replayed: true, headers: { 'idempotent-replayed': 'true' } }
}

function fresh<Body>(body: Body): OnceReply<Body> {
  return { body, replayed: false, headers: {} }
}
