/** @module-tag long */

import { randomBytes } from 'node:crypto'
import { chmod, mkdir, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer, text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { checkStoredFiles } from '../features/documents/check-stored-files.ts'
import { moveObjects } from '../features/documents/move-objects.ts'
import { reconcile } from '../features/documents/reconcile.ts'
import { deleteQueuedObjects } from '../features/records/destruction/delete-objects.ts'
import { folderMarker, folderStore } from '../platform/storage/folder-store.ts'
import { newObjectKey, type ObjectStore } from '../platform/storage/object-store.ts'
import { openPlace } from '../platform/storage/open-store.ts'
import { copyMarker } from '../platform/storage/store-marker.ts'
import { registerPerformer } from '../testing/app/factories.ts'
import { killPrograms, runProgram } from '../testing/app/programs.ts'
import { destroyDocument } from '../testing/app/sealed-records.ts'
import { createTestApp, type TestApp, useStage } from '../testing/app/test-app.ts'
import { useFolder } from '../testing/app/use-folder.ts'
import { useS3 } from '../testing/doubles/use-s3.ts'

const s3 = useS3()
const { app, user } = useStage({ user: 'user' })
const base = useFolder('kyc-move-')
const stack = new AsyncDisposableStack()
beforeAll(async () => {
  await chmod(base, 0o755) // a program that root starts runs as another account
})
afterAll(async () => {
  killPrograms()
  await stack.disposeAsync()
})

const put = (store: ObjectStore, key: string, bytes: Buffer | string) =>
  store.put(key, Readable.from([Buffer.from(bytes)]))
const keysOf = async (store: ObjectStore) => {
  const keys: string[] = []
  for await (const { key } of store.list()) keys.push(key)
  return keys.sort()
}
async function expectSame(one: ObjectStore, other: ObjectStore): Promise<void> {
  const keys = await keysOf(one)
  expect(await keysOf(other)).toEqual(keys)
  for (const key of keys) {
    const [a, b] = [await buffer(await one.get(key)), await buffer(await other.get(key))]
    expect(a.equals(b)).toBe(true)
  }
}

/** Decrypts all documents, as the doctor does. */
async function expectFiles(services: TestApp['services']): Promise<void> {
  for await (const fault of checkStoredFiles(services, () => undefined)) expect(fault).toBeUndefined()
}

describe('storage:move', () => {
  const run = (args: string[], storage?: string) =>
    runProgram('commands/storage-move.ts', {
      args,
      env: {
        ...s3.env,
        DATA_DIR: app.dataDir,
        DATABASE_URL: app.services.databaseUrl,
        DATABASE_OWNER_URL: app.ownerUrl,
        ...(storage && { STORAGE_URL: storage }),
      },
    })

  test('moves to a bucket and back, although it is killed in between, and loses and adds nothing', async () => {
    await registerPerformer(user)
    for (let i = 0; i < 100; i++) await put(app.services.store, newObjectKey(), randomBytes(20_000))
    const url = `s3://${s3.bucket}/moved?endpoint=${encodeURIComponent(s3.endpoint)}`
    const place = { kind: 'bucket', bucket: s3.bucket, prefix: 'moved/', endpoint: s3.endpoint } as const
    const bucket = (await openPlace(place, stack)).store()
    const killed = run(['--to', url])
    let puts = 0
    s3.onCall = (method) => {
      if (method === 'PUT' && ++puts === 20) killed.child.kill('SIGKILL')
    }
    await killed.finished
    s3.onCall = undefined
    const [total, before] = [(await keysOf(app.services.store)).length, (await keysOf(bucket)).length]
    expect(before).toBeGreaterThan(0)
    expect(before).toBeLessThan(total)

    const moved = await run(['--to', url]).finished
    expect(moved).toMatchObject({ code: 0, error: '' })
    const [, copied, verified] = /Copied (\d+) files.*; (\d+) are verified; removed 0 /.exec(moved.out) ?? []
    expect(Number(verified)).toBe(total)
    expect(Number(copied)).toBeLessThan(total)
    await expectSame(app.services.store, bucket)

    const folder = join(base, 'back')
    expect(await run(['--to', folder], url).finished).toMatchObject({ code: 0, error: '' })
    await expectSame(app.services.store, folderStore(folder))
    await expectFiles({ ...app.services, store: folderStore(folder) })
  })

  test('requires exactly one direction', async () => {
    const both = ['--to', join(base, 'a'), '--from', join(base, 'b')]
    const usage = expect.stringMatching(/^Give either --to or --from\.\nUsage: npm run storage:move/)
    expect(await run(both).finished).toMatchObject({ code: 1, error: usage })
  })
})

test('refuses as a target the store itself, that of another installation, and unknown files', async () => {
  const [source, other, unknown] = [join(base, 'source'), join(base, 'other'), join(base, 'unknown')]
  await folderMarker(source).write('0123')
  await folderMarker(other).write('4567')
  await mkdir(join(unknown, 'ab'), { recursive: true })
  const copy = (from: string, to: string) => copyMarker(folderMarker(from), folderMarker(to))
  await expect(copy(source, source)).rejects.toThrow('is the store itself')
  await expect(copy(source, other)).rejects.toThrow('the files of another installation')
  await expect(copy(source, unknown)).rejects.toThrow('files of unknown origin')
  await expect(copy(join(base, 'none'), other)).rejects.toThrow('is no store')
  for (let i = 0; i < 2; i++) expect(await copy(source, join(base, 'new'))).toBe('0123')
})

describe('storage:move while servers run', () => {
  let moves = 0
  function folders() {
    const [from, to] = [join(base, `from${++moves}`), join(base, `to${moves}`)]
    return { from, to, source: folderStore(from), target: folderStore(to), journal: `${to}.txt` }
  }
  const onProgress = () => undefined

  test('a copy of an object that is deleted during the move is deleted too', async () => {
    const { source, target, journal } = folders()
    const [kept, deleted, late] = [newObjectKey(), newObjectKey(), newObjectKey()]
    for (const key of [kept, deleted]) await put(source, key, key)
    let passes = 0
    const changing: ObjectStore = {
      ...source,
      async *list() {
        if (++passes === 2) {
          await source.delete(deleted)
          await put(source, late, 'late')
        }
        yield* source.list()
      },
    }
    const moving = moveObjects(app.services, {
      source: changing,
      target,
      direction: 'to',
      journal,
      onProgress,
    })
    expect(await moving).toMatchObject({ copied: 3, verified: 2, removed: 1 })
    await expectSame(source, target)
  })

  test('replaces a damaged copy', async () => {
    const { source, target, journal } = folders()
    const key = newObjectKey()
    await put(source, key, 'content')
    let reads = 0
    const damaging: ObjectStore = {
      ...target,
      get: async (...args) => (++reads === 1 ? Readable.from([Buffer.from('damaged')]) : target.get(...args)),
    }
    await moveObjects(app.services, { source, target: damaging, direction: 'to', journal, onProgress })
    expect([reads, await text(await target.get(key))]).toEqual([2, 'content'])
  })

  test('--from copies what was written, and deletes what was deleted, between the copy and the switch', async () => {
    const { from, to, source, target, journal } = folders()
    const old = await createTestApp({ env: { STORAGE_URL: from } })
    const move = (direction: 'to' | 'from') =>
      moveObjects(old.services, { source, target, direction, journal, onProgress })
    const owner = await old.signedIn('user')
    const [between, after] = [await registerPerformer(owner), await registerPerformer(owner)]
    expect(await move('to')).toMatchObject({ removed: 0 })
    expect(await move('to')).toMatchObject({ copied: 0, removed: 0 })
    const deletedBetween = await destroyFront(old, between.id)
    await registerPerformer(owner)

    const switched = await old.neighbour({ STORAGE_URL: to })
    const deletedAfter = await destroyFront({ ...switched, sql: old.sql }, after.id)
    const orphan = newObjectKey()
    await put(target, orphan, 'of the new store')
    const later = new Date(Date.now() + 7_200_000)
    await utimes(join(to, orphan.slice(0, 2), orphan), later, later)

    expect(await move('from')).toMatchObject({ removed: deletedBetween.length })
    for (const key of [...deletedBetween, ...deletedAfter]) expect(await target.exists(key)).toBe(false)
    expect(await target.exists(orphan)).toBe(true)
    await expectFiles(switched.services)
    const clock = { now: () => new Date(later.getTime() + 7_200_000) }
    expect(await reconcile({ ...switched.services, clock })).toEqual({ orphans: [orphan], missing: [] })
    expect(await move('from')).toMatchObject({ copied: 0, removed: 0 })
    await switched.close()
    await old.close()
  })

  /** Destroys a document and returns the keys of its objects. */
  async function destroyFront(
    { services, sql }: Pick<TestApp, 'services' | 'sql'>,
    id: string,
  ): Promise<string[]> {
    const [row] = await sql<{ keys: string[] }>(
      `SELECT array_remove(ARRAY[object_key, screen_key, thumbnail_key], NULL) AS keys FROM document_version
       WHERE performer_id = $1 AND type = 'idFront'`,
      [id],
    )
    const slot = { performerId: id, type: 'idFront' } as const
    await destroyDocument({ services, sql }, slot)
    await deleteQueuedObjects(services)
    const keys = row?.keys ?? []
    for (const key of keys) expect(await services.store.exists(key)).toBe(false)
    return keys
  }
})
