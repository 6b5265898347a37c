import { mkdir, mkdtemp, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { folderStore } from './folder-store.ts'
import { newObjectKey, ObjectMissing, type ObjectStore } from './object-store.ts'

let root: string
let store: ObjectStore
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'store-'))
  store = folderStore(root)
})
afterEach(() => rm(root, { recursive: true }))

const put = (key: string, content: string) => store.put(key, Readable.from([Buffer.from(content)]))
const read = async (key: string) => text(await store.get(key))

it('returns the stored bytes, and only this OS account can read the files', async () => {
  const key = newObjectKey()
  expect(await put(key, '書類')).toEqual({ bytes: 6 })
  expect(await read(key)).toBe('書類')
  const file = await stat(join(root, key.slice(0, 2), key))
  expect(file.mode & 0o777).toBe(0o600)
})

it('throws ObjectMissing for a missing object', async () => {
  await expect(store.get(newObjectKey())).rejects.toThrow(ObjectMissing)
  expect(await store.exists(newObjectKey())).toBe(false)
})

it('deletes an object, repeatedly', async () => {
  const key = newObjectKey()
  await put(key, 'x')
  expect(await store.exists(key)).toBe(true)
  await store.delete(key)
  await store.delete(key)
  await store.delete(newObjectKey())
  expect(await store.exists(key)).toBe(false)
})

it('leaves no file if the content fails half-way', async () => {
  const key = newObjectKey()
  const failing = Readable.from(
    (function* () {
      yield Buffer.from('half')
      throw new Error('gone')
    })(),
  )
  await expect(store.put(key, failing)).rejects.toThrow('gone')
  await expect(store.get(key)).rejects.toThrow(ObjectMissing)
  expect(await readdir(join(root, key.slice(0, 2)))).toEqual([])
})

it('accepts the same key for a retried put', async () => {
  const key = newObjectKey()
  await Promise.all([put(key, 'same'), put(key, 'same')])
  expect(await read(key)).toBe('same')
})

it('lists objects only, without the leftovers of a crash', async () => {
  const keys = [newObjectKey(), newObjectKey()].sort()
  for (const key of keys) await put(key, 'x')
  await leaveTemporary(newObjectKey(), new Date())
  await writeFile(join(root, 'stray'), 'x')
  const listed: string[] = []
  for await (const { key, modifiedAt } of store.list()) {
    expect(modifiedAt).toBeInstanceOf(Date)
    listed.push(key)
  }
  expect(listed.sort()).toEqual(keys)
})

it('sweeps old leftovers of a crash, but no objects or active writes', async () => {
  const key = newObjectKey()
  await put(key, 'x')
  const now = new Date()
  await leaveTemporary(key, new Date(now.getTime() - 2 * 3_600_000))
  await leaveTemporary(newObjectKey(), now)
  expect(await store.sweepLeftovers(now)).toBe(1)
  expect(await read(key)).toBe('x')
})

it('rejects an invalid key', async () => {
  await expect(put('../../etc/passwd', 'x')).rejects.toThrow(TypeError)
  await expect(store.get('ab/../x')).rejects.toThrow(TypeError)
})

it('checks itself, and throws if the path is not a folder', async () => {
  await store.check()
  expect(await readdir(root)).toEqual([])
  await writeFile(join(root, 'file'), '')
  await expect(folderStore(join(root, 'file')).check()).rejects.toThrow()
})

async function leaveTemporary(key: string, modified: Date): Promise<void> {
  const folder = join(root, key.slice(0, 2))
  await mkdir(folder, { recursive: true })
  const path = join(folder, `${key}.abcdef.tmp`)
  await writeFile(path, 'half')
  await utimes(path, modified, modified)
}
