import { sql } from 'kysely'
import { type AuditKeys, openValue } from '../features/audit/seal.ts'
import { type MasterKey, MasterKeyError } from '../platform/crypto/master-key.ts'
import type { Db } from '../platform/db/database.ts'

/**
 * Stores the id of the master key at the first start and rejects every other key from then on (D57). If
 * processes with different keys start at once, one stores its id and the others fail. If an installation with
 * data has no stored id, only the key of its data can claim it.
 * @throws MasterKeyError
 */
export async function claimMasterKey(db: Db, key: MasterKey, auditKeys: AuditKeys): Promise<void> {
  const stored = (await findStoredId(db)) ?? (await storeId(db, key, auditKeys))
  if (stored !== key.id) throw otherKey(key, stored)
}

/** Whether a key has been claimed. */
export async function hasMasterKey(db: Db): Promise<boolean> {
  return (await findStoredId(db)) !== undefined
}

async function findStoredId(db: Db): Promise<string | undefined> {
  return (await db.selectFrom('master_key').select('id').executeTakeFirst())?.id
}

async function storeId(db: Db, key: MasterKey, auditKeys: AuditKeys): Promise<string | undefined> {
  const used = await idOfPerformerKeys(db)
  if (used !== undefined && used !== key.id) throw otherKey(key, used)
  if (used === undefined && !(await decryptsLog(db, auditKeys))) {
    throw new MasterKeyError(
      `The master key has the id ${key.id}, but another key, whose id is unknown, encrypted the audit log: put that MASTER_KEY or key file back.`,
    )
  }
  await db
    .insertInto('master_key')
    .values({ id: key.id })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return findStoredId(db)
}

/** The most frequent id: an earlier version may have run with a wrong key for a while. */
async function idOfPerformerKeys(db: Db): Promise<string | undefined> {
  const row = await db
    .selectFrom('performer_key')
    .select('kek_id')
    .groupBy('kek_id')
    .orderBy(sql`count(*)`, 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.kek_id
}

/** Several, because one may be damaged. */
const sampledEntries = 20

async function decryptsLog(db: Db, auditKeys: AuditKeys): Promise<boolean> {
  const rows = await db
    .selectFrom('audit_pii')
    .select(['event_id', 'details_enc'])
    .orderBy('event_id')
    .limit(sampledEntries)
    .execute()
  const opens = (row: (typeof rows)[number]) =>
    openValue(auditKeys, row.event_id, row.details_enc) !== undefined
  return rows.length === 0 || rows.some(opens)
}

function otherKey({ id }: MasterKey, stored: string | undefined): MasterKeyError {
  return new MasterKeyError(
    `The master key has the id ${id}, but the data was encrypted with the key ${stored}: put the right MASTER_KEY or key file back.`,
  )
}
