import { limits } from '@kyc/contract/limits.ts'
import { sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import type { Tables } from '../../../platform/db/tables.ts'
import { fromNow } from '../../../platform/db/time.ts'
import type { Tx } from '../../../platform/db/transaction.ts'
import type { AccountRow } from '../present-user.ts'

/** The cookie of a sign-in that still needs its second factor. */
export const pendingCookie = '2fa'

export type FirstFactor = Tables['pending_sign_in']['method']

/** A sign-in whose first factor was right, with the current row of its account. */
export interface PendingSignIn extends AccountRow {
  readonly key: Buffer
  readonly method: FirstFactor
  readonly email_key: string
}

export async function findPending(db: Db, key: Buffer): Promise<PendingSignIn | undefined> {
  return db
    .selectFrom('pending_sign_in as p')
    .innerJoin('account as a', 'a.id', 'p.account_id')
    .select(['p.key', 'p.method', 'a.email_key', 'a.id', 'a.email', 'a.email_verified'])
    .select(['a.name', 'a.role', 'a.provider', 'a.device_generation'])
    .where('p.key', '=', key)
    .where('p.expires_at', '>', sql<Date>`now()`)
    .where('a.disabled_at', 'is', null)
    .executeTakeFirst()
}

export async function insertPending(
  tx: Tx,
  pending: { key: Buffer; accountId: string; method: FirstFactor },
): Promise<void> {
  const { key, accountId, method } = pending
  const expires_at = fromNow(limits.secondFactor.pending)
  await tx.insertInto('pending_sign_in').values({ key, account_id: accountId, method, expires_at }).execute()
}

export async function deletePending(tx: Tx, key: Buffer): Promise<boolean> {
  const result = await tx.deleteFrom('pending_sign_in').where('key', '=', key).executeTakeFirst()
  return result.numDeletedRows > 0n
}

export async function deletePendingOf(tx: Tx, accountId: string): Promise<void> {
  await tx.deleteFrom('pending_sign_in').where('account_id', '=', accountId).execute()
}

export async function deleteExpiredPending(db: Db): Promise<void> {
  await db.deleteFrom('pending_sign_in').where('expires_at', '<=', sql<Date>`now()`).execute()
}

export async function savePendingChallenge(db: Db, key: Buffer, challenge: string): Promise<void> {
  await db
    .updateTable('pending_sign_in')
    .set({ challenge, challenge_until: fromNow(limits.secondFactor.challenge) })
    .where('key', '=', key)
    .execute()
}

/** Returns a challenge once: the next call finds none, whether or not this one succeeds. */
export async function takePendingChallenge(db: Db, key: Buffer): Promise<string | undefined> {
  const { rows } = await sql<{ challenge: string | null }>`
    WITH before AS (SELECT key, challenge, challenge_until FROM pending_sign_in WHERE key = ${key} FOR UPDATE)
    UPDATE pending_sign_in p SET challenge = NULL FROM before WHERE p.key = before.key
    RETURNING CASE WHEN before.challenge_until > now() THEN before.challenge END AS challenge`.execute(db)
  return rows[0]?.challenge ?? undefined
}

/** A challenge of a session has one purpose: one for verifying a passkey must not add another. */
export async function saveSessionChallenge(
  db: Db,
  key: Buffer,
  purpose: 'add' | 'ask',
  challenge: string,
): Promise<void> {
  await db
    .updateTable('session')
    .set({
      challenge,
      challenge_for: purpose,
      challenge_until: fromNow(limits.secondFactor.challenge),
    })
    .where('key', '=', key)
    .execute()
}

/** Returns the challenge once, and for its purpose only. */
export async function takeSessionChallenge(
  db: Db,
  key: Buffer,
  purpose: 'add' | 'ask',
): Promise<string | undefined> {
  const { rows } = await sql<{ challenge: string | null }>`
    WITH before AS (SELECT key, challenge, challenge_for, challenge_until FROM session WHERE key = ${key} FOR UPDATE)
    UPDATE session s SET challenge = NULL FROM before WHERE s.key = before.key
    RETURNING CASE WHEN before.challenge_for = ${purpose} AND before.challenge_until > now()
      THEN before.challenge END AS challenge`.execute(db)
  return rows[0]?.challenge ?? undefined
}
