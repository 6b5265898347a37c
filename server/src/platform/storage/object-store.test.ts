import { randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer, text } from 'node:stream/consumers'
import { hour } from '@kyc/contract/durations.ts'
import { MiB } from '@kyc/contract/limits.ts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { useS3 } from '../../testing/doubles/use-s3.ts'
import { openBucket } from './bucket-store.ts'
import { folderStore } from './folder-store.ts'
import { newObjectKey, ObjectMissing, type ObjectStore } from './object-store.ts'

const s3 = useS3()
let root: string
let store: ObjectStore
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'store-'))
})
afterEach(() => rm(root, { recursive: true }))

const put = (key: string, content: string) => store.put(key, Readable.from([Buffer.from(content)]))
const read = async (key: string) => text(await store.get(key))
const listed = async () => {
  const keys: string[] = []
  for await (const { key, modifiedAt } of store.list()) {
    expect(modifiedAt).toBeInstanceOf(Date)
    keys.push(key)
  }
  return keys.sort()
}

let prefixes = 0
const kinds: readonly [string, () => ObjectStore][] = [
  ['a folder', () => folderStore(root)],
  [
    'a bucket',
    () => openBucket({ bucket: s3.bucket, prefix: `kyc/${++prefixes}/`, endpoint: s3.endpoint }).store(),
  ],
]

describe.each(kinds)('%s', (_, open) => {
  beforeEach(() => {
    store = open()
  })

  it('returns the stored bytes', async () => {
    const key = newObjectKey()
    expect(await put(key, '書類')).toEqual({ bytes: 6 })
    expect(await read(key)).toBe('書類')
  })

  it('stores an object of several parts, and an empty one', async () => {
    const [large, empty] = [newObjectKey(), newObjectKey()]
    const bytes = randomBytes(11 * MiB)
    expect(await store.put(large, Readable.from([bytes.subarray(0, 7), bytes.subarray(7)]))).toEqual({
      bytes: bytes.length,
    })
    expect((await buffer(await store.get(large))).equals(bytes)).toBe(true)
    expect(await put(empty, '')).toEqual({ bytes: 0 })
    expect(await read(empty)).toBe('')
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

  it.each([0, 6 * MiB])('stores nothing if the content fails after %i bytes', async (bytes) => {
    const key = newObjectKey()
    const failing = Readable.from(
      (function* () {
        yield Buffer.from('half')
        yield randomBytes(bytes)
        throw new Error('gone')
      })(),
    )
    await expect(store.put(key, failing)).rejects.toThrow('gone')
    await expect(store.get(key)).rejects.toThrow(ObjectMissing)
    expect(await listed()).toEqual([])
    expect(await store.sweepLeftovers(new Date(Date.now() + 48 * hour))).toBe(0)
  })

  it('stores nothing if the content ends early', async () => {
    const key = newObjectKey()
    const content = new Readable({ read() {} })
    content.push('half')
    const putting = store.put(key, content)
    setTimeout(() => content.destroy(), 50)
    await expect(putting).rejects.toThrow()
    expect(await store.exists(key)).toBe(false)
  })

  it('accepts the same key for a retried put of one part or more', async () => {
    for (const content of ['same', 'same'.repeat(1.5 * MiB)]) {
      const key = newObjectKey()
      expect(await Promise.all([put(key, content), put(key, content)])).toEqual([
        { bytes: content.length },
        { bytes: content.length },
      ])
      expect(await put(key, content)).toEqual({ bytes: content.length })
      expect((await read(key)) === content).toBe(true)
    }
    expect(await store.sweepLeftovers(new Date(Date.now() + 48 * hour))).toBe(0)
  })

  it('lists every object', async () => {
    const keys = Array.from({ length: 5 }, newObjectKey).sort()
    for (const key of keys) await put(key, 'x')
    await store.check()
    expect(await listed()).toEqual(keys)
  })

  it('rejects an invalid key', async () => {
    await expect(put('../../etc/passwd', 'x')).rejects.toThrow(TypeError)
    await expect(store.get('ab/../x')).rejects.toThrow(TypeError)
    await expect(store.delete('ab/../x')).rejects.toThrow(TypeError)
  })
})

describe('a folder', () => {
  beforeEach(() => {
    store = folderStore(root)
  })

  it('contains files that only this OS account can read', async () => {
    const key = newObjectKey()
    await put(key, 'x')
    const file = await stat(join(root, key.slice(0, 2), key))
    expect(file.mode & 0o777).toBe(0o600)
  })

  it('lists objects only, without the leftovers of a crash', async () => {
    const key = newObjectKey()
    await put(key, 'x')
    await leaveTemporary(newObjectKey(), new Date())
    await writeFile(join(root, 'stray'), 'x')
    expect(await listed()).toEqual([key])
  })

  it('sweeps old leftovers of a crash, but no objects or active writes', async () => {
    const key = newObjectKey()
    await put(key, 'x')
    const now = new Date()
    await leaveTemporary(key, new Date(now.getTime() - 2 * hour))
    await leaveTemporary(newObjectKey(), now)
    expect(await store.sweepLeftovers(now)).toBe(1)
    expect(await read(key)).toBe('x')
  })

  it('destroys the content if its folder cannot be created', async () => {
    const key = newObjectKey()
    await writeFile(join(root, key.slice(0, 2)), '')
    const content = Readable.from([Buffer.from('x')])
    await expect(store.put(key, content)).rejects.toThrow('EEXIST')
    expect(content.destroyed).toBe(true)
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
})
