import { mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { DeleteObjectCommand } from '@aws-sdk/client-s3'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startRelay } from '../../testing/doubles/relay.ts'
import { useS3 } from '../../testing/doubles/use-s3.ts'
import { silentLog } from '../log.ts'
import { StartError } from '../process/start-error.ts'
import { openBucket } from './bucket-store.ts'
import { newObjectKey, type ObjectStore, StoreAwayError } from './object-store.ts'
import { openPlace, openStore } from './open-store.ts'
import type { StoragePlace } from './storage-place.ts'

const s3 = useS3()
let base: string
let root: string
let prefix: string
let stack: AsyncDisposableStack
let prefixes = 0
beforeEach(async () => {
  base = await mkdtemp(join(tmpdir(), 'store-'))
  root = join(base, 'files')
  prefix = `${++prefixes}/`
  stack = new AsyncDisposableStack()
})
afterEach(async () => {
  await stack.disposeAsync()
  await rm(base, { recursive: true })
})

const log = silentLog()
const open = (place: StoragePlace, isUsed: boolean) =>
  openStore(place, { dataNeedsIt: async () => isUsed, log, stack })
const put = (store: ObjectStore, key: string) => store.put(key, Readable.from([Buffer.from('x')]))
const places: readonly [string, () => StoragePlace][] = [
  ['a folder', () => ({ kind: 'folder', path: root })],
  ['a bucket', () => ({ kind: 'bucket', bucket: s3.bucket, prefix, endpoint: s3.endpoint })],
]

describe.each(places)('%s', (_, place) => {
  it('is created at the first start and reused at the next', async () => {
    const key = newObjectKey()
    await put(await open(place(), false), key)
    const again = await open(place(), true)
    expect(await text(await again.get(key))).toBe('x')
    expect(await listed(again)).toEqual([{ key }])
  })

  it('is the same for processes that start concurrently', async () => {
    const stores = await Promise.all(Array.from({ length: 8 }, () => open(place(), false)))
    for (const store of stores) await store.check()
  })

  it('refuses to start if it is empty and rows refer to documents', async () => {
    await expect(open(place(), true)).rejects.toThrow(StartError)
    const { marker } = await openPlace(place(), stack)
    expect(await marker.read()).toBeUndefined()
  })

  it('is adopted with documents but without a marker', async () => {
    const { store } = await openPlace(place(), stack)
    await put(store(), newObjectKey())
    await (await open(place(), true)).check()
  })
})

describe('a folder', () => {
  const everything: [string, (store: ObjectStore, key: string) => Promise<unknown>][] = [
    ['put', put],
    ['get', async (store, key) => text(await store.get(key))],
    ['delete', (store, key) => store.delete(key)],
    ['exists', (store, key) => store.exists(key)],
    ['list', listed],
    ['sweepLeftovers', (store) => store.sweepLeftovers(new Date())],
    ['check', (store) => store.check()],
  ]

  it('refuses to start on an empty mount point', async () => {
    await mkdir(root)
    await expect(open({ kind: 'folder', path: root }, true)).rejects.toThrow(StartError)
    expect(await readdir(root)).toEqual([])
  })

  it.each(everything)(
    '%s fails while the volume is not mounted, writes nothing in its place, and then works again',
    async (_, act) => {
      const key = newObjectKey()
      const store = await open({ kind: 'folder', path: root }, false)
      await put(store, key)
      await rename(root, `${root}-away`)
      await expect(act(store, key)).rejects.toThrow(StoreAwayError)
      await mkdir(root)
      await expect(act(store, key)).rejects.toThrow(StoreAwayError)
      expect(await readdir(root)).toEqual([])
      await rm(root, { recursive: true })
      await rename(`${root}-away`, root)
      await act(store, key)
    },
  )
})

describe('a bucket', () => {
  it('that is away at the start is opened later, and is the same store', { tags: 'long' }, async () => {
    const relay = await startRelay(s3.endpoint)
    stack.defer(() => relay.close())
    const place = { kind: 'bucket', bucket: s3.bucket, prefix, endpoint: relay.endpoint } as const
    const key = newObjectKey()
    await put(await open(place, false), key)
    relay.set('down')
    const store = await open(place, true)
    await expect(store.get(key)).rejects.toThrow(StoreAwayError)
    relay.set('none')
    await expect.poll(async () => text(await store.get(key))).toBe('x')
  })

  it('that is away at the start and empty afterwards is not used', { tags: 'long' }, async () => {
    const relay = await startRelay(s3.endpoint)
    stack.defer(() => relay.close())
    relay.set('down')
    const store = await open({ kind: 'bucket', bucket: s3.bucket, prefix, endpoint: relay.endpoint }, true)
    relay.set('none')
    await expect
      .poll(() => put(store, newObjectKey()).catch((error) => error.message))
      .toContain('contains no documents')
  })

  it('that does not exist fails the start', async () => {
    const place = { kind: 'bucket', bucket: 'no-such-bucket', prefix, endpoint: s3.endpoint } as const
    await expect(open(place, false)).rejects.toThrow(/^The bucket no-such-bucket .*NoSuchBucket/)
  })

  it('fails its check when it becomes another store', async () => {
    const place = { kind: 'bucket', bucket: s3.bucket, prefix, endpoint: s3.endpoint } as const
    const store = await open(place, false)
    const { client, marker } = openBucket(place)
    stack.defer(() => client.destroy())
    await client.send(new DeleteObjectCommand({ Bucket: s3.bucket, Key: `${prefix}.store-id` }))
    await marker.write('0123')
    await expect(store.check()).rejects.toThrow(StoreAwayError)
  })
})

async function listed(store: ObjectStore): Promise<{ key: string }[]> {
  const objects: { key: string }[] = []
  for await (const { key } of store.list()) objects.push({ key })
  return objects
}
