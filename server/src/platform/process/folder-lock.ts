import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { StartError } from './start-error.ts'

/** Another running process has locked the folder. */
export class FolderLockedError extends StartError {}

interface FolderLock {
  release(): void
}

/**
 * Locks a folder for this process and creates it if missing. The lock is a file lock of the kernel, taken by
 * SQLite because Node has no flock: it ends with the process, even after kill -9, and is never stale.
 * @throws FolderLockedError if another process has locked it
 * @throws StartError if the folder can't be written
 */
export function lockFolder(folder: string): FolderLock {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const pidFile = join(folder, 'server.pid')
  // Opened outside the constructor, so that one handler covers opening and locking.
  const database = new DatabaseSync(join(folder, 'server.lock'), { timeout: 0, open: false })
  try {
    database.open()
    database.exec('BEGIN EXCLUSIVE')
  } catch (error) {
    if (database.isOpen) database.close()
    if (!isBusy(error)) throw new StartError(`The data folder ${folder} can't be written: ${reason(error)}.`)
    throw new FolderLockedError(
      `Another process (${readOwnerPid(pidFile)}) is using the data folder ${folder}: stop it first, or set another DATA_DIR.`,
      { cause: error },
    )
  }
  writeFileSync(pidFile, `${process.pid}\n`)
  return { release: () => database.close() }
}

function reason(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

const sqliteBusy = 5

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === sqliteBusy
}

function readOwnerPid(path: string): string {
  try {
    return readFileSync(path, 'utf8').trim()
  } catch {
    // The owner has acquired the lock and not written its process id yet.
    return 'unknown'
  }
}
