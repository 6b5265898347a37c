import { type MasterKey, MasterKeyError } from '../platform/crypto/master-key.ts'
import type { Db } from '../platform/db/database.ts'

/**
 * Stores the id of the master key at the first start and rejects every other key from then on (D57). If
 * processes with different keys start at once, one stores its id and the others fail.
 * @throws MasterKeyError
 */
export async function claimMasterKey(db: Db, { id }: MasterKey): Promise<void> {
  await db
    .insertInto('master_key')
    .values({ id })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const stored = await findStoredId(db)
  if (stored === id) return
  throw new MasterKeyError(
    `The master key has the id ${id}, but the data was encrypted with the key ${stored}: put the right MASTER_KEY or key file back.`,
  )
}

/** Whether a key has been claimed. */
export async function hasMasterKey(db: Db): Promise<boolean> {
  return (await findStoredId(db)) !== undefined
}

async function findStoredId(db: Db): Promise<string | undefined> {
  return (await db.selectFrom('master_key').select('id').executeTakeFirst())?.id
}
