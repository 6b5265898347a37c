import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import type pg from 'pg'
import { installOutbox } from '../outbox/install-outbox.ts'
import { connectClient } from './connect-client.ts'

export class MigrationError extends Error {
  override readonly name = 'MigrationError'
}

const productMigrations = new URL('../../../migrations/', import.meta.url)
const lockKey = 7_203_551_018

interface Migration {
  readonly name: string
  readonly sql: string
  readonly checksum: string
}

/**
 * Migrates the database to the newest schema: plain SQL files in order, forward only, each in its own
 * transaction, then the tables of the outbox; one process at a time. Returns the names of the applied files.
 * `url` is the owner's login; `appUser` gets the server's role if it is another login. Tests pass another
 * `folder`.
 * @throws MigrationError if an applied file was changed or is missing, or a lock is not available in time
 */
export async function migrate(
  url: string,
  appUser?: string,
  folder: URL = productMigrations,
): Promise<string[]> {
  const client = await connectClient({ connectionString: url })
  try {
    await acquireLock(client)
    await client.query(
      `CREATE TABLE IF NOT EXISTS schema_migration (
         name text PRIMARY KEY, checksum text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now())`,
    )
    const applied = await apply(client, await readMigrations(folder))
    await installOutbox(client)
    if (appUser && appUser !== 'kyc_app')
      await client.query(`GRANT kyc_app TO ${client.escapeIdentifier(appUser)}`)
    return applied
  } finally {
    await client.end() // also releases the lock
  }
}

/**
 * Waits until other processes have migrated. Then limits waits for table locks to 2 s, to avoid blocking
 * them.
 */
async function acquireLock(client: pg.Client): Promise<void> {
  try {
    await client.query(`SET lock_timeout = '${lockMinutes}min'`)
    await client.query('SELECT pg_advisory_lock($1)', [lockKey])
    await client.query("SET lock_timeout = '2s'")
  } catch (error) {
    if (!isLockTimeout(error)) throw error
    throw new MigrationError(`Another process has been migrating the database for ${lockMinutes} minutes.`, {
      cause: error,
    })
  }
}

const lockMinutes = 10

function isLockTimeout(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '55P03'
}

async function readMigrations(folder: URL): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(new URL(name, folder), 'utf8')
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') }
    }),
  )
}

async function apply(client: pg.Client, migrations: Migration[]): Promise<string[]> {
  const { rows } = await client.query<{ name: string; checksum: string }>(
    'SELECT name, checksum FROM schema_migration',
  )
  const done = new Map(rows.map((row) => [row.name, row.checksum]))
  for (const name of done.keys()) {
    if (!migrations.some((migration) => migration.name === name)) {
      throw new MigrationError(`The database has the migration ${name}, which this version does not have.`)
    }
  }
  const applied: string[] = []
  for (const migration of migrations) {
    const before = done.get(migration.name)
    if (before === migration.checksum) continue
    if (before)
      throw new MigrationError(`The migration ${migration.name} was changed after it had been applied.`)
    await applyOne(client, migration)
    applied.push(migration.name)
  }
  return applied
}

async function applyOne(client: pg.Client, migration: Migration): Promise<void> {
  await client.query('BEGIN')
  try {
    await client.query(migration.sql)
    await client.query('INSERT INTO schema_migration (name, checksum) VALUES ($1, $2)', [
      migration.name,
      migration.checksum,
    ])
    await client.query('COMMIT')
  } catch (error) {
    await client.query('ROLLBACK')
    if (!isLockTimeout(error)) throw error
    const cause = `The migration ${migration.name} could not lock a table within 2 s, because another process uses it`
    throw new MigrationError(`${cause}: start again, or stop the other processes first.`, { cause: error })
  }
}
