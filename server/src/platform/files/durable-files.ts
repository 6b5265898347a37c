import { randomBytes } from 'node:crypto'
import { link, open, rename, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'

/** Readable by this OS account only, and on the disk when the promise resolves. */
const durable = { mode: 0o600, flush: true } as const

/**
 * Creates the file `path`, readable by this OS account only, unless it exists. It appears complete or not at
 * all, and is durable when this resolves. Of several concurrent processes, one creates it.
 */
export async function writeOnce(path: string, content: string): Promise<void> {
  const draft = `${path}.${randomBytes(8).toString('hex')}`
  try {
    await writeFile(draft, content, { ...durable, flag: 'wx' })
    // Unlike a rename, a link never replaces an existing file.
    await link(draft, path)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  } finally {
    // Also removes an incomplete draft of a full disk: the write is repeated every few seconds for a publication.
    await rm(draft, { force: true })
  }
  await syncFolder(dirname(path))
}

/** Like `writeOnce`, but replaces an existing file. */
export async function replaceFile(path: string, content: string | Buffer): Promise<void> {
  await writeFile(`${path}.tmp`, content, durable)
  await rename(`${path}.tmp`, path)
  await syncFolder(dirname(path))
}

/** Makes the names in `folder` durable: without it, a new file can be lost in a power failure. */
export async function syncFolder(folder: string): Promise<void> {
  await using handle = await open(folder, 'r')
  await handle.sync()
}
