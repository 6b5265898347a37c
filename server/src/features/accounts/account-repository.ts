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

const shown = ['id', 'email', 'email_verified', 'name', 'role', 'provider', 'device_generation'] as const

export async function findAccountForSignIn(db: Db, emailKey: string): Promise<SignInRow | undefined> {
  return db
    .selectFrom('account')
    .select([...shown, 'password_hash'])
    .select(sql<boolean>`disabled_at IS NOT NULL`.as('disabled'))
    .where('email_key', '=', emailKey)
    .executeTakeFirst()
}

export async function findAccount(db: Db, id: string): Promise<AccountRow | undefined> {
  return db.selectFrom('account').select(shown).where('id', '=', id).executeTakeFirst()
}

/** With the stored password, for its owner's own acts; undefined if the account is disabled. */
export async function findOwnAccount(db: Db, id: string): Promise<OwnAccountRow | undefined> {
  return db
    .selectFrom('account')
    .select([...shown, 'password_hash', 'verification_mailed_at'])
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
  return tx
    .updateTable('account')
    .set({ ...nameColumns(name), updated_at: at })
    .where('id', '=', id)
    .returning(shown)
    .executeTakeFirst()
}

/** Ends the effect of all device cookies of an account; returns the new generation. */
export async function raiseDeviceGeneration(tx: Tx, id: string): Promise<number> {
  const { device_generation } = await tx
    .updateTable('account')
    .set((account) => ({ device_generation: account('device_generation', '+', 1) }))
    .where('id', '=', id)
    .returning('device_generation')
    .executeTakeFirstOrThrow()
  return device_generation
}

/** False if the password is not `before` any more. */
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
 * The account as it is now, held until the end of the transaction: whoever disables it or changes its rights ends its
 * sessions under the same lock, so that none opens behind their back (D27). Undefined if it is disabled by now, or if
 * its password is not `checkedHash` any more.
 */
export async function lockForSignIn(
  tx: Tx,
  id: string,
  checkedHash: string | undefined,
): Promise<AccountRow | undefined> {
  const account = tx
    .selectFrom('account')
    .select(shown)
    .where('id', '=', id)
    .where('disabled_at', 'is', null)
    .forNoKeyUpdate()
  const found = checkedHash === undefined ? account : account.where('password_hash', '=', checkedHash)
  return found.executeTakeFirst()
}

export async function setLastSignIn(tx: Tx, id: string, at: Date): Promise<void> {
  await tx.updateTable('account').set({ last_sign_in_at: at }).where('id', '=', id).execute()
}

/**
 * Calls that want one address take turns until the end of the transaction. Acquire it before locking rows of accounts.
 */
export async function holdAddress(tx: Tx, emailKey: string): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`address:${emailKey}`}, 0))`.execute(tx)
}

/** Undefined if the address is taken. */
export async function insertAccount(
  tx: Tx,
  account: Pick<AccountRow, 'id' | 'name' | 'role'> & {
    email: string
    password_hash: string | null
    at: Date
  },
): Promise<AccountRow | undefined> {
  const { id, name, role, email, password_hash, at } = account
  const columns = { ...nameColumns(name), ...emailColumns(email), role, password_hash }
  return tx
    .insertInto('account')
    .values({ id, ...columns, created_at: at, updated_at: at })
    .onConflict((conflict) => conflict.column('email_key').doNothing())
    .returning(shown)
    .executeTakeFirst()
}

export async function countAccounts(db: Db): Promise<number> {
  const { n } = await db
    .selectFrom('account')
    .select((select) => select.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  return n
}
