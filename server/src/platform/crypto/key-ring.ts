import { createSecretKey, type KeyObject } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { interval } from '../db/time.ts'
import type { Tx } from '../db/transaction.ts'
import type { BoxKeys } from './encrypted-box.ts'
import { type MasterKey, MasterKeyError } from './master-key.ts'
import { KeyUnwrapError, newDataKey, unwrapKey, wrapKey } from './wrapped-key.ts'

/**
 * The keys of the installation: random, one for each purpose, stored wrapped by the master key (D57). Replacing the
 * master key therefore changes none of them.
 */
export interface KeyRing {
  /**
   * The keys of the boxes of a purpose. The object remains current: `refresh` adds the generations of other processes.
   */
  boxKeys(purpose: string): BoxKeys
  /** The key of a purpose that authenticates or derives, which has one generation. */
  secret(purpose: string): Buffer
  /** Reads the generations that were created since the last call. */
  refresh(): Promise<void>
}

/** Milliseconds between two calls of `refresh` in a running process. */
export const keyRefresh = 10_000

interface Purpose {
  newest: number
  readonly generations: Map<number, KeyObject>
}

/**
 * Reads all data keys.
 * @throws MasterKeyError if one of them can't be unwrapped
 */
export async function openKeyRing(db: Db, master: MasterKey): Promise<KeyRing> {
  const purposes = new Map<string, Purpose>()
  const purposeOf = (name: string): Purpose => {
    const found = purposes.get(name)
    if (!found) throw new Error(`there is no data key for ${name}`)
    return found
  }
  const refresh = () => readInto(purposes, db, master)
  await refresh()
  return {
    boxKeys: purposeOf,
    secret(name) {
      const { newest, generations } = purposeOf(name)
      const key = generations.get(newest)
      if (!key) throw new Error(`there is no data key for ${name}`)
      return key.export()
    },
    refresh,
  }
}

async function readInto(purposes: Map<string, Purpose>, db: Db, master: MasterKey): Promise<void> {
  const rows = await db
    .selectFrom('data_key')
    .select(['purpose', 'generation', 'kek_id', 'wrapped'])
    .select(sql<boolean>`active_at <= now()`.as('active'))
    .orderBy('generation')
    .execute()
  for (const row of rows) {
    const purpose = purposes.get(row.purpose) ?? { newest: 0, generations: new Map() }
    purposes.set(row.purpose, purpose)
    if (!purpose.generations.has(row.generation)) {
      purpose.generations.set(row.generation, createSecretKey(unwrapDataKey(master, row)))
    }
    if (row.active) purpose.newest = row.generation
  }
}

interface DataKeyRow {
  readonly purpose: string
  readonly generation: number
  readonly kek_id: string
  readonly wrapped: Buffer
}

/** @throws MasterKeyError */
export function unwrapDataKey(master: MasterKey, { kek_id, wrapped, ...key }: DataKeyRow): Buffer {
  try {
    return unwrapKey(master, { kekId: kek_id, wrapped }, dataKeyOwner(key))
  } catch (error) {
    if (!(error instanceof KeyUnwrapError)) throw error
    throw new MasterKeyError(
      `The data key ${key.purpose} (generation ${key.generation}) is damaged: restore the table data_key from a backup.`,
      { cause: error },
    )
  }
}

/** The name to which a wrapped data key is bound. */
export function dataKeyOwner({ purpose, generation }: Pick<DataKeyRow, 'purpose' | 'generation'>): string {
  return `${purpose}:${generation}`
}

/** Creates the first generation of each purpose that has no key. */
export async function createDataKeys(tx: Tx, master: MasterKey, purposes: readonly string[]): Promise<void> {
  const existing = await tx.selectFrom('data_key').select('purpose').distinct().execute()
  const missing = purposes.filter((purpose) => !existing.some((row) => row.purpose === purpose))
  for (const purpose of missing) await insertDataKey(tx, master, { purpose, generation: 1 })
}

/** Stores a new random key. It encrypts after `activeIn` milliseconds: until then, every process must have read it. */
export async function insertDataKey(
  tx: Tx,
  master: MasterKey,
  key: Pick<DataKeyRow, 'purpose' | 'generation'>,
  activeIn = 0,
): Promise<void> {
  const { kekId, wrapped } = wrapKey(master, newDataKey(), dataKeyOwner(key))
  const active_at = sql<Date>`now() + ${interval(activeIn)}`
  await tx
    .insertInto('data_key')
    .values({ ...key, kek_id: kekId, wrapped, active_at })
    .execute()
}
