import { randomBytes } from 'node:crypto'
import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'

/** A folder of this process for files on their way, readable by nobody else. */
export interface TempFolder {
  readonly path: string
  /** A path in it that nothing stands at yet. */
  newPath(): string
  remove(): Promise<void>
}

/** Makes the folder below `root` and clears away those of processes that have died. */
export async function makeTempFolder(root: string): Promise<TempFolder> {
  await mkdir(root, { recursive: true, mode: 0o700 })
  await sweepTempFolders(root)
  const path = join(root, `${prefix}${process.pid}-${randomBytes(6).toString('hex')}`)
  await mkdir(path, { mode: 0o700 })
  return {
    path,
    newPath: () => join(path, randomBytes(12).toString('hex')),
    remove: () => rm(path, { recursive: true, force: true }),
  }
}

const prefix = 'intake-'

async function sweepTempFolders(root: string): Promise<void> {
  for (const name of await readdir(root)) {
    const pid = new RegExp(`^${prefix}(\\d+)-[0-9a-f]{12}$`).exec(name)?.[1]
    if (pid === undefined || isAlive(Number(pid))) continue
    await rm(join(root, name), { recursive: true, force: true })
  }
}

/** Its own number means an earlier process that had it: this one has made no folder yet, or a second intake. */
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // EPERM: it lives and belongs to another account.
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
