import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { second } from '@kyc/contract/durations.ts'
import type pg from 'pg'
import { connectClient } from './connect-client.ts'

export class MigrationError extends Error {
  override readonly name = 'MigrationError'
}

const productMigrations = new URL('../../../migrations/', import.meta.url)
const lockKey = 7_203_551_018

interface Migration extends AppliedMigration {
  readonly sql: string
}

/** An applied migration, as `schema_migration` and backups name it. */
export interface AppliedMigration {
  readonly name: string
  readonly checksum: string
}

interface MigrateOptions {
  /** Other migrations, in tests. */
  readonly folder?: URL
  /** Only these, as they were when a backup was written. */
  readonly only?: readonly AppliedMigration[]
  /** Milliseconds for which a migration is repeated while another process uses its table. */
  readonly lockPatience?: number
}

/**
 * Migrates the database to the newest schema: plain SQL files in order, forward only, each in its own
 * transaction; one process at a time. Returns the names of the applied files.
 * A database that a newer version has migrated is accepted if this version can run on it (`requireKnown`).
 * `url` is the owner's login; `appUser` gets the server's role if it is another login.
 * @throws MigrationError if an applied file was changed or is missing, a lock is not available in time, or a newer
 *   version has removed what this version needs
 */
export async function migrate(
  url: string,
  appUser?: string,
  options: MigrateOptions = {},
): Promise<string[]> {
  const { folder = productMigrations, only, lockPatience = defaultPatience } = options
  const client = await connectClient({ connectionString: url })
  try {
    await acquireLock(client)
    await client.query(
      `CREATE TABLE IF NOT EXISTS schema_migration (
         name text PRIMARY KEY, checksum text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now())`,
    )
    const migrations = await readMigrations(folder)
    const pending = await findPending(client, only ? sameAs(migrations, only) : migrations)
    for (const migration of pending) await applyPatiently(client, migration, lockPatience)
    if (appUser && appUser !== 'kyc_app')
      await client.query(`GRANT kyc_app TO ${client.escapeIdentifier(appUser)}`)
    return pending.map(({ name }) => name)
  } finally {
    await client.end() // also releases the lock
  }
}

/**
 * Checks the database without changing it: it may lack migrations, for a backup before an upgrade.
 * @throws MigrationError if it has none, or those of another version
 */
export async function requireMigrated(url: string): Promise<void> {
  const client = await connectClient({ connectionString: url })
  try {
    const { rows } = await client.query<{ exists: boolean }>(
      "SELECT to_regclass('public.schema_migration') IS NOT NULL AS exists",
    )
    if (!rows[0]?.exists)
      throw new MigrationError('The database contains no data of this product: check DATABASE_URL.')
    await findPending(client, await readMigrations(productMigrations))
  } finally {
    await client.end()
  }
}

const defaultPatience = 60_000
const lockMinutes = 10
const lockPoll = 100

/**
 * Waits until other processes have migrated. Then limits waits for table locks to 2 s, to avoid blocking
 * them. Polls: a statement that waits would have a snapshot, for whose end CREATE INDEX CONCURRENTLY waits.
 */
async function acquireLock(client: pg.Client): Promise<void> {
  const end = performance.now() + lockMinutes * 60_000
  while (!(await tryLock(client))) {
    if (performance.now() > end)
      throw new MigrationError(`Another process has been migrating the database for ${lockMinutes} minutes.`)
    await sleep(lockPoll)
  }
  await client.query("SET lock_timeout = '2s'")
}

async function tryLock(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ locked: boolean }>('SELECT pg_try_advisory_lock($1) AS locked', [
    lockKey,
  ])
  return rows[0]?.locked === true
}

const waitPatience = 60_000

/**
 * Waits up to a minute until another program has migrated the database at `url`, a login of the server.
 * @throws MigrationError if it has not, or if this version can't run on the database; the reason of `stop`
 */
export async function waitUntilMigrated(
  url: string,
  stop?: AbortSignal,
  patience = waitPatience,
): Promise<void> {
  const migrations = await readMigrations(productMigrations)
  for (const end = performance.now() + patience; ; await sleep(second)) {
    stop?.throwIfAborted()
    const missing = await findMissing(url, migrations)
    if (missing === undefined) return
    if (performance.now() >= end)
      throw new MigrationError(
        `The database lacks the migration ${missing}: run npm run migrate with DATABASE_OWNER_URL, then start again.`,
      )
  }
}

/** The first migration that is not applied. */
async function findMissing(url: string, migrations: readonly Migration[]): Promise<string | undefined> {
  const client = await connectClient({ connectionString: url })
  try {
    const [missing] = await findPending(client, migrations)
    return missing?.name
  } catch (error) {
    // The table does not exist yet, or may not be read before the migration that permits it; nor may the login connect.
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code === '42P01' || code === '42501') return migrations[0]?.name
    throw error
  } finally {
    await client.end()
  }
}

/** The names of the migrations of this version, in order. */
export async function listMigrations(): Promise<string[]> {
  return (await readMigrations(productMigrations)).map(({ name }) => name)
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

/** @throws MigrationError if another version wrote the backup */
function sameAs(migrations: readonly Migration[], applied: readonly AppliedMigration[]): Migration[] {
  return applied.map(({ name, checksum }) => {
    const same = migrations.find((migration) => migration.name === name && migration.checksum === checksum)
    if (same) return same
    throw new MigrationError(
      `The backup has the migration ${name}, which this version does not have: restore it with the version that wrote it, or a newer one.`,
    )
  })
}

async function findPending(client: pg.Client, migrations: readonly Migration[]): Promise<Migration[]> {
  const { rows } = await client.query<AppliedMigration>('SELECT name, checksum FROM schema_migration')
  const done = new Map(rows.map((row) => [row.name, row.checksum]))
  const own = migrations.map(({ name }) => name)
  for (const name of done.keys()) requireKnown(name, own)
  const changed = migrations.find(({ name, checksum }) => (done.get(name) ?? checksum) !== checksum)
  if (changed)
    throw new MigrationError(`The migration ${changed.name} was changed after it had been applied.`)
  return migrations.filter(({ name }) => !done.has(name))
}

/**
 * Accepts an applied migration of a newer version. Such migrations only add, except those that name in
 * `.after_0031.sql` the migration of the release that stopped using what they remove: a version without that one can't
 * run.
 */
function requireKnown(name: string, own: readonly string[]): void {
  if (own.includes(name)) return
  if (name < (own.at(-1) ?? ''))
    throw new MigrationError(
      `The database has the migration ${name}, which this version does not have: a development version wrote it. Use that version, or a new database with an unused DATA_DIR.`,
    )
  const [, needed] = /\.after_(\d{4})\.sql$/.exec(name) ?? []
  if (needed === undefined || own.some((each) => each.startsWith(`${needed}_`))) return
  throw new MigrationError(
    `A newer version has applied ${name} and removed what this version needs: start the newer version, or restore the backup from before the upgrade.`,
  )
}

/**
 * Repeats a migration that could not lock a table. The transactions of servers are short, but each attempt waits only
 * briefly, because the statements of servers queue behind a migration that waits.
 */
async function applyPatiently(client: pg.Client, migration: Migration, patience: number): Promise<void> {
  for (const end = performance.now() + patience; ; ) {
    try {
      return await apply(client, migration)
    } catch (error) {
      if (!isLockConflict(error)) throw error
      if (performance.now() < end) {
        await sleep(500 + Math.random() * 1500)
        continue
      }
      const cause = `The migration ${migration.name} could not lock a table within 2 s, because another process uses it`
      throw new MigrationError(`${cause}: start again, or stop the other processes first.`, { cause: error })
    }
  }
}

/** A lock timeout or a deadlock. */
function isLockConflict(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === '55P03' || error.code === '40P01')
}

async function apply(client: pg.Client, migration: Migration): Promise<void> {
  const indexes = concurrentIndexes(migration.sql)
  if (indexes.length > 0) return createConcurrently(client, migration, indexes)
  await client.query('BEGIN')
  try {
    await client.query(migration.sql)
    await record(client, migration)
    await client.query('COMMIT')
  } catch (error) {
    await client.query('ROLLBACK')
    throw error
  }
}

interface ConcurrentIndex {
  readonly name: string
  readonly statement: string
}

/** The indexes that a migration creates without blocking writers, which no transaction may contain. */
function concurrentIndexes(sql: string): ConcurrentIndex[] {
  return sql
    .replaceAll(/--.*$/gm, '')
    .split(';')
    .flatMap((statement) => {
      const [, name] = /^\s*CREATE (?:UNIQUE )?INDEX CONCURRENTLY IF NOT EXISTS (\w+)/i.exec(statement) ?? []
      return name === undefined ? [] : [{ name, statement }]
    })
}

/** Removes an invalid index that an interrupted creation leaves, and creates it again. */
async function createConcurrently(
  client: pg.Client,
  migration: Migration,
  indexes: readonly ConcurrentIndex[],
): Promise<void> {
  // It waits for running transactions, and blocks none.
  await client.query('SET lock_timeout = 0')
  try {
    for (const { name, statement } of indexes) {
      const invalid = await client.query(
        'SELECT FROM pg_index WHERE indexrelid = to_regclass($1) AND NOT indisvalid',
        [name],
      )
      if (invalid.rowCount !== 0) await client.query(`DROP INDEX CONCURRENTLY ${name}`)
      await client.query(statement)
    }
    await record(client, migration)
  } finally {
    await client.query("SET lock_timeout = '2s'")
  }
}

async function record(client: pg.Client, { name, checksum }: Migration): Promise<void> {
  await client.query('INSERT INTO schema_migration (name, checksum) VALUES ($1, $2)', [name, checksum])
}
