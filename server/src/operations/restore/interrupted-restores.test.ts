/** @module-tag long */

import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { expect, test } from 'vitest'
import { startSequencer } from '../../features/audit/tree/sequencer.ts'
import { deleteQueuedObjects } from '../../features/records/destruction/delete-objects.ts'
import { publishEnded } from '../../features/records/destruction/publish-ended.ts'
import { readConfig } from '../../platform/config.ts'
import { connectClient } from '../../platform/db/connect-client.ts'
import { silentLog } from '../../platform/log.ts'
import type { Services } from '../../services.ts'
import { startServer } from '../../start/start-server.ts'
import { backupStage, newest } from '../../testing/app/backup-stage.ts'
import { registerPerformer } from '../../testing/app/factories.ts'
import { sealing } from '../../testing/app/performer-rows.ts'
import { runProgram } from '../../testing/app/programs.ts'
import { destroyDocument, destroyNow } from '../../testing/app/sealed-records.ts'
import { examine } from '../doctor/examine.ts'

const stage = backupStage()
const { backUp, restore } = stage

/** The settings of the restored installation. */
function settings() {
  return {
    DATA_DIR: join(stage.folder, 'restored'),
    DATABASE_URL: stage.scratch.appUrl,
    DATABASE_OWNER_URL: stage.scratch.ownerUrl,
    DEMO: 'off',
    LOG_LEVEL: 'silent',
    MASTER_KEY: stage.masterKey,
    PORT: '0',
  }
}

/** Starts and stops a server on the restored database. */
async function serve(): Promise<void> {
  const server = await startServer(readConfig(settings()), silentLog(), new AbortController().signal)
  await server.stop()
}

const filesOf = async (id: string) =>
  (
    await stage.app.sql<{ object_key: string }>(
      'SELECT object_key FROM document_version WHERE performer_id = $1',
      [id],
    )
  ).map(({ object_key }) => object_key)

/** Seals the log first, as a server would; otherwise the examination waits for that. */
async function faultsOf(services: Services) {
  await startSequencer(services, services.databaseUrl).stop()
  return (await examine(services, { fix: false, onProgress: () => undefined })).faults
}

test('a restore that was interrupted after its rows were loaded is continued, and no server starts before', async () => {
  const { id } = await registerPerformer(stage.user)
  const first = await backUp()
  await destroyDocument(stage.app, { performerId: id, type: 'idFront' })
  await deleteQueuedObjects(stage.app.services)
  const second = await backUp()
  // The services open this path as a folder after the rows are loaded, and fail on a file.
  const obstacle = join(stage.folder, 'restored', 'incoming')
  await mkdir(join(stage.folder, 'restored'))
  await writeFile(obstacle, '')
  await expect(restore({ name: first.name })).rejects.toThrow()
  await rm(obstacle)
  await expect(serve()).rejects.toThrow('A restore of this database runs or was interrupted')
  await expect(restore({ name: second.name })).rejects.toThrow('The restore of the backup of')
  const front = (services: Services) =>
    services.db
      .selectFrom('document_version')
      .select(['is_current', 'destroyed_at'])
      .where('performer_id', '=', id)
      .where('type', '=', 'idFront')
      .execute()
  const restored = await restore({ name: first.name }, async (services) => ({
    front: await front(services),
    faults: await faultsOf(services),
  }))
  expect(restored).toEqual({ front: [{ is_current: false, destroyed_at: expect.any(Date) }], faults: [] })
  await serve()
})

test('a store with files is refused, unless --keep-files adds what it lacks and replaces what is damaged', async () => {
  const { id } = await registerPerformer(stage.user)
  await backUp()
  const [kept = '', damaged = '', ...others] = await filesOf(id)
  expect(others.length).toBeGreaterThan(0)
  const survived = join(stage.folder, 'survived')
  const pathOf = (key: string) => join(survived, key.slice(0, 2), key)
  for (const key of [kept, damaged]) await mkdir(join(survived, key.slice(0, 2)), { recursive: true })
  await writeFile(pathOf(kept), await readObject(kept))
  await writeFile(pathOf(damaged), '')
  const env = { STORAGE_URL: survived }
  await expect(restore({}, undefined, env)).rejects.toThrow(`The folder ${survived} contains files`)
  expect(await restore({ keepFiles: true }, faultsOf, env)).toEqual([])
  await rm(pathOf(kept))
  const { code, out } = await runProgram('commands/doctor.ts', { env: { ...settings(), ...env } }).finished
  expect({ code, out }).toEqual({
    code: 2,
    out: expect.stringMatching(/files: missing: .*\n(?:log: .*\n)*Faults: \d+\.\n.*from a backup/),
  })
})

async function readObject(key: string): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of await stage.app.services.store.get(key)) chunks.push(chunk)
  return Buffer.concat(chunks)
}

test('a database on which a server has started is refused', async () => {
  await backUp()
  await serve()
  await expect(restore()).rejects.toThrow('A server has started on this database')
})

test('newer keys that do not open all records are refused', async () => {
  const form = new FormData()
  const names = { lastName: '見本', firstName: '花子', lastNameRoman: 'MIHON', firstNameRoman: 'HANAKO' }
  for (const [name, value] of Object.entries(names)) form.append(name, value)
  const { id } = (await stage.user.call('POST', '/api/performers?draft=true', { form })).json as {
    id: string
  } // the contract declares the reply
  const backup = await backUp()
  // Imitates an installation that was restored from an older backup, which has neither the record nor its key.
  const take = async (table: string, column: string) => {
    const [row] = await stage.app.sql<{ row: string }>(
      `DELETE FROM ${table} t WHERE ${column} = $1 RETURNING to_json(t)::text AS row`,
      [id],
    )
    const [plain] = await stage.app.sql<{ columns: string }>(
      `SELECT string_agg(quote_ident(column_name), ', ') AS columns FROM information_schema.columns
       WHERE table_schema = 'public' AND table_name = $1 AND is_generated = 'NEVER'`,
      [table],
    )
    const insert = `INSERT INTO ${table} (${plain?.columns}) SELECT ${plain?.columns}
      FROM json_populate_record(NULL::${table}, $1)`
    return () => stage.app.sql(insert, [row?.row])
  }
  const giveKeyBack = await take('performer_key', 'performer_id')
  const giveRecordBack = await take('performer', 'id')
  await backUp()
  await giveRecordBack()
  await giveKeyBack()
  await expect(restore({ name: backup.name })).rejects.toThrow('do not open 1 records of the backup')
  const older = join(stage.folder, 'older-keys')
  await mkdir(older)
  const latest = await newest(stage.places.keysTo)
  for (const name of await readdir(stage.places.keysTo))
    if (name !== basename(latest)) await rename(join(stage.places.keysTo, name), join(older, name))
  expect(await restore({ name: backup.name, keysFrom: older }, faultsOf)).toEqual([])
})

test('a backup is refused in a folder that contains a backup with a future time', async () => {
  const future = await backUp({ now: new Date('2036-01-01T00:00:00Z') })
  await expect(backUp()).rejects.toThrow(`${future.name} is later than the clock of the database`)
})

test('a backup that fails or does not progress ends, and leaves no open transaction', async () => {
  const { app, database } = stage
  const open = () =>
    app.sql(
      `SELECT query FROM pg_stat_activity
       WHERE datname = current_database() AND (state LIKE 'idle in transaction%' OR query LIKE 'COPY%') AND pid <> pg_backend_pid()`,
    )
  await expect(backUp({ recipient: 'age1wrong' })).rejects.toThrow('BACKUP_RECIPIENT is not a recipient')
  await expect.poll(open).toEqual([])
  const blocker = await connectClient({ connectionString: database.ownerUrl })
  await blocker.query('BEGIN; LOCK TABLE account')
  await expect(backUp({ patience: 500 })).rejects.toThrow('The backup has not progressed for')
  await blocker.query('ROLLBACK')
  await blocker.end()
  await expect.poll(open).toEqual([])
  expect((await backUp()).rows).toBeGreaterThan(0)
})

test('in a database recovered to an earlier time, what was destroyed since is destroyed again and the sessions are ended', async () => {
  const { app, folder, places, scratch, user } = stage
  const [record, kept] = [await registerPerformer(user), await registerPerformer(user)]
  await backUp()
  await restore() // stands for the recovery by the host of the database
  const recovered = await connectClient({ connectionString: scratch.ownerUrl })
  await recovered.query(
    `INSERT INTO session (key, account_id, expires_at) SELECT '\\x01', id, now() + interval '1 hour' FROM account LIMIT 1`,
  )
  await destroyNow(app, record.id, user.accountId)
  await destroyDocument(app, { performerId: kept.id, type: 'idFront' })
  await backUp()
  const finish = () =>
    runProgram('commands/restore.ts', {
      args: ['--recovered', '--keys-from', places.keysTo, '--identity', join(folder, 'identity')],
      env: settings(),
    }).finished
  expect(await finish()).toMatchObject({ code: 0, out: expect.stringContaining(': 2 records and documents') })
  const { rows } = await recovered.query(
    `SELECT (SELECT count(*)::int FROM session) AS sessions,
       (SELECT destroyed_at IS NOT NULL FROM performer WHERE id = $1) AS record,
       (SELECT destroyed_at IS NOT NULL FROM document_version WHERE performer_id = $2 AND type = 'idFront') AS document`,
    [record.id, kept.id],
  )
  expect(rows).toEqual([{ sessions: 0, record: true, document: true }])
  expect(await finish()).toMatchObject({ code: 0, out: expect.stringContaining(': 0 records and documents') })
  await recovered.end()
  await serve()
})

test('in a database recovered to an earlier time, what was destroyed after the newest keys is destroyed again and deleted records are named', async () => {
  const { app, folder, places, scratch, user } = stage
  const [destroyed, deleted] = [await registerPerformer(user), await registerPerformer(user)]
  await backUp()
  await restore() // stands for the recovery by the host of the database
  await destroyNow(app, destroyed.id, user.accountId)
  await app.sql(`UPDATE performer SET ${sealing} WHERE id = $1`, [deleted.id])
  await publishEnded(app.services)
  const { code, out } = await runProgram('commands/restore.ts', {
    args: ['--recovered', '--keys-from', places.keysTo, '--identity', join(folder, 'identity')],
    env: { ...settings(), AUDIT_CHECKPOINTS: join(app.dataDir, 'checkpoints') },
  }).finished
  expect({ code, out }).toMatchObject({ code: 0, out: expect.stringContaining(`/performers/${deleted.id}`) })
  const recovered = await connectClient({ connectionString: scratch.ownerUrl })
  const { rows } = await recovered.query('SELECT destroyed_at FROM performer WHERE id = $1', [destroyed.id])
  await recovered.end()
  expect(rows).toEqual([{ destroyed_at: expect.any(Date) }])
})
