import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { readEncrypted } from '../../platform/archive/encrypted-file.ts'
import { type CopiedRow, readCopiedRows } from '../../platform/db/copied-rows.ts'
import { type CopiedTable, copyIn, listTables } from '../../platform/db/copy-tables.ts'
import { interruptedRestore, markRestoring } from '../../platform/db/restore-marks.ts'
import { StartError } from '../../platform/process/start-error.ts'
import type { Archive } from './manifest.ts'
import { linesOf } from './object-list.ts'
import { destroyedDocuments, isArchived, keyTables } from './write-archive.ts'

const performerKeys = 'public.performer_key'

/** A backup and the keys that open it. */
interface Archives {
  readonly data: Archive
  readonly keys: Archive
}

/** Reads a small table of an archive in memory, before it is authenticated. */
export async function readTable(
  archive: Archive,
  identities: readonly string[],
  name: string,
): Promise<CopiedRow[]> {
  return readCopiedRows(await contentOf(archive, identities, name), tableOf(archive, name).columns)
}

/**
 * Loads both archives, which are authenticated by then (D122), into the tables of the same migrations, in one
 * transaction. Triggers do not run, and the foreign keys are created again afterwards, which checks them. Leaves out
 * the keys of performers whose records the backup does not contain. The database stays marked as being restored.
 * @throws StartError if the database contains data by then, or the keys do not open all records
 */
export async function loadArchives(
  client: pg.Client,
  { data, keys }: Archives,
  identities: readonly string[],
  onProgress: (table: string) => void,
): Promise<void> {
  await inOneTransaction(client, async () => {
    const known = await listTables(client)
    requireTables(data, known)
    const tables = known.map(({ name }) => name)
    await client.query(`LOCK TABLE ${tables.join(', ')}`)
    if (await hasData(client)) throw new StartError(containsData)
    for (const table of tables) await client.query(`ALTER TABLE ${table} DISABLE TRIGGER USER`)
    const foreignKeys = await dropForeignKeys(client)
    const loaded = known.filter(({ name }) => isArchived(name, 'data'))
    await client.query(`TRUNCATE ${[...loaded.map(({ name }) => name), ...keyTables].join(', ')}`)
    for (const table of loaded) {
      onProgress(table.name)
      await load(client, data, identities, table)
    }
    for (const table of known.filter(({ name }) => isArchived(name, 'keys'))) {
      onProgress(table.name)
      if (table.name === performerKeys) await loadPerformerKeys(client, keys, identities, table)
      else await load(client, keys, identities, table)
    }
    await loadOldJobs(client, data, identities)
    await requireAllKeys(client, keys)
    // A master key that wraps nothing is removed, because the next start would require it (`authenticateArchives` has
    // ignored it).
    await client.query(
      `DELETE FROM master_key m WHERE NOT EXISTS (SELECT FROM data_key WHERE kek_id = m.id)
         AND NOT EXISTS (SELECT FROM ${performerKeys} WHERE kek_id = m.id)`,
    )
    await markRestoring(client, data.manifest.at)
    for (const { name, value } of data.manifest.sequences.filter(({ name }) => !isOld(name)))
      await client.query('SELECT setval($1::regclass, $2::bigint)', [name, value])
    onProgress('foreign keys')
    for (const statement of foreignKeys) await client.query(statement)
    for (const table of tables) await client.query(`ALTER TABLE ${table} ENABLE TRIGGER USER`)
  })
  await client.query('ANALYZE')
}

/** The ids of the documents that were destroyed before the keys were archived. */
export async function readDestroyedDocuments(
  keys: Archive,
  identities: readonly string[],
): Promise<string[]> {
  const ids: string[] = []
  for await (const id of linesOf(await contentOf(keys, identities, destroyedDocuments.name))) ids.push(id)
  return ids
}

/** The ids of the performers that were destroyed before the keys were archived. */
export async function readDestroyedPerformers(
  client: pg.Client,
  keys: Archive,
  identities: readonly string[],
): Promise<string[]> {
  const ids: string[] = []
  await inOneTransaction(client, async () => {
    await loadArchivedKeys(client, keys, identities)
    const { rows } = await client.query<{ id: string }>(
      'SELECT performer_id AS id FROM archived_key WHERE destroyed_at IS NOT NULL ORDER BY 1',
    )
    ids.push(...rows.map(({ id }) => id))
  })
  return ids
}

/**
 * Returns how far an interrupted restore of this backup has come.
 * @throws StartError if the database contains something else
 */
export async function restoreState(
  client: pg.Client,
  { manifest }: Archive,
): Promise<'empty' | 'started' | 'loaded'> {
  const interrupted = await interruptedRestore(client)
  if (interrupted !== undefined && Date.parse(interrupted) !== Date.parse(manifest.at))
    throw new StartError(
      `The restore of the backup of ${interrupted} into this database was interrupted: repeat it, or create the database again.`,
    )
  if (await hasData(client)) {
    if (interrupted === undefined) throw new StartError(containsData)
    return 'loaded'
  }
  if (interrupted !== undefined) return 'started'
  const { rowCount } = await client.query('SELECT FROM data_key LIMIT 1')
  if (rowCount === 0) return 'empty'
  throw new StartError(
    'A server has started on this database: stop all servers, and create the database and DATA_DIR again.',
  )
}

const containsData = 'The database already contains data: restore into a new database and an unused DATA_DIR.'

async function hasData(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ found: boolean }>(
    `SELECT EXISTS (SELECT FROM account) OR EXISTS (SELECT FROM performer) OR EXISTS (SELECT FROM audit_event) AS found`,
  )
  return rows[0]?.found === true
}

/**
 * Refuses newer keys that do not contain those of all records: an older restore, made in between, did not contain these
 * records.
 */
async function requireAllKeys(client: pg.Client, { path, manifest }: Archive): Promise<void> {
  const { rows } = await client.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM performer p
     WHERE destroyed_at IS NULL AND NOT EXISTS (SELECT FROM ${performerKeys} WHERE performer_id = p.id)`,
  )
  const count = rows[0]?.count ?? 0
  if (count > 0)
    throw new StartError(
      `The keys of ${manifest.at} (${path}) do not open ${count} records of the backup. If an older backup was restored in between, copy the archives of keys from before that restore into a folder of their own, and name it with --keys-from.`,
    )
}

/**
 * Loads the jobs of a backup from before 0061_outbox.sql, for `adoptOldJobs`. Columns that `adoptOldJobs` does not read
 * get placeholder names.
 */
async function loadOldJobs(client: pg.Client, archive: Archive, identities: readonly string[]) {
  if (archive.manifest.queues === undefined) return
  const archived = tableOf(archive, oldJobs).columns
  const columns = archived.map((name, n) => oldJobColumns.find((each) => each === name) ?? `column_${n}`)
  await client.query(
    `DROP SCHEMA IF EXISTS pgboss CASCADE; CREATE SCHEMA pgboss;
     CREATE TABLE ${oldJobs} (${columns.map((name) => `${name} text`).join(', ')});
     GRANT USAGE ON SCHEMA pgboss TO kyc_app; GRANT SELECT, DELETE ON ${oldJobs} TO kyc_app`,
  )
  const table = { name: oldJobs, columns }
  await load(client, archive, identities, table, table)
}

const oldJobs = 'pgboss.job'
const isOld = (name: string) => name.startsWith('pgboss.')
const oldJobColumns = ['id', 'name', 'data', 'state', 'created_on']

async function load(
  client: pg.Client,
  archive: Archive,
  identities: readonly string[],
  { name, columns }: CopiedTable,
  into: CopiedTable = { name, columns: archivedOrder(archive, name, columns) },
): Promise<void> {
  const target = copyIn(client, into)
  await pipeline(await contentOf(archive, identities, name), target)
  if (target.rowCount !== tableOf(archive, name).rows)
    throw new StartError(
      `The table ${name} of ${archive.path} does not have the rows that its manifest states.`,
    )
}

async function loadPerformerKeys(
  client: pg.Client,
  keys: Archive,
  identities: readonly string[],
  { columns }: CopiedTable,
): Promise<void> {
  await loadArchivedKeys(client, keys, identities)
  await client.query(
    `INSERT INTO ${performerKeys} (${columns.join(', ')}) SELECT ${columns.join(', ')} FROM archived_key
     WHERE EXISTS (SELECT FROM performer WHERE id = performer_id)`,
  )
}

/**
 * Destroys the keys of performers that were destroyed when the keys were archived, and ends the sessions, in a database
 * that was recovered to an earlier time. It stays marked as being restored.
 */
export async function destroyKeysAgain(
  client: pg.Client,
  keys: Archive,
  identities: readonly string[],
): Promise<void> {
  await inOneTransaction(client, async () => {
    await markRestoring(client, keys.manifest.at)
    await client.query('DELETE FROM session')
    await client.query('DELETE FROM pending_sign_in')
    await loadArchivedKeys(client, keys, identities)
    await client.query(
      `UPDATE ${performerKeys} k SET wrapped = NULL, destroyed_at = archived.destroyed_at
       FROM archived_key archived WHERE archived.performer_id = k.performer_id AND archived.destroyed_at IS NOT NULL`,
    )
  })
}

/** Loads the keys of performers into a table that ends with the transaction. */
async function loadArchivedKeys(
  client: pg.Client,
  keys: Archive,
  identities: readonly string[],
): Promise<void> {
  const table = (await listTables(client)).find(({ name }) => name === performerKeys)
  if (!table) throw new Error(`the database has no table ${performerKeys}`)
  await client.query(`CREATE TEMPORARY TABLE archived_key (LIKE ${performerKeys}) ON COMMIT DROP`)
  const columns = archivedOrder(keys, table.name, table.columns)
  await load(client, keys, identities, table, { name: 'archived_key', columns })
}

function contentOf(archive: Archive, identities: readonly string[], name: string) {
  const table = tableOf(archive, name)
  return readEncrypted(join(archive.path, table.file), table, identities)
}

function tableOf({ path, manifest }: Archive, name: string) {
  const table = manifest.tables.find((each) => each.name === name)
  if (!table) throw new StartError(`The backup ${path} does not contain the table ${name}.`)
  return table
}

/**
 * Checks the names of the tables: names in statements come from the database, never from the archive.
 * @throws StartError unless the archive contains each table and no other, except those of old queues
 */
function requireTables({ path, manifest }: Archive, known: readonly CopiedTable[]): void {
  const expected = known.filter(({ name }) => isArchived(name, 'data')).map(({ name }) => name)
  const archived = manifest.tables.map(({ name }) => name)
  const own = archived.filter((name) => manifest.queues === undefined || !isOld(name))
  if (!sameNames(expected, own))
    throw new StartError(`The tables of ${path} are not those of its migrations.`)
}

/** The columns of the table in the order of the archive. */
function archivedOrder(archive: Archive, name: string, columns: readonly string[]): string[] {
  const archived = tableOf(archive, name).columns
  if (!sameNames(columns, archived))
    throw new StartError(`The columns of ${name} in ${archive.path} are not those of its migrations.`)
  return archived.flatMap((each) => columns.filter((column) => column === each))
}

function sameNames(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((name) => other.includes(name))
}

/** Drops the foreign keys. Returns the statements that create them again. */
async function dropForeignKeys(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ drop: string; create: string }>(
    `SELECT format('ALTER TABLE %s DROP CONSTRAINT %I', conrelid::regclass, conname) AS drop,
            format('ALTER TABLE %s ADD CONSTRAINT %I %s', conrelid::regclass, conname, pg_get_constraintdef(c.oid))
              AS create
     FROM pg_constraint c JOIN pg_namespace n ON n.oid = connamespace
     WHERE contype = 'f' AND conparentid = 0 AND nspname = 'public' ORDER BY 1`,
  )
  for (const { drop } of rows) await client.query(drop)
  return rows.map(({ create }) => create)
}

async function inOneTransaction(client: pg.Client, act: () => Promise<void>): Promise<void> {
  await client.query('BEGIN')
  try {
    await act()
    await client.query('COMMIT')
  } catch (error) {
    await client.query('ROLLBACK')
    throw error
  }
}
