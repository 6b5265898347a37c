import { createHash, type Hash } from 'node:crypto'
import { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { ObjectMissing, type ObjectStore } from './object-store.ts'

/**
 * Copies an object, reads the copy back and compares the SHA-256 of both. Returns the number of bytes; undefined if the source
 * does not contain the object, or no longer, in which case the copy is deleted.
 * @throws Error if two copies differ from the source
 */
export async function copyObject(
  source: ObjectStore,
  target: ObjectStore,
  key: string,
): Promise<number | undefined> {
  for (let copies = 1; ; copies++) {
    const content = await source.get(key).catch(unlessMissing)
    if (!content) return undefined
    const hash = createHash('sha256')
    const { bytes } = await target.put(key, Readable.from(hashed(content, hash), { objectMode: false }))
    const isSame = hash.digest().equals(await hashOf(target, key))
    if (isSame && (await source.exists(key))) return bytes
    // A bucket keeps an earlier object of the same key, which must be deleted before the next copy.
    await target.delete(key)
    if (isSame) return undefined
    if (copies === 2) throw new Error(`the copy of the object ${key} differs from its source`)
  }
}

async function hashOf(store: ObjectStore, key: string): Promise<Buffer> {
  const hash = createHash('sha256')
  await finished(Readable.from(hashed(await store.get(key), hash)).resume())
  return hash.digest()
}

async function* hashed(content: Readable, hash: Hash): AsyncGenerator<Buffer> {
  for await (const chunk of content) {
    hash.update(chunk)
    yield chunk
  }
}

function unlessMissing(error: unknown): undefined {
  if (!(error instanceof ObjectMissing)) throw error
}
