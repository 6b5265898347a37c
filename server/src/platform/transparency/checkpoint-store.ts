import { mkdir, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { syncFolder, writeOnce } from '../durable-files.ts'
import { unlessMissing } from '../fs.ts'

/** A published checkpoint by its place in the store. */
export interface PublishedName {
  readonly day: string
  readonly size: number
  readonly name: string
}

/** Where signed checkpoints are published: nothing in it is ever changed or replaced by the product. */
export interface CheckpointStore {
  /** Publishes a checkpoint under the day of `at`. Does nothing if it is there. */
  publish(checkpoint: { size: number; root: Buffer; note: string; at: Date }): Promise<void>
  /** Publishes the public key, unless there is one. */
  publishKey(vkey: string): Promise<void>
  readKey(): Promise<string | undefined>
  /** The days with checkpoints, oldest first. */
  days(): Promise<string[]>
  /** The checkpoints of a day by size, smallest first. */
  list(day: string): Promise<PublishedName[]>
  read(published: PublishedName): Promise<string>
}

const keyFile = 'audit.vkey'
const sizeDigits = 16

/** A folder with one folder a day; the names consist of the size and the first 8 digits of the root. */
export function folderCheckpointStore(root: string): CheckpointStore {
  const read = (...path: string[]) => readFile(join(root, ...path), 'utf8')
  return {
    async publish({ size, root: hash, note, at }) {
      const day = at.toISOString().slice(0, 10)
      const folder = join(root, day)
      if (await mkdir(folder, { recursive: true, mode: 0o700 })) await syncFolder(root)
      const name = `${String(size).padStart(sizeDigits, '0')}-${hash.toString('hex').slice(0, 8)}`
      await writeOnce(join(folder, name), note)
    },
    async publishKey(vkey) {
      await mkdir(root, { recursive: true, mode: 0o700 })
      await writeOnce(join(root, keyFile), `${vkey}\n`)
    },
    async readKey() {
      return (await read(keyFile).catch(unlessMissing))?.trim()
    },
    async days() {
      const names = (await readdir(root).catch(unlessMissing)) ?? []
      return names.filter((name) => /^\d{4}-\d\d-\d\d$/.test(name)).sort()
    },
    async list(day) {
      const names = (await readdir(join(root, day)).catch(unlessMissing)) ?? []
      return names
        .filter((name) => /^\d{16}-[0-9a-f]{8}$/.test(name)) // a killed process leaves drafts with other names
        .sort()
        .map((name) => ({ day, name, size: Number(name.slice(0, sizeDigits)) }))
    },
    read: ({ day, name }) => read(day, name),
  }
}
