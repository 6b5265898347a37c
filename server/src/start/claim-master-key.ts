import { sql } from 'kysely'
import { type MasterKey, MasterKeyError } from '../platform/crypto/master-key.ts'
import type { Db } from '../platform/db/database.ts'

/**
 * Stores the id of the master key at the first start and rejects every other key from then on (D57). If
 * processes with different keys start at once, one stores its id and the others fail. If data exists without
 * the id, as after an incomplete restore, no key is accepted.
 * @throws MasterKeyError
 */
export async function claimMasterKey(db: Db, { id }: MasterKey): Promise<void> {
  await db
    .insertInto('master_key')
    .columns(['id'])
    .expression(db.selectNoFrom((eb) => eb.val(id).as('id')).where((eb) => eb.not(dataExists)))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const stored = await findStoredId(db)
  if (stored === id) return
  throw new MasterKeyError(
    stored === undefined
      ? 'The database contains data but not the id of its master key (table master_key): the restore is incomplete. Restore the whole backup.'
      : `The master key has the id ${id}, but the data was encrypted with the key ${stored}: put the right MASTER_KEY or key file back.`,
  )
}

/** Whether the installation has a master key: it is claimed, or data exists. */
export async function hasMasterKey(db: Db): Promise<boolean> {
  const { found } = await db
    .selectNoFrom((eb) =>
      eb.or([eb.exists(eb.selectFrom('master_key').select('id')), dataExists]).as('found'),
    )
    .executeTakeFirstOrThrow()
  return Boolean(found)
}

const dataExists = sql<boolean>`(EXISTS (SELECT FROM account) OR EXISTS (SELECT FROM performer) OR EXISTS (SELECT FROM audit_event))`

async function findStoredId(db: Db): Promise<string | undefined> {
  return (await db.selectFrom('master_key').select('id').executeTakeFirst())?.id
}
