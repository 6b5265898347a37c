import { createReadStream, createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { day } from '@kyc/contract/durations.ts'
import pLimit from 'p-limit'
import { createHashing, hashOf, type WrittenFile } from '../../platform/archive/encrypted-file.ts'
import { StartError } from '../../platform/process/start-error.ts'
import { ObjectMissing, type ObjectStore } from '../../platform/storage/object-store.ts'
import { type ListedObject, linesOf, objectLine, readObjectList } from './object-list.ts'

/** How long the backup keeps keys and objects that the installation has destroyed. */
export const retentionOfDestroyed = 7 * day

const batch = 256
/** Objects that are copied at the same time. */
export const parallelCopies = 8

interface CopyOptions {
  readonly source: ObjectStore
  readonly target: ObjectStore
  /** A file with the keys that rows name, sorted. */
  readonly named: string
  /** The list of the previous archive. */
  readonly previous: string | undefined
  readonly list: string
  readonly now: Date
  readonly onProgress: (objects: number) => void
}

export interface CopiedObjects extends WrittenFile {
  readonly count: number
  readonly copied: number
  readonly deleted: number
  /** Objects that a row named and the store did not have. */
  readonly missing: readonly string[]
}

/**
 * Copies the objects that the target lacks, and writes the list of all. Objects are written once, so a copied one is
 * never copied again. Deletes those that no row has named for a week: their versions were destroyed, or withheld and encrypted
 * again. An older archive then lacks the files of such a version, also if its destruction was undone.
 */
export async function copyObjects(options: CopyOptions): Promise<CopiedObjects> {
  const { source, target, now } = options
  const limit = pLimit(parallelCopies)
  const missing: string[] = []
  const totals = { count: 0, copied: 0, deleted: 0 }

  const keep = async ({ key, known }: Named): Promise<string> => {
    if (known && (await target.exists(key))) return objectLine({ ...known, gone: null })
    // An interrupted run, which wrote no list, has copied the object completely.
    const stored = (await target.exists(key))
      ? await hashOf(await target.get(key))
      : await copy(source, target, key)
    if (!stored) {
      missing.push(key)
      return ''
    }
    totals.copied++
    return objectLine({ key, ...stored, gone: null })
  }
  const expire = async (known: ListedObject): Promise<string> => {
    const gone = known.gone ?? now.toISOString()
    if (now.getTime() - Date.parse(gone) < retentionOfDestroyed) return objectLine({ ...known, gone })
    await target.delete(known.key)
    totals.deleted++
    return ''
  }
  const listed = async function* () {
    for await (const some of batches(compare(options))) {
      const line = async (each: Compared) => {
        const text = await (each.named ? keep(each) : expire(each.known))
        if (each.named) totals.count++
        options.onProgress(totals.count)
        return text
      }
      yield (await Promise.all(some.map((each) => limit(() => line(each))))).join('')
    }
  }
  await pipeline(Readable.from(listed()), createWriteStream(options.list, { mode: 0o600, flush: true }))
  const written = await hashOf(createReadStream(options.list))
  return { ...written, ...totals, missing }
}

/** Copies one object and reads the copy. Returns undefined if the store does not have the object. */
async function copy(source: ObjectStore, target: ObjectStore, key: string): Promise<WrittenFile | undefined> {
  const content = await source.get(key).catch((error) => {
    if (!(error instanceof ObjectMissing)) throw error
  })
  if (!content) return undefined
  const written = await putHashed(target, key, content)
  const stored = await hashOf(await target.get(key))
  if (stored.sha256 === written.sha256) return written
  await target.delete(key)
  throw new StartError(`The backup returned other bytes of the object ${key} than were written.`)
}

/** Stores a content under `key`. Returns its size and hash. */
export async function putHashed(target: ObjectStore, key: string, content: Readable): Promise<WrittenFile> {
  const hashing = createHashing()
  await target.put(key, Readable.from(hashing.pass(content), { objectMode: false }))
  return hashing.result()
}

interface Named {
  readonly named: true
  readonly key: string
  readonly known: ListedObject | undefined
}

type Compared = Named | { readonly named: false; readonly known: ListedObject }

/** The keys that rows name and those of the previous list, both sorted, in one pass. */
async function* compare({ named, previous }: CopyOptions): AsyncGenerator<Compared> {
  const list = previous === undefined ? undefined : readObjectList(createReadStream(previous))
  const next = async () => (await list?.next())?.value
  let known = await next()
  for await (const key of linesOf(createReadStream(named))) {
    for (; known && known.key < key; known = await next()) yield { named: false, known }
    const found = known?.key === key ? known : undefined
    if (found) known = await next()
    yield { named: true, key, known: found }
  }
  for (; known; known = await next()) yield { named: false, known }
}

/** Groups of items, to be handled together. */
export async function* batches<T>(items: AsyncIterable<T>): AsyncGenerator<T[]> {
  let some: T[] = []
  for await (const item of items) {
    if (some.push(item) < batch) continue
    yield some
    some = []
  }
  yield some
}

/** Deletes the objects that an interrupted run has copied and no list names. */
export async function deleteUnlisted(target: ObjectStore, list: string): Promise<void> {
  const listed = new Set<string>()
  for await (const { key } of readObjectList(createReadStream(list))) listed.add(key)
  for await (const { key } of target.list()) if (!listed.has(key)) await target.delete(key)
}
