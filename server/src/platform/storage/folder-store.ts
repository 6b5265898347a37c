import { randomBytes } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { hour } from '@kyc/contract/durations.ts'
import { MiB } from '@kyc/contract/limits.ts'
import { syncFolder, writeOnce } from '../files/durable-files.ts'
import { isMissing, unlessMissing } from '../files/fs.ts'
import { isObjectKey, ObjectMissing, type ObjectStore, objectPath } from './object-store.ts'
import { markerName, type StoreMarker } from './store-marker.ts'

const writeAhead = MiB

const checkPrefix = '.check-'

/** The age from which a temporary file is a leftover: longer than any upload may last. */
const leftoverAge = hour

/**
 * Stores objects as files below `root`, in 256 folders by the first two digits of the key. A file is written
 * under a temporary name in the same folder and renamed once it is on disk, so that an object exists
 * completely or not at all, even after a crash. Every call runs `requirePresent` first.
 */
export function folderStore(root: string, requirePresent = async () => {}): ObjectStore {
  const pathOf = (key: string) => join(root, ...objectPath(key))
  return {
    put: async (key, content) => {
      const path = pathOf(key)
      try {
        await requirePresent()
        await makeFolder(root, dirname(path))
      } catch (error) {
        content.destroy()
        throw error
      }
      const bytes = await writeDurably(path, content)
      await syncFolder(dirname(path))
      return { bytes }
    },
    get: async (key) => {
      await requirePresent()
      const file = await open(pathOf(key), 'r').catch((error) => {
        throw isMissing(error) ? new ObjectMissing(key) : error
      })
      return file.createReadStream({ highWaterMark: 256 * 1024 })
    },
    delete: async (key) => {
      await requirePresent()
      const path = pathOf(key)
      await rm(path, { force: true })
      await syncFolder(dirname(path)).catch(unlessMissing)
    },
    exists: async (key) => {
      await requirePresent()
      return (await stat(pathOf(key)).catch(unlessMissing)) !== undefined
    },
    async *list() {
      await requirePresent()
      yield* list(root)
    },
    async *leftovers(now) {
      await requirePresent()
      for await (const path of leftovers(root, now)) yield relative(root, path)
    },
    async sweepLeftovers(now) {
      await requirePresent()
      let swept = 0
      for await (const path of leftovers(root, now)) {
        await rm(path, { force: true })
        swept++
      }
      return swept
    },
    async check() {
      await requirePresent()
      await check(root)
    },
  }
}

/** The marker of the store in `root`, a file. */
export function folderMarker(root: string): StoreMarker {
  const path = join(root, markerName)
  return {
    place: `The folder ${root}`,
    read: async () => (await readFile(path, 'utf8').catch(unlessMissing))?.trim(),
    async write(id) {
      await mkdir(root, { recursive: true, mode: 0o700 })
      await writeOnce(path, `${id}\n`)
    },
    async isEmpty() {
      const names = (await readdir(root).catch(unlessMissing)) ?? []
      return !names.some((name) => /^[0-9a-f]{2}$/.test(name))
    },
  }
}

/** Old temporary files and those of old checks; active ones, also of other processes, are younger. */
async function* leftovers(root: string, now: Date): AsyncGenerator<string> {
  const isOld = async (path: string) => {
    const modified = await stat(path).catch(unlessMissing)
    return modified !== undefined && now.getTime() - modified.mtimeMs >= leftoverAge
  }
  for (const name of (await readdir(root).catch(unlessMissing)) ?? []) {
    if (name.startsWith(checkPrefix) && (await isOld(join(root, name)))) yield join(root, name)
  }
  for await (const { path, name } of files(root)) {
    if (!isObjectKey(name) && (await isOld(path))) yield path
  }
}

async function writeDurably(path: string, content: Readable): Promise<number> {
  const temporary = `${path}.${randomBytes(6).toString('hex')}.tmp`
  // Flushed before it is closed. Chunks that arrive during a write are combined in the next one.
  const file = createWriteStream(temporary, {
    flags: 'wx',
    mode: 0o600,
    flush: true,
    highWaterMark: writeAhead,
  })
  try {
    await pipeline(content, file)
    await rename(temporary, path)
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  }
  return file.bytesWritten
}

async function makeFolder(root: string, folder: string): Promise<void> {
  if ((await mkdir(folder, { recursive: true, mode: 0o700 })) !== undefined) await syncFolder(root)
}

async function* list(root: string): AsyncGenerator<{ key: string; modifiedAt: Date }> {
  for await (const { path, name } of files(root)) {
    if (!isObjectKey(name)) continue
    // It may have been deleted since its folder was read.
    const status = await stat(path).catch(unlessMissing)
    if (status) yield { key: name, modifiedAt: status.mtime }
  }
}

async function* files(root: string): AsyncGenerator<{ path: string; name: string }> {
  for (const shard of (await readdir(root).catch(unlessMissing)) ?? []) {
    if (!/^[0-9a-f]{2}$/.test(shard)) continue
    for (const name of (await readdir(join(root, shard)).catch(unlessMissing)) ?? []) {
      yield { path: join(root, shard, name), name }
    }
  }
}

async function check(root: string): Promise<void> {
  await mkdir(root, { recursive: true, mode: 0o700 })
  const path = join(root, `${checkPrefix}${randomBytes(6).toString('hex')}`)
  const file = await open(path, 'wx+', 0o600)
  try {
    await file.writeFile('check')
    const { buffer } = await file.read(Buffer.alloc(5), 0, 5, 0)
    if (buffer.toString() !== 'check') throw new Error('the store returned other content than was written')
  } finally {
    await file.close()
    await rm(path, { force: true })
  }
}
