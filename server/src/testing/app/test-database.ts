import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'

/** A database of its own, copied from the migrated template. */
export interface TestDatabase {
  /** As the server logs in. */
  readonly appUrl: string
  /** As the owner, who may do what the server may not. */
  readonly ownerUrl: string
  drop(): Promise<void>
}

export async function createTestDatabase(): Promise<TestDatabase> {
  const name = `kyc_${randomBytes(6).toString('hex')}`
  await asOwner(`CREATE DATABASE ${name} TEMPLATE kyc_template`)
  return {
    appUrl: withDatabase(inject('databaseAppUrl'), name),
    ownerUrl: withDatabase(inject('databaseOwnerUrl'), name),
    drop: () => asOwner(`DROP DATABASE ${name} WITH (FORCE)`),
  }
}

async function asOwner(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: inject('databaseOwnerUrl') })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

function withDatabase(url: string, name: string): string {
  const changed = new URL(url)
  changed.pathname = `/${name}`
  return changed.href
}
