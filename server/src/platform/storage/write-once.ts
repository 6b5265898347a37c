import { randomBytes } from 'node:crypto'
import { link, open, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { syncFolder } from './sync-folder.ts'

/**
 * Creates the file `path`, readable by this OS account only, unless it exists. It appears complete or not at
 * all, and is durable when this resolves. Of several concurrent processes, one creates it.
 */
export async function writeOnce(path: string, content: string): Promise<void> {
  const draft = `${path}.${randomBytes(8).toString('hex')}`
  const file = await open(draft, 'wx', 0o600)
  try {
    await file.writeFile(content)
    await file.sync()
  } finally {
    await file.close()
  }
  try {
    // Unlike a rename, a link never replaces an existing file.
    await link(draft, path)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  } finally {
    await rm(draft)
  }
  await syncFolder(dirname(path))
}
