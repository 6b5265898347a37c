import { randomBytes } from 'node:crypto'
import { mkdir, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { writeOnce } from '../durable-files.ts'
import { unlessMissing } from '../fs.ts'
import { StartError } from '../start-error.ts'
import { folderStore } from './folder-store.ts'
import type { ObjectStore } from './object-store.ts'

/** The file with the id of the store, so that an empty mount point is not mistaken for it. */
const markerName = '.store-id'

/** The folder is not the store that this process opened at its start: the volume is not mounted. */
export class StoreAwayError extends Error {
  constructor(root: string) {
    super(`${root} is not the store that the server was started with.`)
    this.name = 'StoreAwayError'
  }
}

/**
 * Opens the store in `root`, and creates it at the first start. If `dataNeedsIt` (rows refer to objects), an
 * empty or missing folder is an error: the missing volume, once mounted, would hide new objects. Every later
 * call checks the folder too, and throws StoreAwayError until the store is mounted again.
 * @throws StartError
 */
export async function openFolderStore(
  root: string,
  { dataNeedsIt }: { dataNeedsIt: () => Promise<boolean> },
): Promise<ObjectStore> {
  const marker = (await readMarker(root)) ?? (await createMarker(root, dataNeedsIt))
  const requirePresent = async () => {
    if ((await readMarker(root)) !== marker) throw new StoreAwayError(root)
  }
  return folderStore(root, requirePresent)
}

async function readMarker(root: string): Promise<string | undefined> {
  return readFile(join(root, markerName), 'utf8').catch(unlessMissing)
}

async function createMarker(root: string, dataNeedsIt: () => Promise<boolean>): Promise<string> {
  await refuseWrongFolder(root, dataNeedsIt)
  await mkdir(root, { recursive: true, mode: 0o700 })
  await writeOnce(join(root, markerName), `${randomBytes(16).toString('hex')}\n`)
  const created = await readMarker(root)
  if (created === undefined) throw new StoreAwayError(root)
  return created
}

async function refuseWrongFolder(root: string, dataNeedsIt: () => Promise<boolean>): Promise<void> {
  const names = (await readdir(root).catch(unlessMissing)) ?? []
  if (names.some((name) => /^[0-9a-f]{2}$/.test(name)) || !(await dataNeedsIt())) return
  throw new StartError(
    `The folder ${root} contains no documents, but the database refers to some: mount their volume, or correct STORAGE_URL.`,
  )
}
