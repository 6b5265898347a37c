import { createHmac, timingSafeEqual } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { hashOf, requireSame } from '../../platform/archive/encrypted-file.ts'
import { syncFolder } from '../../platform/files/durable-files.ts'
import { isMissing, unlessMissing } from '../../platform/files/fs.ts'
import { StartError } from '../../platform/process/start-error.ts'

const format = 1
const name = 'manifest.json'
const macName = 'manifest.mac'

const file = z.strictObject({ file: z.string().regex(/^[\w.-]+$/), bytes: z.int(), sha256: z.hash('sha256') })
const table = file.extend({ name: z.string(), columns: z.array(z.string()), rows: z.int() })

const manifestSchema = z.strictObject({
  format: z.literal(format),
  content: z.enum(['data', 'keys']),
  /** The time of the snapshot, by the clock of the database. */
  at: z.iso.datetime(),
  demo: z.boolean(),
  /** The name of the audit log, which differs between installations. */
  log: z.string(),
  masterKeys: z.array(z.string()),
  migrations: z.array(z.strictObject({ name: z.string(), checksum: z.string() })),
  /** In archives from before 0061_outbox.sql, the version of the tables of their queues. */
  queues: z.int().optional(),
  newestEntry: z.iso.datetime().nullable(),
  tables: z.array(table),
  sequences: z.array(z.strictObject({ name: z.string(), value: z.string() })),
  /** The list of the objects; null in an archive of keys. */
  objects: file.extend({ count: z.int() }).nullable(),
})

/** The content of an archive: a folder with encrypted files that is complete once it has its final name. */
export type Manifest = z.infer<typeof manifestSchema>
export type ArchivedTable = Manifest['tables'][number]

export interface Archive {
  readonly path: string
  readonly manifest: Manifest
  /** Whether the installation with this key has written the manifest. */
  verify(key: Buffer): boolean
}

/** The suffix of an archive that is being written. */
export const partial = '.partial'

/** The name of an archive, which sorts by time. */
export function archiveName(at: Date): string {
  return at.toISOString().replaceAll(/[:.]/g, '-')
}

/** Writes the manifest with its MAC and gives the folder its final name: from then on it is an archive. */
export async function completeArchive(folder: string, manifest: Manifest, key: Buffer): Promise<void> {
  const text = `${JSON.stringify(manifest, null, 1)}\n`
  await writeFile(join(folder, name), text, { mode: 0o600, flush: true })
  await writeFile(join(folder, macName), `${macOf(key, text)}\n`, { mode: 0o600, flush: true })
  await syncFolder(folder)
  await rename(folder, folder.slice(0, -partial.length))
  await syncFolder(join(folder, '..'))
}

/** The names of the complete archives in a folder, oldest first. */
export async function listArchives(folder: string): Promise<string[]> {
  const names = (await readdir(folder).catch(unlessMissing)) ?? []
  return names.filter((each) => /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z$/.test(each)).sort()
}

/**
 * Opens an archive without trusting it: call `verify` before using its content.
 * @throws StartError if it is not one, or a newer version wrote it
 */
export async function openArchive(path: string): Promise<Archive> {
  const text = await readPart(path, name)
  const mac = await readPart(path, macName)
  return { path, manifest: parse(path, text), verify: (key) => equal(mac.trim(), macOf(key, text)) }
}

/**
 * Reads every file and compares it with the manifest.
 * @throws StartError that names the first file that is missing or was changed
 */
export async function checkFiles(
  { path, manifest }: Archive,
  onProgress: (file: string) => void = () => undefined,
): Promise<void> {
  for (const each of [...manifest.tables, ...(manifest.objects ? [manifest.objects] : [])]) {
    onProgress(each.file)
    requireSame(
      join(path, each.file),
      each,
      await hashOf(createReadStream(join(path, each.file))).catch(named(path, each.file)),
    )
  }
}

function named(path: string, part: string) {
  return (error: unknown): never => {
    throw isMissing(error)
      ? new StartError(`The file ${join(path, part)} is missing: the backup is incomplete.`)
      : error
  }
}

function readPart(path: string, part: string): Promise<string> {
  return readFile(join(path, part), 'utf8').catch(named(path, part))
}

function parse(path: string, text: string): Manifest {
  const value = json(text)
  const version = z.object({ format: z.int() }).safeParse(value)
  if (version.success && version.data.format > format)
    throw new StartError(`A newer version wrote the backup ${path}: restore it with that version.`)
  const manifest = manifestSchema.safeParse(value)
  if (!manifest.success) throw new StartError(`The file ${join(path, name)} is damaged: use another backup.`)
  return manifest.data
}

function json(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // Not JSON: `parse` reports it.
    return undefined
  }
}

function macOf(key: Buffer, text: string): string {
  return createHmac('sha256', key).update(text).digest('hex')
}

function equal(one: string, other: string): boolean {
  return one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other))
}
