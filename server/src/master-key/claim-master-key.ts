import { sql } from 'kysely'
import { createDataKeys } from '../platform/crypto/key-ring.ts'
import { type MasterKey, MasterKeyError } from '../platform/crypto/master-key.ts'
import type { Db } from '../platform/db/database.ts'
import { inTransaction, type Tx } from '../platform/db/transaction.ts'
import { keyPurposes } from './key-purposes.ts'

/**
 * At the first start, stores the id of the master key and creates the data keys. Later, accepts only master keys that
 * open all of them (D57): the stored one or, during a rotation, also the one that replaces it. If processes with different
 * keys start at once, one stores its id and the others fail. If data exists without the id, as after an incomplete
 * restore, no key is accepted.
 * @throws MasterKeyError
 */
export async function claimMasterKey(db: Db, master: MasterKey): Promise<void> {
  await inTransaction(db, async (tx) => {
    await sql`SELECT pg_advisory_xact_lock(hashtext('master_key'))`.execute(tx)
    const stored = await storedIds(tx)
    if (stored.length === 0) await refuseData(tx)
    refuseUnknown(master, stored)
    if (!stored.includes(master.id)) await storeId(tx, master.id)
    if (stored.length > 0 && !(await hasDataKeys(tx))) throw incomplete('data_key')
    await createDataKeys(tx, master, keyPurposes)
  })
}

/** Whether the installation has a master key: it is claimed, or data exists. */
export async function hasMasterKey(db: Db): Promise<boolean> {
  return (await storedIds(db)).length > 0 || (await hasData(db))
}

async function storedIds(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('master_key').select('id').orderBy('claimed_at').execute()
  return rows.map(({ id }) => id)
}

/** @throws MasterKeyError unless each stored id is that of the master key or of the one that it replaces */
export function refuseUnknown(master: MasterKey, stored: readonly string[]): void {
  const [unknown] = stored.filter((id) => id !== master.id && id !== master.previous?.id)
  if (unknown === undefined) return
  throw new MasterKeyError(
    stored.includes(master.id)
      ? `The master key ${unknown} is being replaced by ${master.id}: set it as MASTER_KEY_PREVIOUS until npm run keys:rotate has finished.`
      : `The master key has the id ${master.id}, but the data was encrypted with the key ${unknown}: put the right MASTER_KEY or key file back.`,
  )
}

async function storeId(tx: Tx, id: string): Promise<void> {
  const retired = await tx
    .selectFrom('retired_master_key')
    .select('retired_at')
    .where('id', '=', id)
    .executeTakeFirst()
  if (retired) {
    throw new MasterKeyError(
      `The master key ${id} was replaced on ${retired.retired_at.toISOString()}: remove it from the settings.`,
    )
  }
  await tx.insertInto('master_key').values({ id }).execute()
}

async function refuseData(tx: Tx): Promise<void> {
  if (await hasData(tx)) throw incomplete('master_key')
}

function incomplete(table: string): MasterKeyError {
  return new MasterKeyError(
    `The database contains data but not its keys (table ${table}): the restore is incomplete. Restore the whole backup.`,
  )
}

async function hasDataKeys(tx: Tx): Promise<boolean> {
  return (await tx.selectFrom('data_key').select('purpose').limit(1).executeTakeFirst()) !== undefined
}

async function hasData(db: Db): Promise<boolean> {
  const { found } = await db
    .selectNoFrom(
      sql<boolean>`EXISTS (SELECT FROM account) OR EXISTS (SELECT FROM performer) OR EXISTS (SELECT FROM audit_event)`.as(
        'found',
      ),
    )
    .executeTakeFirstOrThrow()
  return found
}
