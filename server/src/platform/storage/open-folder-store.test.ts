import { mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { StartError } from '../start-error.ts'
import { newObjectKey, type ObjectStore } from './object-store.ts'
import { openFolderStore, StoreAwayError } from './open-folder-store.ts'

let base: string
let root: string
const fresh = { dataNeedsIt: async () => false }
const used = { dataNeedsIt: async () => true }
beforeEach(async () => {
  base = await mkdtemp(join(tmpdir(), 'store-'))
  root = join(base, 'files')
})
afterEach(() => rm(base, { recursive: true }))

const put = (store: ObjectStore, key: string) => store.put(key, Readable.from([Buffer.from('x')]))
const everything: [string, (store: ObjectStore, key: string) => Promise<unknown>][] = [
  ['put', put],
  ['get', async (store, key) => text(await store.get(key))],
  ['delete', (store, key) => store.delete(key)],
  ['exists', (store, key) => store.exists(key)],
  ['list', listed],
  ['sweepLeftovers', (store) => store.sweepLeftovers(new Date())],
  ['check', (store) => store.check()],
]

it('is created at the first start and reused at the next', async () => {
  const key = newObjectKey()
  await put(await openFolderStore(root, fresh), key)
  const again = await openFolderStore(root, used)
  expect(await text(await again.get(key))).toBe('x')
  expect(await listed(again)).toEqual([{ key }])
})

it('is the same for processes that start concurrently', async () => {
  const stores = await Promise.all(Array.from({ length: 8 }, () => openFolderStore(root, fresh)))
  for (const store of stores) await store.check()
})

it.each(['missing', 'empty'])(
  'refuses to start on a folder that is %s if rows refer to documents',
  async (state) => {
    if (state === 'empty') await mkdir(root)
    await expect(openFolderStore(root, used)).rejects.toThrow(StartError)
    expect(await readdir(base)).toEqual(state === 'empty' ? ['files'] : [])
  },
)

it('adopts a folder of documents without a marker', async () => {
  await mkdir(join(root, 'a0'), { recursive: true })
  await (await openFolderStore(root, used)).check()
})

it.each(everything)(
  '%s fails while the volume is not mounted, writes nothing in its place, and then works again',
  async (_, act) => {
    const key = newObjectKey()
    const store = await openFolderStore(root, fresh)
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

async function listed(store: ObjectStore): Promise<{ key: string }[]> {
  const objects: { key: string }[] = []
  for await (const { key } of store.list()) objects.push({ key })
  return objects
}
