import { chmodSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** The folder of Linux whose files are in memory. */
const memory = '/dev/shm'

/** The free bytes that are required in memory: twelve times the observed use of all tests. */
const needed = 6 * 2 ** 30

/**
 * Creates the folder of all temporary files of a test run, which is removed when this process exits. It lies in
 * memory if enough memory is free and TMPDIR names no other place: on a disk, the copies of databases alone may
 * take a fifth of the processor time of all tests.
 */
export function createTestFolder(): string {
  const parent = process.env.TMPDIR === undefined && hasRoom(memory) ? memory : tmpdir()
  const folder = mkdtempSync(join(parent, 'kyc-tests-'))
  // The mode of /tmp, since tested programs also run as other users.
  chmodSync(folder, 0o1777)
  process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }))
  return folder
}

function hasRoom(folder: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(folder)
    return Math.min(bavail * bsize, process.availableMemory()) >= needed
  } catch {
    return false // not Linux
  }
}
