import { randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, readdir, rename, rm, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { requestLimits } from '@kyc/contract/request-limits.ts'
import { Problem } from '../../../platform/problem.ts'
import { FolderLockedError, lockFolder } from '../../../platform/process/folder-lock.ts'

/** A folder for files that this process is receiving, readable only by its operating system user. */
export interface TempFolder {
  readonly path: string
  /** Creates a folder in it and returns its path. */
  newFolder(): Promise<string>
  /** Whether its disk has room for an upload. */
  hasRoom(): Promise<boolean>
  remove(): Promise<void>
}

const prefix = 'intake-'

/** The free bytes that an upload needs at most: its body, and as much again for its cleaned pictures. */
const roomOfUpload = 2 * requestLimits.multipartBytes

/**
 * Creates the folder below `root` and deletes the folders of ended processes, which contain plaintext. A
 * folder in use has a lock that ends with its process; process ids would not do, since a container reuses
 * them at every start.
 */
export async function createTempFolder(root: string): Promise<TempFolder> {
  await mkdir(root, { recursive: true, mode: 0o700 })
  await sweepTempFolders(root)
  const name = randomBytes(8).toString('hex')
  // Renamed after it is locked, so that a concurrent sweep never finds it unlocked.
  const draft = join(root, `new-${name}`)
  const lock = lockFolder(draft)
  const path = join(root, `${prefix}${name}`)
  await rename(draft, path)
  const hasRoom = async () => {
    const { bavail, bsize } = await statfs(path)
    return bavail * bsize >= roomOfUpload
  }
  return {
    path,
    hasRoom,
    newFolder: async () => {
      if (!(await hasRoom())) {
        const cause = new Error(`the disk of ${root} has less than ${roomOfUpload} free bytes`)
        throw new Problem('TEMPORARILY_UNAVAILABLE', { cause })
      }
      return mkdtemp(join(path, 'form-'))
    },
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
    // Helpers of a killed process may write for a moment longer.
    await rm(path, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 })
    lock.release()
  } catch (error) {
    if (!(error instanceof FolderLockedError)) throw error
  }
}
