import type { Role } from '@kyc/contract/accounts.ts'
import { limits } from '@kyc/contract/limits.ts'
import { sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import type { Tx } from '../../../platform/db/transaction.ts'
import { emailColumns, nameColumns } from '../account-columns.ts'

export interface ProviderAccountRow {
  readonly id: string
  readonly email_key: string
  readonly email_verified: boolean
  readonly role: Role
  readonly role_managed: boolean
  readonly own_role: Role | null
  readonly provider_uid: string | null
  readonly password_hash: string | null
  readonly disabled: boolean
}

const columns = [
  'id',
  'email_key',
  'email_verified',
  'role',
  'role_managed',
  'own_role',
  'provider_uid',
  'password_hash',
] as const

function accounts(db: Db) {
  return db.selectFrom('account').select(columns).select(sql<boolean>`disabled_at IS NOT NULL`.as('disabled'))
}

export async function findByUid(db: Db, uid: string): Promise<ProviderAccountRow | undefined> {
  return accounts(db).where('provider_uid', '=', uid).executeTakeFirst()
}

export async function findByEmail(db: Db, emailKey: string): Promise<ProviderAccountRow | undefined> {
  return accounts(db).where('email_key', '=', emailKey).executeTakeFirst()
}

/** The provider's uid of an account; undefined if it has none, or there is no such account. */
export async function findProviderUid(db: Db, accountId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('account')
    .select('provider_uid')
    .where('id', '=', accountId)
    .executeTakeFirst()
  return row?.provider_uid ?? undefined
}

/** Serialises sign-ins of one provider user until the transaction ends, so that one creates the account. */
export async function lockUid(tx: Tx, uid: string): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`provider:${uid}`}, 0))`.execute(tx)
}

/** False if the address is in use. */
export async function insertProviderAccount(
  tx: Tx,
  account: {
    id: string
    email: string
    email_verified: boolean
    name: string
    role: Role
    role_managed: boolean
    own_role: Role | null
    provider_uid: string
    at: Date
  },
): Promise<boolean> {
  const { name, email, at, ...rest } = account
  const columns = { ...rest, ...nameColumns(name), ...emailColumns(email) }
  const row = await tx
    .insertInto('account')
    .values({ ...columns, provider: 'firebase', created_at: at, updated_at: at })
    .onConflict((conflict) => conflict.column('email_key').doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Turns an account without a password into one of the provider; others keep both kinds of sign-in. */
export async function setProviderUid(tx: Tx, id: string, uid: string, at: Date): Promise<void> {
  await tx
    .updateTable('account')
    .set({
      provider_uid: uid,
      provider: sql`CASE WHEN password_hash IS NULL THEN 'firebase' ELSE provider END`,
      updated_at: at,
    })
    .where('id', '=', id)
    .execute()
}

export async function setRole(
  tx: Tx,
  id: string,
  role: { role: Role; role_managed: boolean; own_role: Role | null },
  at: Date,
): Promise<void> {
  await tx
    .updateTable('account')
    .set({ ...role, updated_at: at })
    .where('id', '=', id)
    .execute()
}

/** Records that the provider has just confirmed the account. */
export async function setProviderChecked(tx: Tx, id: string): Promise<void> {
  await tx.updateTable('account').set({ provider_checked_at: sql`now()` }).where('id', '=', id).execute()
}

export interface DueAccount {
  readonly id: string
  readonly provider_uid: string
  readonly email_key: string
  readonly email_verified: boolean
}

/**
 * Claims accounts with a session opened by the provider whose last check is ten minutes old, and unverified
 * accounts that were never checked. Claiming counts as the check, so that one process gets each
 * account.
 */
export async function claimDueAccounts(db: Db, limit: number): Promise<DueAccount[]> {
  const seconds = limits.provider.recheck / 1000
  const { rows } = await sql<DueAccount>`
    UPDATE account SET provider_checked_at = now()
    WHERE id IN (
      SELECT a.id FROM account a
      WHERE a.id IN (SELECT account_id FROM session WHERE method = 'firebase' AND expires_at > now()
          UNION ALL SELECT id FROM account WHERE NOT email_verified AND provider_checked_at IS NULL)
        AND a.provider_uid IS NOT NULL
        AND (a.provider_checked_at IS NULL OR a.provider_checked_at <= now() - make_interval(secs => ${seconds}))
      ORDER BY a.provider_checked_at NULLS FIRST LIMIT ${limit} FOR NO KEY UPDATE SKIP LOCKED)
    RETURNING id, provider_uid, email_key, email_verified`.execute(db)
  return rows
}

/** Releases claimed accounts that could not be checked. */
export async function releaseAccounts(db: Db, ids: readonly string[]): Promise<void> {
  await db.updateTable('account').set({ provider_checked_at: null }).where('id', 'in', ids).execute()
}

/**
 * Ends all sessions and pending sign-ins by the provider, or those from before `before`; returns the number
 * of sessions.
 */
export async function endProviderSessions(
  tx: Tx,
  accountId: string,
  before: Date | undefined,
): Promise<number> {
  const pending = tx
    .deleteFrom('pending_sign_in')
    .where('account_id', '=', accountId)
    .where('method', '=', 'firebase')
  const sessions = tx
    .deleteFrom('session')
    .where('account_id', '=', accountId)
    .where('method', '=', 'firebase')
  await (before ? pending.where('created_at', '<', before) : pending).execute()
  const ended = await (before ? sessions.where('authenticated_at', '<', before) : sessions).executeTakeFirst()
  return Number(ended.numDeletedRows)
}

export async function deleteExpiredIdTokens(db: Db): Promise<void> {
  await db.deleteFrom('used_id_token').where('expires_at', '<=', sql<Date>`now()`).execute()
}
