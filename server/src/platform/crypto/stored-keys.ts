import { createPrivateKey, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { inTransaction, type Tx } from '../db/transaction.ts'
import { type BoxKeys, decryptBox, encryptBox } from './encrypted-box.ts'
import type { Unreadable } from './unreadable.ts'

/** A key pair whose private half is stored encrypted: the identifier of its row, and the private key. */
export interface StoredKey {
  readonly id: string
  readonly privateKey: KeyObject
}

interface StoredBox {
  readonly id: string
  readonly box: Buffer
}

export interface KeyServices {
  readonly db: Db
  readonly keys: BoxKeys
  readonly unreadable: Unreadable
}

/** The table of the keys. */
export interface KeyTable<PublicPart> {
  readonly name: string
  /** What the box of a key is bound to. */
  contextOf(id: string): string
  /** The keys that may sign, newest first. More than one exists only if the private keys of the older ones are damaged. */
  findCurrent(db: Db): Promise<readonly StoredBox[]>
  /** The public part of a new key, which gives it its identifier. */
  describe(pair: { publicKey: KeyObject; privateKey: KeyObject }): Promise<{ id: string; part: PublicPart }>
  /** Adds a key, in place of all former ones. */
  insert(tx: Tx, row: StoredBox & { readonly part: PublicPart }): Promise<void>
}

/** Keys of ES256, created on first use and shared by all processes. Returns the one to sign with. */
export function createStoredKeys<PublicPart>(
  services: KeyServices,
  table: KeyTable<PublicPart>,
): () => Promise<StoredKey> {
  // Cached, because decrypting a key costs more than signing with it.
  const store = { ...services, table, decrypted: new Map<string, KeyObject>() }
  return async () => (await findReadable(store, services.db)) ?? createKey(store)
}

interface Store<PublicPart> extends KeyServices {
  readonly table: KeyTable<PublicPart>
  readonly decrypted: Map<string, KeyObject>
}

/** Skips damaged private keys. Their public keys remain listed. */
async function findReadable<P>(
  { keys, unreadable, decrypted, table }: Store<P>,
  db: Db,
): Promise<StoredKey | undefined> {
  for (const { id, box } of await table.findCurrent(db)) {
    const context = table.contextOf(id)
    const privateKey =
      decrypted.get(id) ?? unreadable.decrypt('secrets', context, () => decryptPrivate(keys, box, context))
    if (!privateKey) continue
    decrypted.set(id, privateKey)
    return { id, privateKey }
  }
  return undefined
}

/** Creates a key, or returns the one that a concurrent process has just created. */
async function createKey<P>(store: Store<P>): Promise<StoredKey> {
  const { db, keys, table } = store
  const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { id, part } = await table.describe(pair)
  const pkcs8 = pair.privateKey.export({ format: 'der', type: 'pkcs8' })
  const box = encryptBox(keys, pkcs8, table.contextOf(id))
  return inTransaction(db, async (tx) => {
    await sql`SELECT pg_advisory_xact_lock(hashtext(${table.name}))`.execute(tx)
    const existing = await findReadable(store, tx)
    if (existing) return existing
    await table.insert(tx, { id, box, part })
    return { id, privateKey: pair.privateKey }
  })
}

function decryptPrivate(keys: BoxKeys, box: Buffer, context: string): KeyObject {
  return createPrivateKey({ key: decryptBox(keys, box, context), format: 'der', type: 'pkcs8' })
}
