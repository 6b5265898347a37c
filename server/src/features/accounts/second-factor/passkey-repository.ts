import { sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import type { Tx } from '../../../platform/db/transaction.ts'
import { isId } from '../../../platform/ids.ts'

export interface PasskeyRow {
  readonly id: string
  readonly credential: string
  readonly public_key: Buffer
  readonly counter: number
  readonly transports: string[]
  readonly name: string
  readonly created_at: Date
  readonly last_used_at: Date | null
}

const columns = [
  'id',
  'credential',
  'public_key',
  'counter',
  'transports',
  'name',
  'created_at',
  'last_used_at',
] as const

export async function listPasskeys(db: Db, accountId: string): Promise<PasskeyRow[]> {
  return db
    .selectFrom('passkey')
    .select(columns)
    .where('account_id', '=', accountId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

export async function findPasskey(
  db: Db,
  accountId: string,
  credential: string,
): Promise<PasskeyRow | undefined> {
  return db
    .selectFrom('passkey')
    .select(columns)
    .where('account_id', '=', accountId)
    .where('credential', '=', credential)
    .executeTakeFirst()
}

/** False if the credential is stored already, for any account. */
export async function insertPasskey(
  tx: Tx,
  passkey: Omit<PasskeyRow, 'created_at' | 'last_used_at'> & { account_id: string },
): Promise<boolean> {
  const result = await tx
    .insertInto('passkey')
    .values(passkey)
    .onConflict((conflict) => conflict.column('credential').doNothing())
    .executeTakeFirst()
  return (result.numInsertedOrUpdatedRows ?? 0n) > 0n
}

/** False if the passkey was used or removed since it was read. */
export async function usePasskey(tx: Tx, { id, counter }: PasskeyRow, newCounter: number): Promise<boolean> {
  const result = await tx
    .updateTable('passkey')
    .set({ counter: newCounter, last_used_at: sql`now()` })
    .where('id', '=', id)
    .where('counter', '=', counter)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

/** Returns the name of the deleted passkey; undefined if the account has no such passkey. */
export async function deletePasskey(tx: Tx, accountId: string, id: string): Promise<string | undefined> {
  if (!isId(id)) return undefined
  const row = await tx
    .deleteFrom('passkey')
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .returning('name')
    .executeTakeFirst()
  return row?.name
}
