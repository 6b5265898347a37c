import type { KeyObject } from 'node:crypto'
import { calculateJwkThumbprint, type JWK } from 'jose'
import { sql } from 'kysely'
import { createStoredKeys, type KeyServices, type KeyTable } from '../../platform/crypto/stored-keys.ts'

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

export function createSigningKeys(services: KeyServices): SigningKeys {
  const { db } = services
  const readOrCreate = createStoredKeys(services, signingKeyTable)
  return {
    async current() {
      const { id, privateKey } = await readOrCreate()
      return { kid: id, privateKey }
    },
    async publicKeys() {
      if ((await signingKeyTable.findCurrent(db)).length === 0) await readOrCreate()
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

const signingKeyTable: KeyTable<JWK> = {
  name: 'signing_key',
  contextOf: signingKeyContext,
  findCurrent: (db) =>
    db
      .selectFrom('signing_key')
      .select(['kid as id', 'private_enc as box'])
      .where('retired_at', 'is', null)
      .orderBy('created_at', 'desc')
      .execute(),
  async describe({ publicKey }) {
    const jwk = publicKey.export({ format: 'jwk' }) as JWK // node declares a looser type
    const kid = await calculateJwkThumbprint(jwk)
    return { id: kid, part: { ...jwk, kid, alg: 'ES256', use: 'sig' } }
  },
  async insert(tx, { id, box, part }) {
    await tx
      .insertInto('signing_key')
      .values({ kid: id, private_enc: box, public_jwk: JSON.stringify(part) })
      .execute()
  },
}

/** What a box is bound to. */
export function signingKeyContext(kid: string): string {
  return `signing-key:${kid}`
}
