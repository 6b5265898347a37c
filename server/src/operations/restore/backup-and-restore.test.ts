import { createReadStream, existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { updatePerformer } from '@kyc/contract/performers.ts'
import { expect, test } from 'vitest'
import { encryptWithheld } from '../../features/documents/encrypt-withheld.ts'
import { readIdentityFile } from '../../platform/archive/age-identity.ts'
import { hashOf, readEncrypted } from '../../platform/archive/encrypted-file.ts'
import { folderStore } from '../../platform/storage/folder-store.ts'
import { newObjectKey } from '../../platform/storage/object-store.ts'
import { backupStage, faultsOf, filesIn, newest, pooled, sqlOf } from '../../testing/app/backup-stage.ts'
import { insertVideo, registerPerformer } from '../../testing/app/factories.ts'
import { submitPaper } from '../../testing/app/papers.ts'
import { insertPerformerKeys } from '../../testing/app/performer-rows.ts'
import { samplePng } from '../../testing/app/sample-files.ts'
import { sealLog } from '../../testing/app/seal-log.ts'
import type { TestApp } from '../../testing/app/test-app.ts'

const stage = backupStage()
const { backUp, restore } = stage

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
    installation: (tables.installation ?? 0) + 1, // the row with the time of the restore
    audit_published: 1, // written by the sequencer of the restored installation
  })
  expect((await backUp()).copied).toBe(0)
})

test('a backup contains the files of a withheld version that is encrypted again while it is written', async () => {
  const { services } = stage.app
  const { id } = await registerPerformer(stage.user, {
    files: { idBack: { name: 'back.png', bytes: await samplePng(30, 30) } },
  })
  const admin = await stage.app.signedIn('admin')
  const body = { idKind: 'my_number_card', reason: '個人番号' } as const
  await admin.send(updatePerformer, { params: { id }, body })
  const withheld = 'SELECT object_key FROM document_version WHERE undo_until IS NOT NULL'
  const [row] = await stage.app.sql<{ object_key: string }>(withheld)
  const replaceFiles = async () => {
    await encryptWithheld(services)
    await expect.poll(() => services.store.exists(row?.object_key ?? '')).toBe(false)
  }
  let replacing: Promise<void> | undefined
  const get = async (key: string) => {
    replacing ??= replaceFiles()
    await replacing
    return services.store.get(key)
  }
  expect(await backUp({}, { store: { ...services.store, get } })).toMatchObject({ missing: [] })
  expect(await restore({}, (restored) => faultsOf(restored))).toEqual([])
})

test('no file of a backup contains personal data, keys are stored apart from it, and no file contains the master key', async () => {
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

test('an interrupted run leaves no backup, and the next one keeps the copied files and deletes those without a row', {
  tags: 'long',
}, async () => {
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
