import { createPrivateKey, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { calculateJwkThumbprint, type JWK } from 'jose'
import { sql } from 'kysely'
import { type BoxKeys, decryptBox, encryptBox } from '../../platform/crypto/encrypted-box.ts'
import type { Unreadable } from '../../platform/crypto/unreadable.ts'
import type { Db } from '../../platform/db/database.ts'
import { inTransaction } from '../../platform/db/transaction.ts'

interface SigningKey {
  /** The thumbprint of the public key (RFC 7638). */
  readonly kid: string
  readonly privateKey: KeyObject
}

/** The keys that sign tokens for partners, created on first use and shared by all processes. */
export interface SigningKeys {
  current(): Promise<SigningKey>
  /** The public keys of all tokens that may still be valid, as a JSON Web Key Set lists them. */
  publicKeys(): Promise<readonly Record<string, unknown>[]>
}

/** Retired keys remain listed while their tokens may still be verified. */
const listedAfterRetirement = sql`interval '1 day'`

export function createSigningKeys(services: {
  readonly db: Db
  readonly keys: BoxKeys
  readonly unreadable: Unreadable
}): SigningKeys {
  const { db } = services
  // Cached, because decrypting a key costs more than signing with it.
  const store = { ...services, decrypted: new Map<string, KeyObject>() }
  return {
    current: async () => (await findReadable(store, db)) ?? createKey(store),
    async publicKeys() {
      if ((await findCurrent(db)).length === 0) await createKey(store)
      const rows = await db
        .selectFrom('signing_key')
        .select('public_jwk')
        .where((where) =>
          where.or([
            where('retired_at', 'is', null),
            where('retired_at', '>', sql<Date>`now() - ${listedAfterRetirement}`),
          ]),
        )
        .orderBy('created_at', 'desc')
        .execute()
      return rows.map(({ public_jwk }) => public_jwk)
    },
  }
}

interface KeyStore {
  readonly db: Db
  readonly keys: BoxKeys
  readonly unreadable: Unreadable
  readonly decrypted: Map<string, KeyObject>
}

interface KeyRow {
  readonly kid: string
  readonly private_enc: Buffer
}

/** Newest first. More than one exists only if the private keys of the older ones are damaged. */
function findCurrent(db: Db): Promise<KeyRow[]> {
  return db
    .selectFrom('signing_key')
    .select(['kid', 'private_enc'])
    .where('retired_at', 'is', null)
    .orderBy('created_at', 'desc')
    .execute()
}

/** Skips damaged private keys. Their public keys remain listed. */
async function findReadable(
  { keys, unreadable, decrypted }: KeyStore,
  db: Db,
): Promise<SigningKey | undefined> {
  for (const row of await findCurrent(db)) {
    const { kid } = row
    const privateKey =
      decrypted.get(kid) ??
      unreadable.open('secrets', signingKeyContext(kid), () => decryptPrivate(keys, row))
    if (!privateKey) continue
    decrypted.set(kid, privateKey)
    return { kid, privateKey }
  }
  return undefined
}

/** Creates a key, or returns the one that a concurrent process has just created. */
async function createKey(store: KeyStore): Promise<SigningKey> {
  const { db, keys } = store
  const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const jwk = pair.publicKey.export({ format: 'jwk' }) as JWK // node declares a looser type
  const kid = await calculateJwkThumbprint(jwk)
  const pkcs8 = pair.privateKey.export({ format: 'der', type: 'pkcs8' })
  const privateBox = encryptBox(keys, pkcs8, signingKeyContext(kid))
  const publicJwk = JSON.stringify({ ...jwk, kid, alg: 'ES256', use: 'sig' })
  return inTransaction(db, async (tx) => {
    await sql`SELECT pg_advisory_xact_lock(hashtext('signing_key'))`.execute(tx)
    const existing = await findReadable(store, tx)
    if (existing) return existing
    await tx
      .insertInto('signing_key')
      .values({ kid, private_enc: privateBox, public_jwk: publicJwk })
      .execute()
    return { kid, privateKey: pair.privateKey }
  })
}

function decryptPrivate(keys: BoxKeys, { kid, private_enc }: KeyRow): KeyObject {
  const der = decryptBox(keys, private_enc, signingKeyContext(kid))
  return createPrivateKey({ key: der, format: 'der', type: 'pkcs8' })
}

/** What a box is bound to. */
export function signingKeyContext(kid: string): string {
  return `signing-key:${kid}`
}
