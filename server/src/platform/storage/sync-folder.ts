import { open } from 'node:fs/promises'

/** Makes the names in `folder` durable: without it a file that was just made can be gone after a power loss. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
