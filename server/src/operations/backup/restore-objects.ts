import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import pLimit from 'p-limit'
import { createHashing, hashOf, requireSame } from '../../platform/archive/encrypted-file.ts'
import { StartError } from '../../platform/process/start-error.ts'
import { folderStore } from '../../platform/storage/folder-store.ts'
import { ObjectMissing, type ObjectStore } from '../../platform/storage/object-store.ts'
import { batches, parallelCopies, putHashed } from './copy-objects.ts'
import type { Archive } from './manifest.ts'
import { type ListedObject, readObjectList } from './object-list.ts'

/**
 * Copies the objects of a backup that the store lacks or has with other bytes, so that an interrupted restore
 * continues.
 * @returns the keys of those that the backup lacks: later runs deleted them because their records were destroyed
 * @throws StartError if an object or the list was changed
 */
export async function restoreObjects(
  from: string,
  { path, manifest }: Archive,
  target: ObjectStore,
  onProgress: (objects: number) => void,
): Promise<string[]> {
  if (!manifest.objects) return []
  const source = folderStore(join(from, 'objects'))
  const missing: string[] = []
  let restored = 0
  const found = (key: string) =>
    source.get(key).catch((error) => {
      if (!(error instanceof ObjectMissing)) throw error
    })
  const changed = (key: string) =>
    new StartError(
      `The object ${key} in ${from} was changed after the backup: use another copy of the backup.`,
    )
  const restore = async ({ key, bytes, sha256 }: ListedObject) => {
    if (await target.exists(key)) {
      if ((await hashOf(await target.get(key))).sha256 === sha256) return
      // Either the object survived damaged, or the list was changed: the stored object is replaced only by one that
      // matches the list.
      const stored = await found(key)
      if (!stored) return missing.push(key)
      if ((await hashOf(stored)).sha256 !== sha256) throw changed(key)
      await target.delete(key)
    }
    const content = await found(key)
    if (!content) return missing.push(key)
    const written = await putHashed(target, key, content)
    if (written.sha256 === sha256 && written.bytes === bytes) return
    await target.delete(key)
    throw changed(key)
  }
  const limit = pLimit(parallelCopies)
  const list = join(path, manifest.objects.file)
  const hashing = createHashing()
  const content = Readable.from(hashing.pass(createReadStream(list)), { objectMode: false })
  for await (const some of batches(readObjectList(content))) {
    const listed = some.filter(({ gone }) => gone === null)
    await Promise.all(listed.map((object) => limit(() => restore(object))))
    restored += listed.length
    onProgress(restored)
  }
  // Also fails if the list was changed after it was checked.
  requireSame(list, manifest.objects, hashing.result())
  return missing
}
