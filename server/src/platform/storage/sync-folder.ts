import { open } from 'node:fs/promises'

/** Makes the names in `folder` durable: without it, a new file can be lost in a power failure. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
