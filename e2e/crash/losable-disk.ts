import { execFile } from 'node:child_process'
import { mkdir, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { newDataDir, removeDataDir } from '../setup/product.ts'

const run = promisify(execFile)

/** A file system that can lose its power: what was not synced by then is gone. */
export interface LosableDisk {
  readonly path: string
  /** From now on nothing reaches the disk, and every write fails. */
  losePower(): Promise<void>
  /** Mounts the disk again with what had reached it, once no process uses it. */
  restorePower(): Promise<void>
  remove(): Promise<void>
}

const size = 8 * 2 ** 30

/**
 * Options without which ext4 writes some files and names earlier than other file systems do: it would sync a file that
 * replaces another one, write the content of a file before its name, and write its journal every 5 s.
 */
const strict = 'loop,noauto_da_alloc,data=writeback,commit=300'

/** EXT4_IOC_SHUTDOWN with EXT4_GOING_FLAGS_NOLOGFLUSH, which skips the journal too. In Perl: Node has no ioctl. */
const shutdown =
  'open(F, "<", $ARGV[0]) or die $!; $flag = pack("L", 2); ioctl(F, 0x8004587d, $flag) or die $!'

/**
 * Mounts an ext4 file system that is kept in a file.
 * @throws Error unless this is root on Linux, with loop devices, mkfs.ext4 and perl
 */
export async function mountLosableDisk(): Promise<LosableDisk> {
  const folder = await newDataDir()
  const [image, path] = [join(folder, 'image'), join(folder, 'disk')]
  await writeFile(image, '')
  await truncate(image, size)
  await mkdir(path)
  await run('mkfs.ext4', ['-q', image])
  const mount = () => run('mount', ['-o', strict, image, path])
  await mount()
  return {
    path,
    async losePower() {
      await run('perl', ['-e', shutdown, path])
    },
    async restorePower() {
      await unmount(image, path)
      await mount()
    },
    async remove() {
      await unmount(image, path)
      await removeDataDir(folder)
    },
  }
}

/** Retries, since killed processes may still be closing their files, or use the mount in a namespace of their own. */
async function unmount(image: string, path: string): Promise<void> {
  await retry(() => run('umount', [path]))
  await retry(async () => {
    const { stdout } = await run('losetup', ['--associated', image])
    if (stdout !== '') throw new Error(`a process still uses ${path}`)
  })
}

async function retry(act: () => Promise<unknown>): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await act()
      return
    } catch (error) {
      if (attempt === 300) throw error
      await wait(100)
    }
  }
}
