import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import type { Tx } from '../../platform/db/transaction.ts'
import type { AccountRow } from './present-user.ts'

export interface SignInRow extends AccountRow {
  readonly password_hash: string | null
  readonly disabled: boolean
}

const shown = ['id', 'email', 'name', 'role', 'provider'] as const

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

/** Undefined if the address is taken. */
export async function insertAccount(
  tx: Tx,
  account: Omit<AccountRow, 'provider'> & { email_key: string; password_hash: string | null; at: Date },
): Promise<AccountRow | undefined> {
  const { at, ...columns } = account
  return tx
    .insertInto('account')
    .values({ ...columns, created_at: at, updated_at: at })
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
