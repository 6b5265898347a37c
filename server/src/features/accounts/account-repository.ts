import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import type { Tx } from '../../platform/db/transaction.ts'
import { emailColumns, nameColumns } from './account-columns.ts'
import type { AccountRow } from './present-user.ts'

export interface SignInRow extends AccountRow {
  readonly password_hash: string | null
  readonly disabled: boolean
}

interface OwnAccountRow extends AccountRow {
  readonly password_hash: string | null
  readonly verification_mailed_at: Date | null
}

const columns = ['id', 'email', 'email_verified', 'name', 'role', 'provider', 'device_generation'] as const

export async function findAccountForSignIn(db: Db, emailKey: string): Promise<SignInRow | undefined> {
  return db
    .selectFrom('account')
    .select([...columns, 'password_hash'])
    .select(sql<boolean>`disabled_at IS NOT NULL`.as('disabled'))
    .where('email_key', '=', emailKey)
    .executeTakeFirst()
}

export async function findAccount(db: Db, id: string): Promise<AccountRow | undefined> {
  return db.selectFrom('account').select(columns).where('id', '=', id).executeTakeFirst()
}

/** With the stored password, for acts on the own account; undefined if the account is disabled. */
export async function findOwnAccount(db: Db, id: string): Promise<OwnAccountRow | undefined> {
  return db
    .selectFrom('account')
    .select([...columns, 'password_hash', 'verification_mailed_at'])
    .where('id', '=', id)
    .where('disabled_at', 'is', null)
    .executeTakeFirst()
}

export async function updateName(
  tx: Tx,
  id: string,
  name: string,
  at: Date,
): Promise<AccountRow | undefined> {
  await raisePersonalVersion(tx, id)
  return tx
    .updateTable('account')
    .set({ ...nameColumns(name), updated_at: at })
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirst()
}

/**
 * Raises the version of the personal organisation, which has the name of its account (a trigger). Called with each
 * change of the name, because the office approves the version that it has read (D115).
 */
export async function raisePersonalVersion(tx: Tx, accountId: string): Promise<void> {
  await tx
    .updateTable('organisation')
    .set((row) => ({ version: row('version', '+', 1) }))
    .where('person_id', '=', accountId)
    .execute()
}

/** Invalidates all device cookies of an account; returns the new generation. */
export async function raiseDeviceGeneration(tx: Tx, id: string): Promise<number> {
  const { device_generation } = await tx
    .updateTable('account')
    .set((account) => ({ device_generation: account('device_generation', '+', 1) }))
    .where('id', '=', id)
    .returning('device_generation')
    .executeTakeFirstOrThrow()
  return device_generation
}

/** False if the password is no longer `before`. */
export async function updatePassword(
  tx: Tx,
  id: string,
  { before, after, at }: { before: string; after: string; at: Date },
): Promise<boolean> {
  const result = await tx
    .updateTable('account')
    .set({ password_hash: after, updated_at: at })
    .where('id', '=', id)
    .where('password_hash', '=', before)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

/**
 * Locks the account until the end of the transaction: acts that disable it or change its rights end its
 * sessions under the same lock, so that no session opens with the old rights. Undefined if it is
 * disabled, or if its password is no longer `checkedHash`.
 */
export async function lockForSignIn(
  tx: Tx,
  id: string,
  checkedHash: string | undefined,
): Promise<AccountRow | undefined> {
  const query = tx
    .selectFrom('account')
    .select(columns)
    .where('id', '=', id)
    .where('disabled_at', 'is', null)
    .forNoKeyUpdate()
  const account = checkedHash === undefined ? query : query.where('password_hash', '=', checkedHash)
  return account.executeTakeFirst()
}

export async function setLastSignIn(tx: Tx, id: string, at: Date): Promise<void> {
  await tx.updateTable('account').set({ last_sign_in_at: at }).where('id', '=', id).execute()
}

/** Locks an address until the end of the transaction. Must be acquired before locks on rows of accounts. */
export async function lockAddress(tx: Tx, emailKey: string): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`address:${emailKey}`}, 0))`.execute(tx)
}

/** Undefined if the address is in use. */
export async function insertAccount(
  tx: Tx,
  account: Pick<AccountRow, 'id' | 'name' | 'role'> & {
    email: string
    password_hash: string | null
    at: Date
  },
): Promise<AccountRow | undefined> {
  const { id, name, role, email, password_hash, at } = account
  const values = { ...nameColumns(name), ...emailColumns(email), role, password_hash }
  return tx
    .insertInto('account')
    .values({ id, ...values, created_at: at, updated_at: at })
    .onConflict((conflict) => conflict.column('email_key').doNothing())
    .returning(columns)
    .executeTakeFirst()
}
