import { createPrivateKey, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { calculateJwkThumbprint, type JWK } from 'jose'
import { sql } from 'kysely'
import { openBox, sealBox } from '../../platform/crypto/sealed-box.ts'
import type { Unreadable } from '../../platform/crypto/unreadable.ts'
import type { Db } from '../../platform/db/database.ts'
import { inTransaction } from '../../platform/db/transaction.ts'

export interface SigningKey {
  /** The thumbprint of its public half (RFC 7638). */
  readonly kid: string
  readonly privateKey: KeyObject
}

/** The keys that sign what partners get (D34), made when one is first needed and shared by all processes. */
export interface SigningKeys {
  current(): Promise<SigningKey>
  /** The public halves that tokens in use may be signed with, as a JSON Web Key Set lists them. */
  publicKeys(): Promise<readonly Record<string, unknown>[]>
}

/** A key that signs no more is still listed for as long as others may remember its tokens. */
const listedAfterRetirement = sql`interval '1 day'`

export function createSigningKeys(services: {
  readonly db: Db
  readonly key: Buffer
  readonly unreadable: Unreadable
}): SigningKeys {
  const { db } = services
  // Opening a key costs more than signing with it.
  const store = { ...services, opened: new Map<string, KeyObject>() }
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
  readonly key: Buffer
  readonly unreadable: Unreadable
  readonly opened: Map<string, KeyObject>
}

interface KeyRow {
  readonly kid: string
  readonly private_enc: Buffer
}

/** Newest first; more than one only where the private half of the older ones is damaged. */
function findCurrent(db: Db): Promise<KeyRow[]> {
  return db
    .selectFrom('signing_key')
    .select(['kid', 'private_enc'])
    .where('retired_at', 'is', null)
    .orderBy('created_at', 'desc')
    .execute()
}

/** A damaged private half signs no more, while its public half stays listed. */
async function findReadable({ key, unreadable, opened }: KeyStore, db: Db): Promise<SigningKey | undefined> {
  for (const row of await findCurrent(db)) {
    const { kid } = row
    const privateKey =
      opened.get(kid) ?? unreadable.open('secrets', contextOf(kid), () => openPrivate(key, row))
    if (!privateKey) continue
    opened.set(kid, privateKey)
    return { kid, privateKey }
  }
  return undefined
}

/** Of several processes that need a key at once, one makes it. */
async function createKey(store: KeyStore): Promise<SigningKey> {
  const { db, key } = store
  const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const bare = pair.publicKey.export({ format: 'jwk' }) as JWK // node types it more loosely
  const kid = await calculateJwkThumbprint(bare)
  const pkcs8 = pair.privateKey.export({ format: 'der', type: 'pkcs8' })
  const made = { kid, private_enc: sealBox(key, pkcs8, contextOf(kid)) }
  const publicJwk = JSON.stringify({ ...bare, kid, alg: 'ES256', use: 'sig' })
  return inTransaction(db, async (tx) => {
    await sql`SELECT pg_advisory_xact_lock(hashtext('signing_key'))`.execute(tx)
    const theirs = await findReadable(store, tx)
    if (theirs) return theirs
    await tx
      .insertInto('signing_key')
      .values({ ...made, public_jwk: publicJwk })
      .execute()
    return { kid, privateKey: pair.privateKey }
  })
}

function openPrivate(key: Buffer, { kid, private_enc }: KeyRow): KeyObject {
  const der = openBox(key, private_enc, contextOf(kid))
  return createPrivateKey({ key: der, format: 'der', type: 'pkcs8' })
}

function contextOf(kid: string): string {
  return `signing-key:${kid}`
}
