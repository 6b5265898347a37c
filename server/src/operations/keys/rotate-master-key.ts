import { sql } from 'kysely'
import { NIL } from 'uuid'
import { aboutSystem, byJob } from '../../features/audit/about.ts'
import type { AuditWriter } from '../../features/audit/record.ts'
import { dataKeyOwner } from '../../platform/crypto/key-ring.ts'
import type { MasterKey } from '../../platform/crypto/master-key.ts'
import { KeyUnwrapError, unwrapKey, wrapKey } from '../../platform/crypto/wrapped-key.ts'
import type { Db } from '../../platform/db/database.ts'
import { inTransaction, type Tx } from '../../platform/db/transaction.ts'

export interface KeyServices {
  readonly audit: AuditWriter
  readonly db: Db
  readonly masterKey: MasterKey
}

export interface RotationServices extends Omit<KeyServices, 'db'> {
  /** Has the login of the tables' owner, because that of the server may not change a stored key (D119). */
  readonly ownerDb: Db
}

interface Rotation {
  /** The master keys that wrap nothing any more; empty if there was nothing to rotate. */
  readonly retired: readonly string[]
  /** The keys of performers that no master key unwraps. While there are any, the previous master key stays in use. */
  readonly damaged: readonly string[]
}

/**
 * Wraps every key by the current master key, and ends the use of the previous one. Works in small batches under load:
 * processes with both master keys read each key before and after. An interrupted rotation is continued by the next
 * call.
 * @param onProgress receives the number of performer keys that were examined
 */
export async function rotateMasterKey(
  services: RotationServices,
  onProgress: (examined: number) => void = () => undefined,
): Promise<Rotation> {
  await rewrapDataKeys(services)
  // Repeated: a process that started before may have wrapped a key by the previous master key in the meantime.
  for (let round = 0; round < maxRounds; round++) {
    const damaged = await rewrapPerformerKeys(services, onProgress)
    if (damaged.length > 0) return { retired: [], damaged }
    const retired = await inTransaction(services.ownerDb, (tx) => retireOthers(services, tx))
    if (retired) return { retired, damaged: [] }
  }
  throw new Error('other processes still wrap keys by the previous master key')
}

const maxRounds = 10
const batch = 1000

async function rewrapDataKeys({ ownerDb: db, masterKey }: RotationServices): Promise<void> {
  const rows = await db.selectFrom('data_key').selectAll().where('kek_id', '<>', masterKey.id).execute()
  for (const { purpose, generation, kek_id, wrapped } of rows) {
    const owner = dataKeyOwner({ purpose, generation })
    const key = unwrapKey(masterKey, { kekId: kek_id, wrapped }, owner)
    const renewed = wrapKey(masterKey, key, owner)
    await db
      .updateTable('data_key')
      .set({ kek_id: renewed.kekId, wrapped: renewed.wrapped })
      .where((where) => where.and({ purpose, generation, kek_id }))
      .execute()
  }
}

interface PerformerKeyRow {
  readonly performer_id: string
  readonly kek_id: string
  /** Null if the key was destroyed. */
  readonly wrapped: Buffer | null
}

/** Returns the performers whose keys can't be unwrapped. */
async function rewrapPerformerKeys(
  { ownerDb: db, masterKey }: RotationServices,
  onProgress: (examined: number) => void,
): Promise<string[]> {
  const damaged: string[] = []
  let examined = 0
  for (let last: string = NIL; ; ) {
    const rows = await db
      .selectFrom('performer_key')
      .select(['performer_id', 'kek_id', 'wrapped'])
      .where('performer_id', '>', last)
      .where('kek_id', '<>', masterKey.id)
      .orderBy('performer_id')
      .limit(batch)
      .execute()
    const end = rows.at(-1)
    if (!end) return damaged
    await storeWrapped(db, masterKey, rows, damaged)
    last = end.performer_id
    examined += rows.length
    onProgress(examined)
  }
}

/** Replaces only keys that are unchanged: a key that is destroyed in the meantime must not return. */
async function storeWrapped(
  db: Db,
  masterKey: MasterKey,
  rows: readonly PerformerKeyRow[],
  damaged: string[],
): Promise<void> {
  const changes = rows.flatMap((row) => {
    try {
      return [
        { ...row, renewed: row.wrapped && rewrap(masterKey, row.performer_id, row.kek_id, row.wrapped) },
      ]
    } catch (error) {
      if (!(error instanceof KeyUnwrapError)) throw error
      damaged.push(row.performer_id)
      return []
    }
  })
  await sql`
    UPDATE performer_key AS k SET kek_id = ${masterKey.id}, wrapped = change.renewed
    FROM unnest(${changes.map((each) => each.performer_id)}::uuid[], ${changes.map((each) => each.wrapped)}::bytea[],
      ${changes.map((each) => each.renewed)}::bytea[]) AS change (id, stored, renewed)
    WHERE k.performer_id = change.id AND k.wrapped IS NOT DISTINCT FROM change.stored`.execute(db)
}

function rewrap(masterKey: MasterKey, owner: string, kekId: string, wrapped: Buffer): Buffer {
  return wrapKey(masterKey, unwrapKey(masterKey, { kekId, wrapped }, owner), owner).wrapped
}

/** Retires the other master keys. Returns undefined if a key is still wrapped by one of them. */
async function retireOthers({ audit, masterKey }: RotationServices, tx: Tx): Promise<string[] | undefined> {
  await sql`SELECT pg_advisory_xact_lock(hashtext('master_key'))`.execute(tx)
  // Waits for transactions that have wrapped a key by one of them, so that the next statement sees that key.
  await tx.selectFrom('master_key').select('id').where('id', '<>', masterKey.id).forUpdate().execute()
  const wrapped = await tx
    .selectFrom('performer_key')
    .select('performer_id')
    .where('kek_id', '<>', masterKey.id)
    .limit(1)
    .executeTakeFirst()
  if (wrapped) return undefined
  // The foreign keys refuse this if a data key was wrapped by one of them since.
  const rows = await tx.deleteFrom('master_key').where('id', '<>', masterKey.id).returning('id').execute()
  const retired = rows.map(({ id }) => id)
  for (const id of retired) {
    await tx.insertInto('retired_master_key').values({ id }).execute()
    await audit.record(tx, byJob, 'update', aboutSystem('key'), {
      before: { masterKey: id },
      after: { masterKey: masterKey.id },
    })
  }
  return retired
}
