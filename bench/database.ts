import { randomBytes } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '@kyc/server/platform/db/embedded-postgres.ts'
import { migrate } from '@kyc/server/platform/db/migrate.ts'
import { silentLog } from '@kyc/server/platform/log.ts'
import pg from 'pg'

/** A separate migrated database, dropped by `close`. */
export interface BenchDatabase {
  readonly ownerUrl: string
  readonly appUrl: string
  /** Such as "PostgreSQL 18.4 (embedded)". */
  readonly version: string
  close(): Promise<void>
}

/** Creates a database on the PostgreSQL at `url`, or on an embedded one in `folder`. */
export async function openBenchDatabase(url: string | undefined, folder: string): Promise<BenchDatabase> {
  const opened = url === undefined ? await embedded(folder) : await onServer(url)
  await migrate(opened.ownerUrl, new URL(opened.appUrl).username)
  const [row] = await query<{ server_version: string }>(opened.ownerUrl, 'SHOW server_version')
  const where = url === undefined ? 'embedded' : 'given'
  return { ...opened, version: `PostgreSQL ${row?.server_version.split(' ')[0]} (${where})` }
}

export async function query<Row extends pg.QueryResultRow>(
  url: string,
  sql: string,
  values: unknown[] = [],
): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<Row>(sql, values)).rows
  } finally {
    await client.end()
  }
}

async function embedded(folder: string): Promise<Omit<BenchDatabase, 'version'>> {
  const dataDir = join(folder, 'database')
  await mkdir(dataDir, { recursive: true })
  const postgres = await startEmbeddedPostgres({ dataDir, log: silentLog() })
  return { ownerUrl: postgres.ownerUrl, appUrl: postgres.appUrl, close: () => postgres.stop() }
}

async function onServer(serverUrl: string): Promise<Omit<BenchDatabase, 'version'>> {
  const name = `kyc_bench_${randomBytes(4).toString('hex')}`
  await query(serverUrl, `CREATE DATABASE ${name}`)
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  return {
    ownerUrl: url.href,
    appUrl: url.href,
    close: async () => {
      await query(serverUrl, `DROP DATABASE ${name} WITH (FORCE)`)
    },
  }
}
