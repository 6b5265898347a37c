import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { readEncrypted } from '../../platform/archive/encrypted-file.ts'
import { type CopiedTable, copyIn, listTables } from '../../platform/db/copy-tables.ts'
import { StartError } from '../../platform/start-error.ts'
import type { Archive } from './manifest.ts'
import { linesOf } from './object-list.ts'
import { destroyedDocuments, keyTables } from './write-archive.ts'

const performerKeys = 'public.performer_key'

/** Loads the keys of the installation, without those of performers, so that they can be tried before anything else. */
export async function loadMasterKeys(
  client: pg.Client,
  keys: Archive,
  identities: readonly string[],
): Promise<void> {
  await inOneTransaction(client, async () => {
    await client.query(`TRUNCATE ${keyTables.join(', ')}`)
    for (const name of keyTables.filter((each) => each !== performerKeys))
      await load(client, keys, identities, name)
  })
}

/** Removes them again. */
export async function removeKeys(client: pg.Client): Promise<void> {
  await client.query(`TRUNCATE ${keyTables.join(', ')}`)
}

/**
 * Loads both archives into the tables of the same migrations, in one transaction. Triggers do not run, and the foreign keys
 * are created again afterwards, which checks them. Of the keys of performers, those of records that the backup does not
 * contain are left out.
 * @returns the ids of the documents that were destroyed before the keys were archived
 * @throws StartError if the database contains data by then
 */
export async function loadArchives(
  client: pg.Client,
  { data, keys }: { readonly data: Archive; readonly keys: Archive },
  identities: readonly string[],
  onProgress: (table: string) => void,
): Promise<string[]> {
  await requireSameQueues(client, data)
  await inOneTransaction(client, async () => {
    const tables = (await listTables(client)).map(({ name }) => name)
    await client.query(`LOCK TABLE ${tables.join(', ')}`)
    await refuseData(client)
    for (const table of tables) await client.query(`ALTER TABLE ${table} DISABLE TRIGGER USER`)
    const foreignKeys = await dropForeignKeys(client)
    await client.query(`TRUNCATE ${data.manifest.tables.map(({ name }) => name).join(', ')}`)
    for (const { name } of data.manifest.tables) {
      onProgress(name)
      await load(client, data, identities, name)
    }
    onProgress(performerKeys)
    await loadPerformerKeys(client, keys, identities)
    for (const { name, value } of data.manifest.sequences)
      await client.query('SELECT setval($1::regclass, $2::bigint)', [name, value])
    onProgress('foreign keys')
    for (const statement of foreignKeys) await client.query(statement)
    for (const table of tables) await client.query(`ALTER TABLE ${table} ENABLE TRIGGER USER`)
  })
  await client.query('ANALYZE')
  const ids: string[] = []
  for await (const id of linesOf(await contentOf(keys, identities, destroyedDocuments.name))) ids.push(id)
  return ids
}

/** @throws StartError if the database contains data */
export async function refuseData(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ found: boolean }>(
    `SELECT EXISTS (SELECT FROM account) OR EXISTS (SELECT FROM performer) OR EXISTS (SELECT FROM audit_event) AS found`,
  )
  if (rows[0]?.found)
    throw new StartError(
      'The database already contains data: restore into a new database and an unused DATA_DIR.',
    )
}

async function requireSameQueues(client: pg.Client, { manifest }: Archive): Promise<void> {
  const { rows } = await client.query<{ version: number }>('SELECT version FROM pgboss.version')
  if (rows[0]?.version !== manifest.queues) {
    throw new StartError(
      `The queues of the backup have version ${manifest.queues}, those of this version ${rows[0]?.version}: restore with the version that wrote the backup, then upgrade.`,
    )
  }
}

async function load(
  client: pg.Client,
  archive: Archive,
  identities: readonly string[],
  name: string,
  into: CopiedTable = tableOf(archive, name),
): Promise<void> {
  const content = await contentOf(archive, identities, name)
  const target = copyIn(client, into)
  await pipeline(content, target)
  if (target.rowCount !== tableOf(archive, name).rows)
    throw new StartError(
      `The table ${name} of ${archive.path} does not have the rows that its manifest states.`,
    )
}

async function loadPerformerKeys(
  client: pg.Client,
  keys: Archive,
  identities: readonly string[],
): Promise<void> {
  const { columns } = tableOf(keys, performerKeys)
  await client.query(`CREATE TEMPORARY TABLE archived_key (LIKE ${performerKeys}) ON COMMIT DROP`)
  await load(client, keys, identities, performerKeys, { name: 'archived_key', columns })
  await client.query(
    `INSERT INTO ${performerKeys} (${columns}) SELECT ${columns} FROM archived_key
     WHERE EXISTS (SELECT FROM performer WHERE id = performer_id)`,
  )
}

function contentOf(archive: Archive, identities: readonly string[], name: string) {
  return readEncrypted(join(archive.path, tableOf(archive, name).file), identities)
}

function tableOf({ path, manifest }: Archive, name: string) {
  const table = manifest.tables.find((each) => each.name === name)
  if (!table) throw new StartError(`The backup ${path} does not contain the table ${name}.`)
  return table
}

/** Returns the statements that create them again. */
async function dropForeignKeys(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ drop: string; create: string }>(
    `SELECT format('ALTER TABLE %s DROP CONSTRAINT %I', conrelid::regclass, conname) AS drop,
            format('ALTER TABLE %s ADD CONSTRAINT %I %s', conrelid::regclass, conname, pg_get_constraintdef(c.oid))
              AS create
     FROM pg_constraint c JOIN pg_namespace n ON n.oid = connamespace
     WHERE contype = 'f' AND conparentid = 0 AND nspname IN ('public', 'pgboss') ORDER BY 1`,
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
