import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'

/** A new folder, which is removed after the tests of the file. */
export function useFolder(prefix: string): string {
  const folder = mkdtempSync(join(tmpdir(), prefix))
  afterAll(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))
  return folder
}
