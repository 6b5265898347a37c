import { createReadStream, existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { day } from '@kyc/contract/durations.ts'
import pg from 'pg'
import { expect, test } from 'vitest'
import { startSequencer } from '../../features/audit/tree/sequencer.ts'
import { deleteQueuedObjects } from '../../features/records/destruction/delete-objects.ts'
import { publishEnded } from '../../features/records/destruction/publish-ended.ts'
import { readIdentityFile } from '../../platform/archive/age-identity.ts'
import { hashOf, readEncrypted } from '../../platform/archive/encrypted-file.ts'
import { silentLog } from '../../platform/log.ts'
import { Secret } from '../../platform/settings/secret.ts'
import { folderStore } from '../../platform/storage/folder-store.ts'
import { newObjectKey } from '../../platform/storage/object-store.ts'
import type { Services } from '../../services.ts'
import { backupStage, filesIn, newest, pooled } from '../../testing/app/backup-stage.ts'
import { insertVideo, registerPerformer } from '../../testing/app/factories.ts'
import { submitPaper } from '../../testing/app/papers.ts'
import { insertPerformerKeys, sealing } from '../../testing/app/performer-rows.ts'
import { sealLog } from '../../testing/app/seal-log.ts'
import { destroyDocument, destroyNow } from '../../testing/app/sealed-records.ts'
import type { TestApp } from '../../testing/app/test-app.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/app/test-database.ts'
import { examine } from '../doctor/examine.ts'
import { drillRestore } from './drill-restore.ts'

const onProgress = () => undefined
const stage = backupStage()
const { backUp, restore } = stage

const later = { now: () => new Date(Date.now() + 2 * day) }
/** Seals the log first, as a server would; otherwise the examination waits for that. */
const faultsOf = async (services: Services) => {
  await startSequencer(services, services.databaseUrl).stop()
  return (await examine({ ...services, clock: later }, { fix: false, onProgress })).faults
}

test('a backup contains every row and file, and the restored installation has no faults', async () => {
  const { id } = await registerPerformer(stage.user, { fields: { email: 'mihon@example.com' } })
  const video = await insertVideo(stage.app, stage.user.accountId, stage.user.accountId)
  await insertPerformerKeys(stage.app.services, [video])
  await submitPaper(stage.user, { id: video, performerId: video, type: 'contract' })
  await sealLog(stage.app)
  const written = await backUp()
  expect(written.missing).toEqual([])
  const tables = await counts(stage.app)
  const found = await restore({}, async (services, restored) => {
    const performer = await services.db
      .selectFrom('performer')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirst()
    expect(performer?.email).toBe('mihon@example.com')
    expect(restored).toMatchObject({ destroyed: 0, missing: [], rollback: undefined, objects: written.count })
    return faultsOf(services)
  })
  expect(found).toEqual([])
  expect(await counts({ sql: sqlOf(stage.scratch) })).toEqual({
    ...tables,
    session: 0,
    installation: (tables.installation ?? 0) + 1, // when it was restored
    audit_published: 1, // by the sequencer of the restored installation
  })
  expect((await backUp()).copied).toBe(0)
})

test('no file of a backup contains personal data, keys are apart from it, and the master key is nowhere', async () => {
  await registerPerformer(stage.user, { fields: { lastName: '機密', email: 'secret@example.com' } })
  await backUp()
  const data = await newest(stage.places.to)
  const keys = await newest(stage.places.keysTo)
  const everything = Buffer.concat(
    await Promise.all((await filesIn(stage.folder)).map((file) => readFile(file))),
  )
  for (const text of ['機密', 'secret@example.com', stage.masterKey])
    expect(everything.includes(text)).toBe(false)
  expect(everything.includes(Buffer.from(stage.masterKey, 'base64'))).toBe(false)
  const identities = await readIdentityFile(join(stage.folder, 'identity'))
  const file = join(data, 'public.performer.gz.age')
  const written = await hashOf(createReadStream(file))
  const performers = await buffer(await readEncrypted(file, written, identities))
  expect(performers.includes('secret@example.com')).toBe(true)
  expect((await readdir(data)).filter((name) => name.includes('key'))).toEqual([
    'public.contract_key.gz.age',
    'public.idempotency_key.gz.age',
    'public.partner_api_key.gz.age',
    'public.partner_key.gz.age',
    'public.passkey.gz.age',
    'public.signing_key.gz.age',
  ])
  expect(await readdir(keys)).toContain('public.performer_key.gz.age')
})

test('an older backup does not bring back what was destroyed since, and loses its keys and files after a week', async () => {
  const [destroyed, kept] = [await registerPerformer(stage.user), await registerPerformer(stage.user)]
  const first = await backUp()
  const keysBefore = await newest(stage.places.keysTo)
  const files = await objectsOf(destroyed.id)
  await destroyNow(stage.app, destroyed.id, stage.user.accountId)
  const [back] = await stage.app.sql<{ id: string; object_key: string }>(
    "SELECT id, object_key FROM document_version WHERE performer_id = $1 AND type = 'selfie'",
    [kept.id],
  )
  await destroyDocument(stage.app, { performerId: kept.id, type: 'selfie' })
  await deleteQueuedObjects(stage.app.services)
  await backUp()
  expect(await pooled(stage, files)).toEqual(files)
  expect((await backUp({ now: new Date(Date.now() + 8 * day) })).deleted).toBeGreaterThanOrEqual(
    files.length + 1,
  )
  expect(await pooled(stage, files)).toEqual([])
  expect(await readdir(stage.places.keysTo)).not.toContain(basename(keysBefore))

  await sealLog(stage.app)
  const result = await restore({ name: first.name }, async (services, restored) => {
    const rows = await services.db
      .selectFrom('performer')
      .select(['id', 'destroyed_at', 'last_name'])
      .where('id', 'in', [destroyed.id, kept.id])
      .execute()
    const documents = await services.db
      .selectFrom('document_version')
      .select('destroyed_at')
      .where('id', '=', back?.id ?? '')
      .execute()
    return { restored, rows, documents, faults: await faultsOf(services) }
  })
  expect(result.restored).toMatchObject({ destroyed: 2, missing: [] })
  const byId = Object.fromEntries(result.rows.map((row) => [row.id, row]))
  expect(byId[destroyed.id]).toMatchObject({ last_name: '', destroyed_at: expect.any(Date) })
  expect(byId[kept.id]).toMatchObject({ last_name: '見本', destroyed_at: null })
  expect(result.documents).toEqual([{ destroyed_at: expect.any(Date) }])
  expect(result.faults.filter(({ check }) => check !== 'log')).toEqual([])
})

test('what was deleted or destroyed after the last backup is known from the published ids', async () => {
  const [destroyed, deleted] = [await registerPerformer(stage.user), await registerPerformer(stage.user)]
  await backUp()
  await destroyNow(stage.app, destroyed.id, stage.user.accountId)
  await stage.app.sql(`UPDATE performer SET ${sealing} WHERE id = $1`, [deleted.id])
  await publishEnded(stage.app.services)
  expect(await stage.app.sql('SELECT FROM ended_record')).toEqual([])
  // Not those of another signer, and no text that is no id.
  const { checkpoints } = stage.app.services
  await checkpoints.publishEnded('destroyed', deleted.id, `destroyed ${deleted.id}\n\n— other AAAA\n`)
  await checkpoints.publishEnded('destroyed', 'x', 'x')
  const place = { AUDIT_CHECKPOINTS: join(stage.app.dataDir, 'checkpoints') }
  const { restored, rows } = await restore(
    {},
    async ({ db }, result) => ({
      restored: result,
      rows: await db
        .selectFrom('performer')
        .select(['id', 'destroyed_at', 'last_name'])
        .where('id', 'in', [destroyed.id, deleted.id])
        .orderBy('id')
        .execute(),
    }),
    place,
  )
  expect(restored).toMatchObject({ destroyed: 1, deleted: [deleted.id] })
  expect(rows).toMatchObject([
    { id: destroyed.id, last_name: '', destroyed_at: expect.any(Date) },
    { id: deleted.id, last_name: '見本', destroyed_at: null },
  ])
})

test('an interrupted run leaves no backup, and the next one keeps the copied files and deletes those without a row', async () => {
  await registerPerformer(stage.user)
  let read = 0
  const { store } = stage.app.services
  const failing = {
    ...store,
    get: (key: string) => (++read > 2 ? Promise.reject(new Error('the store is away')) : store.get(key)),
  }
  await expect(backUp({}, { store: failing })).rejects.toThrow('the store is away')
  expect((await readdir(stage.places.to)).filter((name) => !name.endsWith('.partial')).sort()).toEqual(
    ['checkpoints', 'objects'].filter(
      (name) => name === 'objects' || existsSync(join(stage.places.to, name)),
    ),
  )
  const orphan = newObjectKey()
  await folderStore(join(stage.places.to, 'objects')).put(
    orphan,
    Readable.from([Buffer.from('of a deleted row')]),
  )
  read = 0
  const counting = { ...store, get: (key: string) => store.get(key).finally(() => read++) }
  const { count } = await backUp({}, { store: counting })
  expect(read).toBe(count - 2)
  expect(await pooled(stage, [orphan])).toEqual([])
  expect((await readdir(stage.places.to)).filter((name) => name.endsWith('.partial'))).toEqual([])
})

test('only one backup is written at a time', async () => {
  const results = await Promise.allSettled([backUp(), backUp()])
  expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
})

test('a file that rows name and the store lacks is reported, and the rest is backed up', async () => {
  const { id } = await registerPerformer(stage.user)
  const [lost = ''] = await objectsOf(id)
  await rm(join(stage.app.dataDir, 'files', lost.slice(0, 2), lost))
  expect((await backUp()).missing).toEqual([lost])
  expect(await restore()).toMatchObject({ missing: [] })
  await stage.app.sql(
    'UPDATE document_version SET destroyed_at = now(), is_current = false WHERE performer_id = $1',
    [id],
  )
})

test('a drill restores a backup in a scratch place, finds its faults, and leaves nothing behind', async () => {
  const { id } = await registerPerformer(stage.user)
  await backUp()
  const identities = await readIdentityFile(join(stage.folder, 'identity'))
  const backup = {
    from: stage.places.to,
    keysFrom: stage.places.keysTo,
    identities,
    name: undefined,
    onProgress,
  }
  const empty = await createTestDatabase('template1')
  const scratch = join(stage.folder, 'scratch')
  await mkdir(scratch)
  const drillIn = (url: string) => {
    const config = { ...stage.app.services.config, drillDatabaseUrl: new Secret(url) }
    return drillRestore(config, silentLog(), backup, scratch)
  }
  const { found, restored } = await drillIn(empty.ownerUrl)
  expect({ faults: found.faults, missing: restored.missing }).toEqual({ faults: [], missing: [] })

  const [lost = ''] = await objectsOf(id)
  await folderStore(join(stage.places.to, 'objects')).delete(lost)
  expect(await drillIn(empty.ownerUrl)).toMatchObject({ restored: { missing: [lost] }, found: { count: 1 } })
  expect(await readdir(scratch)).toEqual([])
  const tables = await sqlOf(empty)("SELECT FROM pg_tables WHERE schemaname = 'public'")
  expect(tables).toEqual([])
  await expect(drillIn(stage.database.ownerUrl)).rejects.toThrow('DRILL_DATABASE_URL has tables')
  await empty.drop()
})

async function objectsOf(performerId: string): Promise<string[]> {
  const rows = await stage.app.sql<{ key: string }>(
    `SELECT key FROM document_version, LATERAL (VALUES (object_key), (screen_key), (thumbnail_key)) AS named (key)
     WHERE performer_id = $1 AND key IS NOT NULL`,
    [performerId],
  )
  return rows.map(({ key }) => key)
}

function sqlOf({ ownerUrl }: TestDatabase): TestApp['sql'] {
  return async (text, values) => {
    const client = new pg.Client({ connectionString: ownerUrl })
    await client.connect()
    try {
      return (await client.query(text, values)).rows
    } finally {
      await client.end()
    }
  }
}

/** The rows of each table. */
async function counts({ sql }: Pick<TestApp, 'sql'>): Promise<Record<string, number>> {
  const tables = await sql<{ name: string }>(
    "SELECT relname AS name FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace ORDER BY 1",
  )
  const found: Record<string, number> = {}
  for (const { name } of tables)
    found[name] = (await sql<{ n: number }>(`SELECT count(*)::int AS n FROM ${name}`))[0]?.n ?? 0
  return found
}
