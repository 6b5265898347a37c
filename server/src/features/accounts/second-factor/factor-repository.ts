import type { Role } from '@kyc/contract/accounts.ts'
import { sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import type { Tx } from '../../../platform/db/transaction.ts'

/** The second factors of an account. */
export interface Factors {
  readonly totp: boolean
  readonly passkeys: number
  /** Unused codes; they replace a factor but don't count as one. */
  readonly recoveryCodes: number
}

export async function findFactors(db: Db, accountId: string): Promise<Factors> {
  const { rows } = await sql<Factors>`
    SELECT EXISTS (SELECT FROM totp WHERE account_id = ${accountId} AND confirmed_at IS NOT NULL) AS totp,
      (SELECT count(*)::int FROM passkey WHERE account_id = ${accountId}) AS passkeys,
      (SELECT count(*)::int FROM recovery_code WHERE account_id = ${accountId} AND used_at IS NULL)
        AS "recoveryCodes"`.execute(db)
  return rows[0] ?? { totp: false, passkeys: 0, recoveryCodes: 0 }
}

/** Serialises changes of one account, so that two factors can't both be the first or the last. */
export async function lockAccount(
  tx: Tx,
  accountId: string,
): Promise<{ name: string; role: Role } | undefined> {
  return tx
    .selectFrom('account')
    .select(['name', 'role'])
    .where('id', '=', accountId)
    .where('disabled_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

/** Deletes all second factors of an account; the caller ends its sessions. */
export async function deleteFactors(tx: Tx, accountId: string): Promise<void> {
  for (const table of ['totp', 'passkey', 'recovery_code'] as const) {
    await tx.deleteFrom(table).where('account_id', '=', accountId).execute()
  }
}

interface TotpRow {
  readonly secret_enc: Buffer
  readonly confirmed_at: Date | null
  readonly last_step: number | null
}

export async function findTotp(db: Db, accountId: string): Promise<TotpRow | undefined> {
  return db
    .selectFrom('totp')
    .select(['secret_enc', 'confirmed_at', 'last_step'])
    .where('account_id', '=', accountId)
    .executeTakeFirst()
}

/** False if a confirmed one exists. */
export async function saveUnconfirmedTotp(db: Db, accountId: string, secret: Buffer): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    INSERT INTO totp (account_id, secret_enc) VALUES (${accountId}, ${secret})
    ON CONFLICT (account_id) DO UPDATE SET secret_enc = excluded.secret_enc WHERE totp.confirmed_at IS NULL`.execute(
    db,
  )
  return numAffectedRows > 0n
}

/** False if the secret was replaced or confirmed in the meantime. */
export async function confirmTotpSecret(
  tx: Tx,
  accountId: string,
  secret: Buffer,
  step: number,
): Promise<boolean> {
  const result = await tx
    .updateTable('totp')
    .set({ confirmed_at: sql`now()`, last_step: step })
    .where('account_id', '=', accountId)
    .where('secret_enc', '=', secret)
    .where('confirmed_at', 'is', null)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

/** A time step counts once: false if it, or a later one, was used before. */
export async function useTotpStep(tx: Tx, accountId: string, step: number): Promise<boolean> {
  const result = await tx
    .updateTable('totp')
    .set({ last_step: step })
    .where('account_id', '=', accountId)
    .where('confirmed_at', 'is not', null)
    .where((where) => where.or([where('last_step', 'is', null), where('last_step', '<', step)]))
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

export async function deleteTotp(tx: Tx, accountId: string): Promise<boolean> {
  const result = await tx
    .deleteFrom('totp')
    .where('account_id', '=', accountId)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst()
  return result.numDeletedRows > 0n
}

export async function replaceRecoveryCodes(
  tx: Tx,
  accountId: string,
  hashes: readonly Buffer[],
): Promise<void> {
  await deleteRecoveryCodes(tx, accountId)
  const rows = hashes.map((hash) => ({ account_id: accountId, hash }))
  await tx.insertInto('recovery_code').values(rows).execute()
}

export async function deleteRecoveryCodes(tx: Tx, accountId: string): Promise<void> {
  await tx.deleteFrom('recovery_code').where('account_id', '=', accountId).execute()
}

/** False if there is no such code, or it was used before. */
export async function useRecoveryCode(tx: Tx, accountId: string, hash: Buffer): Promise<boolean> {
  const result = await tx
    .updateTable('recovery_code')
    .set({ used_at: sql`now()` })
    .where('account_id', '=', accountId)
    .where('hash', '=', hash)
    .where('used_at', 'is', null)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

export async function isRecoveryCode(db: Db, accountId: string, hash: Buffer): Promise<boolean> {
  const row = await db
    .selectFrom('recovery_code')
    .select('hash')
    .where('account_id', '=', accountId)
    .where('hash', '=', hash)
    .where('used_at', 'is', null)
    .executeTakeFirst()
  return row !== undefined
}
