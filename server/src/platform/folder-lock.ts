import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { StartError } from './start-error.ts'

/** Another living process holds the folder. */
export class FolderLockedError extends StartError {}

export interface FolderLock {
  release(): void
}

/**
 * Takes a folder, made where missing, for this process alone until released. The kernel holds the lock (SQLite's,
 * since Node has no flock of its own), so that it ends with the process, kill -9 included, and is never stale.
 * @throws FolderLockedError while another process holds it
 * @throws StartError where the folder can't be written
 */
export function lockFolder(folder: string): FolderLock {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const holder = join(folder, 'server.pid')
  // The file is opened apart from the constructor, so that one handler answers for both.
  const database = new DatabaseSync(join(folder, 'server.lock'), { timeout: 0, open: false })
  try {
    database.open()
    database.exec('BEGIN EXCLUSIVE')
  } catch (error) {
    if (database.isOpen) database.close()
    if (!isBusy(error)) throw new StartError(`The data folder ${folder} can't be written: ${reason(error)}.`)
    throw new FolderLockedError(
      `Another process (${readHolder(holder)}) is using the data folder ${folder}: stop it first, or set another DATA_DIR.`,
      { cause: error },
    )
  }
  writeFileSync(holder, `${process.pid}\n`)
  return { release: () => database.close() }
}

function reason(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

const sqliteBusy = 5

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === sqliteBusy
}

function readHolder(path: string): string {
  try {
    return readFileSync(path, 'utf8').trim()
  } catch {
    // The holder is between taking the lock and writing its number.
    return 'unknown'
  }
}
