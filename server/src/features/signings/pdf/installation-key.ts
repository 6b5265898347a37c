import { createHash, type KeyObject } from 'node:crypto'
import { sql } from 'kysely'
import { createStoredKeys, type KeyServices, type KeyTable } from '../../../platform/crypto/stored-keys.ts'

/** The key of the installation with which it signs a contract. */
export interface InstallationKey {
  /** SHA-256 of the certificate, in hex. */
  readonly fingerprint: string
  /** X.509 in DER. */
  readonly certificate: Uint8Array
  readonly privateKey: KeyObject
}

export interface ListedCertificate {
  readonly fingerprint: string
  readonly certificate: Uint8Array
  readonly createdAt: Date
  readonly retiredAt: Date | null
}

/** The keys that sign contracts, created on first use, shared by all processes and replaced after a year. */
export interface InstallationKeys {
  current(): Promise<InstallationKey>
  /** All that ever signed, newest first. */
  certificates(): Promise<readonly ListedCertificate[]>
}

/** @param host of the public address: the subject of the certificates */
export function createInstallationKeys(services: KeyServices & { readonly host: string }): InstallationKeys {
  const { db } = services
  const readOrCreate = createStoredKeys(services, contractKeyTable(services.host))
  return {
    async current() {
      const { id: fingerprint, privateKey } = await readOrCreate()
      const { certificate } = await db
        .selectFrom('contract_key')
        .select('certificate')
        .where('fingerprint', '=', fingerprint)
        .executeTakeFirstOrThrow()
      return { fingerprint, certificate, privateKey }
    },
    certificates: () =>
      db
        .selectFrom('contract_key')
        .select(['fingerprint', 'certificate', 'created_at as createdAt', 'retired_at as retiredAt'])
        .orderBy('created_at', 'desc')
        .execute(),
  }
}

const usedFor = sql`interval '1 year'`

function contractKeyTable(host: string): KeyTable<Uint8Array> {
  return {
    name: 'contract_key',
    contextOf: contractKeyContext,
    async findCurrent(db) {
      const rows = await db
        .selectFrom('contract_key')
        .select(['fingerprint as id', 'private_enc as box'])
        .where('retired_at', 'is', null)
        .where('created_at', '>', sql<Date>`now() - ${usedFor}`)
        .orderBy('created_at', 'desc')
        .execute()
      return rows.flatMap(({ id, box }) => (box ? [{ id, box }] : []))
    },
    async describe(pair) {
      // Imported here, so that only a process that makes PDFs loads the libraries (docs/decisions/0002).
      const { createCertificate } = await import('./create-certificate.ts')
      const certificate = await createCertificate(pair, host, new Date())
      return { id: createHash('sha256').update(certificate).digest('hex'), part: certificate }
    },
    async insert(tx, { id, box, part }) {
      // The former private keys are erased, so that a later theft cannot sign with them. Their certificates stay
      // listed.
      await tx
        .updateTable('contract_key')
        .set({ private_enc: null, retired_at: sql`now()` })
        .where('retired_at', 'is', null)
        .execute()
      await tx
        .insertInto('contract_key')
        .values({ fingerprint: id, private_enc: box, certificate: Buffer.from(part) })
        .execute()
    },
  }
}

/** What a box is bound to. */
export function contractKeyContext(fingerprint: string): string {
  return `contract-key:${fingerprint}`
}
