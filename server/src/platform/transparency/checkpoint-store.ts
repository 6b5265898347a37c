import type { OnceFiles } from './once-files.ts'

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
  /** Publishes a copy of a published checkpoint in its place. Does nothing if it is there. */
  publishCopy(published: PublishedName, note: string): Promise<void>
  /** Publishes the public key, unless there is one. */
  publishKey(vkey: string): Promise<void>
  readKey(): Promise<string | undefined>
  /** The days with checkpoints, oldest first. */
  days(): Promise<string[]>
  /** The checkpoints of a day by size, smallest first. */
  list(day: string): Promise<PublishedName[]>
  /** Publishes the note of a record that ended: `kind` names how. Does nothing if it is there. */
  publishEnded(kind: string, id: string, note: string): Promise<void>
  listEnded(kind: string): Promise<string[]>
  readEnded(kind: string, id: string): Promise<string | undefined>
  /** @throws Error if it is not there */
  read(published: PublishedName): Promise<string>
}

const keyFile = 'audit.vkey'
const sizeDigits = 16

/** One folder a day; the names of its files consist of the size and the first 8 digits of the root. */
export function checkpointStore(files: OnceFiles): CheckpointStore {
  return {
    async publish({ size, root, note, at }) {
      const name = `${String(size).padStart(sizeDigits, '0')}-${root.toString('hex').slice(0, 8)}`
      await files.write([at.toISOString().slice(0, 10), name], note)
    },
    publishCopy: ({ day, name }, note) => files.write([day, name], note),
    publishKey: (vkey) => files.write([keyFile], `${vkey}\n`),
    async readKey() {
      return (await files.read([keyFile]))?.trim()
    },
    publishEnded: (kind, id, note) => files.write([kind, id], note),
    listEnded: (kind) => files.files(kind),
    readEnded: (kind, id) => files.read([kind, id]),
    async days() {
      return (await files.folders()).filter((name) => /^\d{4}-\d\d-\d\d$/.test(name)).sort()
    },
    async list(day) {
      return (await files.files(day))
        .filter((name) => /^\d{16}-[0-9a-f]{8}$/.test(name)) // a killed process leaves drafts with other names
        .sort()
        .map((name) => ({ day, name, size: Number(name.slice(0, sizeDigits)) }))
    },
    async read({ day, name }) {
      const note = await files.read([day, name])
      if (note === undefined) throw new Error(`the published checkpoint ${day}/${name} is missing`)
      return note
    },
  }
}
