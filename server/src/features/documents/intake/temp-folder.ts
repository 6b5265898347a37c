import { randomBytes } from 'node:crypto'
import { mkdir, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { FolderLockedError, lockFolder } from '../../../platform/folder-lock.ts'

/** A folder of this process for files on their way, readable by nobody else. */
export interface TempFolder {
  readonly path: string
  /** A path in it that nothing stands at yet. */
  newPath(): string
  remove(): Promise<void>
}

const prefix = 'intake-'

/**
 * Makes the folder below `root` and clears away those of processes that have died. What tells is a lock that ends with
 * its process: numbers of processes come again, in a container at every start, and what was left lies there in plain.
 */
export async function makeTempFolder(root: string): Promise<TempFolder> {
  await mkdir(root, { recursive: true, mode: 0o700 })
  await sweepTempFolders(root)
  const name = randomBytes(8).toString('hex')
  // It gets its name when it is locked, so that nobody who sweeps at the same moment finds it unlocked.
  const draft = join(root, `new-${name}`)
  const lock = lockFolder(draft)
  const path = join(root, `${prefix}${name}`)
  await rename(draft, path)
  return {
    path,
    newPath: () => join(path, randomBytes(12).toString('hex')),
    remove: async () => {
      lock.release()
      await rm(path, { recursive: true, force: true })
    },
  }
}

async function sweepTempFolders(root: string): Promise<void> {
  for (const name of await readdir(root)) {
    if (name.startsWith(prefix)) await removeUnlessLocked(join(root, name))
  }
}

async function removeUnlessLocked(path: string): Promise<void> {
  try {
    const lock = lockFolder(path)
    await rm(path, { recursive: true, force: true })
    lock.release()
  } catch (error) {
    if (!(error instanceof FolderLockedError)) throw error
  }
}
