import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '@kyc/server/platform/db/embedded-postgres.ts'
import { migrate } from '@kyc/server/platform/db/migrate.ts'
import { silentLog } from '@kyc/server/platform/log.ts'
import pg from 'pg'

/** An embedded PostgreSQL with a migrated database. */
export interface BenchDatabase {
  readonly ownerUrl: string
  readonly appUrl: string
  /** Such as "PostgreSQL 18.4". */
  readonly version: string
  /** The process whose children serve the connections. */
  readonly pid: number
  close(): Promise<void>
}

export async function openBenchDatabase(folder: string): Promise<BenchDatabase> {
  const dataDir = join(folder, 'database')
  await mkdir(dataDir, { recursive: true })
  const { ownerUrl, appUrl, stop: close } = await startEmbeddedPostgres({ dataDir, log: silentLog() })
  await migrate(ownerUrl, new URL(appUrl).username)
  const [row] = await query<{ server_version: string }>(ownerUrl, 'SHOW server_version')
  const [pid] = (await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')
  const version = `PostgreSQL ${row?.server_version.split(' ')[0]}`
  return { ownerUrl, appUrl, version, pid: Number(pid), close }
}

export function query<Row extends pg.QueryResultRow>(
  url: string,
  sql: string,
  values: unknown[] = [],
): Promise<Row[]> {
  return withClient(url, async (client) => (await client.query<Row>(sql, values)).rows)
}

/** Runs `act` on a connection of its own. */
export async function withClient<T>(url: string, act: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await act(client)
  } finally {
    await client.end()
  }
}
