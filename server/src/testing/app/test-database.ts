import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import { type Database, openDatabase } from '../../platform/db/database.ts'
import { silentLog } from '../../platform/log.ts'
import { useStarted } from './use-started.ts'

/** A separate database, copied from the migrated template or, with `template1`, empty. */
export interface TestDatabase {
  /** For the role of the server. */
  readonly appUrl: string
  /** For the owner, which has more rights than the server. */
  readonly ownerUrl: string
  drop(): Promise<void>
}

export async function createTestDatabase(
  template: 'kyc_template' | 'template1' = 'kyc_template',
): Promise<TestDatabase> {
  const name = `kyc_${randomBytes(6).toString('hex')}`
  // A copy of the files needs half the processor time of the default, which writes all pages to the log too.
  await asOwner(`CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY FILE_COPY`)
  return {
    appUrl: withDatabase(inject('databaseAppUrl'), name),
    ownerUrl: withDatabase(inject('databaseOwnerUrl'), name),
    drop: () => asOwner(`DROP DATABASE ${name} WITH (FORCE)`),
  }
}

/** A separate database for the tests of a file, and the pool of a server for it. */
export function useDatabase(): Database & Pick<TestDatabase, 'appUrl' | 'ownerUrl'> {
  return useStarted(async () => {
    const { appUrl, ownerUrl, drop } = await createTestDatabase()
    const database = openDatabase(appUrl, silentLog())
    return { ...database, appUrl, ownerUrl, close: () => database.close().then(drop) }
  })
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
