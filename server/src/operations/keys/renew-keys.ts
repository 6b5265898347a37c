import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { aboutSystem, byJob } from '../../features/audit/about.ts'
import { renewBoxes } from '../../platform/crypto/box-column.ts'
import { insertDataKey, type KeyRing, keyRefresh } from '../../platform/crypto/key-ring.ts'
import type { Db } from '../../platform/db/database.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { boxColumns } from './box-columns.ts'
import type { KeyServices, RotationServices } from './rotate-master-key.ts'

/** A generation encrypts after this time, when every running process has read it several times. */
const activeAfter = 6 * keyRefresh

/**
 * Creates a new generation of the keys of `purposes`, which encrypt boxes.
 * @param activeIn milliseconds; tests wait less
 */
export async function createGenerations(
  { audit, ownerDb, masterKey }: RotationServices,
  purposes: readonly string[],
  activeIn = activeAfter,
): Promise<void> {
  await inTransaction(ownerDb, async (tx) => {
    await sql`SELECT pg_advisory_xact_lock(hashtext('master_key'))`.execute(tx)
    for (const purpose of purposes) {
      const { newest } = await tx
        .selectFrom('data_key')
        .select((of) => of.fn.max('generation').as('newest'))
        .where('purpose', '=', purpose)
        .executeTakeFirstOrThrow()
      await insertDataKey(tx, masterKey, { purpose, generation: newest + 1 }, activeIn)
    }
    await audit.record(tx, byJob, 'update', aboutSystem('key'), { renewedKeys: [...purposes] })
  })
}

/**
 * Waits until the newest generations encrypt, and encrypts every box with them. An interrupted call is continued by the
 * next one. Returns the boxes that do not decrypt, as `purpose:id`.
 */
export async function renewAllBoxes(
  { db, keyRing }: Pick<KeyServices, 'db'> & { readonly keyRing: KeyRing },
  onProgress: (purpose: string, renewed: number) => void = () => undefined,
): Promise<string[]> {
  await waitUntilActive(db)
  await keyRing.refresh()
  const damaged: string[] = []
  for (const column of boxColumns) {
    const { purpose } = column
    const ids = await renewBoxes(db, keyRing.boxKeys(purpose), column, (n) => onProgress(purpose, n))
    damaged.push(...ids.map((id) => `${purpose}:${id}`))
  }
  return damaged
}

/**
 * Waits until the newest generations encrypt, and then until all processes use them, so that no process encrypts with
 * an earlier generation any more.
 */
async function waitUntilActive(db: Db): Promise<void> {
  const { wait } = await db
    .selectFrom('data_key')
    .select(sql<number | null>`ceil(extract(epoch FROM max(active_at) - now()) * 1000)::float8`.as('wait'))
    .where('generation', '>', 1)
    .executeTakeFirstOrThrow()
  if (wait !== null && wait > -keyRefresh) await sleep(wait + keyRefresh)
}
