import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { helperProgram } from '../../features/documents/cleaning/helper.ts'
import { binariesIn } from '../../platform/db/embedded/binaries.ts'
import { startEmbeddedPostgres } from '../../platform/db/embedded-postgres.ts'
import { migrate } from '../../platform/db/migrate.ts'
import { silentLog } from '../../platform/log.ts'
import { bareEnvironment } from '../../platform/process/bare-environment.ts'

declare module 'vitest' {
  interface ProvidedContext {
    databaseOwnerUrl: string
    databaseAppUrl: string
  }
}

/**
 * Starts one PostgreSQL for the whole run, with a migrated template that each test database is copied from.
 * TEST_POSTGRES_BIN names the folder of another PostgreSQL's programs: production may be older than the
 * embedded one (D46).
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'kyc-test-'))
  const folder = process.env.TEST_POSTGRES_BIN
  const postgres = await startEmbeddedPostgres({
    dataDir,
    log: silentLog(),
    settings: { fsync: 'off', full_page_writes: 'off', synchronous_commit: 'off' },
    ...(folder ? { binaries: binariesIn(folder) } : {}),
  })
  await createTemplate(postgres.ownerUrl)
  await compileHelpers()
  project.provide('databaseOwnerUrl', postgres.ownerUrl)
  project.provide('databaseAppUrl', postgres.appUrl)
  return async () => {
    await postgres.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

async function createTemplate(ownerUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  await client.query('CREATE DATABASE kyc_template')
  await client.end()
  await migrate(withDatabase(ownerUrl, 'kyc_template'))
}

/**
 * Fills the compile cache for the helpers: only a process that ends by itself writes what it compiled, and tests kill
 * helpers.
 */
async function compileHelpers(): Promise<void> {
  await promisify(execFile)(process.execPath, [helperProgram], { env: bareEnvironment() })
}

function withDatabase(url: string, name: string): string {
  const changed = new URL(url)
  changed.pathname = `/${name}`
  return changed.href
}
