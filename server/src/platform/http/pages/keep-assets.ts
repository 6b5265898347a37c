import { copyFile, mkdir, readdir, rename, rm, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { day } from '@kyc/contract/durations.ts'

/** Modification time of the files of the running release; later releases replace it by the time they start. */
const current = new Date(0)

/**
 * Keeps the assets of a release for a day after the start of the next one, so that open pages still find the
 * code that they load later, also at a process of the previous release. Copies the assets of the built pages in `folder` to `kept`, a folder of the same
 * layout, and removes files of earlier releases there. Several processes may share `kept`. The copies are not
 * compressed.
 */
export async function keepAssets(folder: string, kept: string, now = new Date()): Promise<void> {
  const from = join(folder, 'assets')
  const to = join(kept, 'assets')
  await mkdir(to, { recursive: true })
  const built = new Set((await list(from)).filter((name) => !/\.(?:br|gz)$/.test(name)))
  for (const name of await list(to)) {
    if (!built.has(name)) await retire(join(to, name), now)
  }
  for (const name of built) await keep(join(from, name), join(to, name))
}

async function keep(source: string, target: string): Promise<void> {
  const known = await stat(target).catch(ignoreMissing)
  if (known?.mtimeMs === 0) return
  // A crash must not leave half a file with the name of a complete one.
  const partial = `${target}.${process.pid}`
  if (!known) await copyFile(source, partial)
  await utimes(known ? target : partial, current, current)
  if (!known) await rename(partial, target)
}

/** Starts the day of a file that no longer belongs to the running release, and removes it after that day. */
async function retire(path: string, now: Date): Promise<void> {
  const known = await stat(path).catch(ignoreMissing)
  if (known?.mtimeMs === 0) await utimes(path, now, now).catch(ignoreMissing)
  else if (known && now.getTime() - known.mtimeMs > day) await rm(path, { force: true })
}

async function list(folder: string): Promise<string[]> {
  return (await readdir(folder).catch(ignoreMissing)) ?? []
}

/** The pages may not be built yet, and another process may remove the same file. */
function ignoreMissing(error: unknown): undefined {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
  throw error
}
