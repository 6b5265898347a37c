import { randomBytes } from 'node:crypto'
import { mkdir, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { unlessMissing } from '../fs.ts'
import { StartError } from '../start-error.ts'
import { folderStore } from './folder-store.ts'
import type { ObjectStore } from './object-store.ts'
import { writeOnce } from './write-once.ts'

/** Says which store a folder is, so that an empty mount point is never taken for it. */
const markerName = '.store-id'

/** The folder is not, or no longer, the store that this process was started with: the volume is not mounted. */
export class StoreAwayError extends Error {
  constructor(root: string) {
    super(`${root} is not the store that the server was started with.`)
    this.name = 'StoreAwayError'
  }
}

/**
 * The store in `root`, made there the first time. Where `dataNeedsIt` (rows name objects), an empty or missing folder
 * is a fault: what would be stored in it now would be hidden by the volume that belongs there. The same holds while
 * the server runs, when every call fails until the store is back.
 * @throws StartError
 */
export async function openFolderStore(
  root: string,
  { dataNeedsIt }: { dataNeedsIt: () => Promise<boolean> },
): Promise<ObjectStore> {
  const known = (await readMarker(root)) ?? (await makeMarker(root, dataNeedsIt))
  const present = async () => {
    if ((await readMarker(root)) !== known) throw new StoreAwayError(root)
  }
  const store = folderStore(root)
  const guarded =
    <Args extends unknown[], T>(act: (...args: Args) => Promise<T>) =>
    async (...args: Args) => {
      await present()
      return act(...args)
    }
  return {
    // The content is destroyed where it is not taken, as the store itself does.
    put: (key, content) =>
      guarded(store.put)(key, content).catch((error) => {
        content.destroy()
        throw error
      }),
    get: guarded(store.get),
    delete: guarded(store.delete),
    exists: guarded(store.exists),
    async *list() {
      await present()
      yield* store.list()
    },
    sweepLeftovers: guarded(store.sweepLeftovers),
    check: guarded(store.check),
  }
}

async function readMarker(root: string): Promise<string | undefined> {
  return readFile(join(root, markerName), 'utf8').catch(unlessMissing)
}

async function makeMarker(root: string, dataNeedsIt: () => Promise<boolean>): Promise<string> {
  await refuseWrongFolder(root, dataNeedsIt)
  await mkdir(root, { recursive: true, mode: 0o700 })
  await writeOnce(join(root, markerName), `${randomBytes(16).toString('hex')}\n`)
  const made = await readMarker(root)
  if (made === undefined) throw new StoreAwayError(root)
  return made
}

async function refuseWrongFolder(root: string, dataNeedsIt: () => Promise<boolean>): Promise<void> {
  const names = (await readdir(root).catch(unlessMissing)) ?? []
  if (names.some((name) => /^[0-9a-f]{2}$/.test(name)) || !(await dataNeedsIt())) return
  throw new StartError(
    `The folder ${root} holds no documents, but the database names some: mount the volume that has them, or correct STORAGE_URL.`,
  )
}
