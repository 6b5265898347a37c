import { createHash, type Hash } from 'node:crypto'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { statementHtml, statementText } from '@kyc/contract/records-2257.ts'
import type { ArchiveFile } from '../../platform/files/zip-files.ts'
import { type OpenedFile, readWholeDocument } from '../documents/read/read-whole-document.ts'
import { decryptPerformerKey } from '../records/performer-keys.ts'
import type { DocumentRow } from '../records/record-documents.ts'
import { subjectContent } from '../subjects/export-subject.ts'
import { extensions, subjectFiles } from '../subjects/subject-archive.ts'
import type { PaperRow } from './find-packed-files.ts'
import { renderIndex } from './index/render-index.ts'
import type { PackContent, PackedFile, PackPerson, PackTitle } from './pack-content.ts'
import { manifestName, signedText } from './pack-format.ts'
import { logLines } from './pack-log.ts'
import type { PackServices } from './pack-services.ts'

/** The contents exceed what a ZIP without ZIP64 may have. */
export class PackTooLarge extends Error {
  override readonly name = 'PackTooLarge'
}

/** Below 4 GiB, with room for the index and the log. */
const mostBytes = 3.9 * 1024 ** 3

interface Making {
  readonly progress: { done: number }
  readonly signal: AbortSignal
}

/** The types whose pictures show a face or an ID. */
function isIdentity(row: DocumentRow | PaperRow): row is DocumentRow {
  return !('video_id' in row) && row.type !== 'agreementFile'
}

export function countFiles({ persons, titles }: PackContent): number {
  const counts = [...persons.map(({ documents }) => documents), ...titles.map(({ papers }) => papers)]
  return counts.reduce((sum, { length }) => sum + length, 0)
}

/**
 * The files of a pack in their order: copies, log, index, then the list of their hashes, which `sha256sum -c` reads,
 * and its signature with the key of the log. Holds one file in memory.
 */
export async function* packFiles(
  services: PackServices,
  content: PackContent,
  making: Making,
): AsyncGenerator<ArchiveFile> {
  refuseTooLarge(content)
  const sums: string[] = []
  for await (const file of contentFiles(services, content, making)) {
    const hash = createHash('sha256')
    yield { ...file, pieces: hashed(file.pieces, hash) }
    sums.push(`${hash.digest('hex')}  ${file.path}\n`)
  }
  const manifest = Buffer.from(sums.join(''))
  yield { path: manifestName, pieces: [manifest] }
  const text = signedText(content.pack.id, createHash('sha256').update(manifest).digest('hex'))
  yield { path: `${manifestName}.sig`, pieces: [Buffer.from(services.auditSigner.sign(text))] }
}

/** Adds the pieces to `hash` as they are read: the hash is complete when the next file is requested. */
async function* hashed(pieces: ArchiveFile['pieces'], hash: Hash): AsyncGenerator<Uint8Array> {
  for await (const piece of pieces) {
    hash.update(piece)
    yield piece
  }
}

function refuseTooLarge({ persons, titles }: PackContent): void {
  const rows = [...persons.flatMap(({ documents }) => documents), ...titles.flatMap(({ papers }) => papers)]
  if (rows.reduce((sum, { size }) => sum + size, 0) > mostBytes) throw new PackTooLarge()
}

async function* contentFiles(
  services: PackServices,
  content: PackContent,
  making: Making,
): AsyncGenerator<ArchiveFile> {
  const { pack } = content
  const at = services.clock.now()
  const packed: PackedFile[] = []
  if (pack.shape === 'person') {
    if (pack.performer_id === null) throw new Error('the pack of a person names no person')
    // Only a superadmin creates such a pack, so it contains the same as the archive that a superadmin exports.
    const reader = { id: pack.created_by, role: 'superadmin' } as const
    const archive = { reader, content: await subjectContent(services, reader, pack.performer_id), at }
    yield* counted(subjectFiles(services, archive), making)
  } else yield* counted(copies(services, content, packed), making)
  yield { path: 'log.jsonl', pieces: logLines(services, content) }
  if (pack.shape === 'usc2257') yield* statements(content)
  yield {
    path: 'index.pdf',
    pieces: [await renderIndex(content, { packed, at, vkey: services.auditSigner.vkey })],
    stored: true,
  }
}

async function* counted(
  files: AsyncIterable<ArchiveFile>,
  { progress, signal }: Making,
): AsyncGenerator<ArchiveFile> {
  for await (const file of files) {
    signal.throwIfAborted()
    yield file
    progress.done++
  }
}

async function* copies(
  services: PackServices,
  { pack, persons, titles }: PackContent,
  packed: PackedFile[],
): AsyncGenerator<ArchiveFile> {
  const folder = await services.intake.newFolder()
  try {
    for (const person of persons)
      for (const row of person.documents) {
        const masked = isIdentity(row) && !pack.unmasked
        const bytes = masked
          ? await readMosaic(services, row, folder, pack.created_by)
          : await readOriginal(services, row)
        const path = bytes && documentPath(person, row, masked)
        packed.push({ row, path, masked })
        if (path) yield { path, pieces: [bytes], stored: true }
      }
    for (const title of titles)
      for (const row of title.papers) {
        const bytes = await readOriginal(services, { ...row, own_key: null })
        const path = bytes && paperPath(title, persons, row)
        packed.push({ row, path, masked: false })
        if (path) yield { path, pieces: [bytes], stored: true }
      }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

function documentPath({ number }: PackPerson, row: DocumentRow, masked: boolean): string {
  const ending = masked ? '-masked.png' : `.${extensions[row.mime_type]}`
  return `performers/${number}/${row.type}-v${row.version}${ending}`
}

function paperPath(title: PackTitle, persons: readonly PackPerson[], row: PaperRow): string {
  const person = persons.find(({ id }) => id === row.performer_id)
  return `titles/${title.number}/performer-${person?.number}-${row.type}-v${row.version}.${extensions[row.mime_type]}`
}

async function readOriginal(services: PackServices, row: OpenedFile): Promise<Buffer | undefined> {
  const key = await decryptPerformerKey(services, services.db, row.performer_id)
  return readWholeDocument(services, key, row)
}

/** A picture of which nothing is legible, made of the thumbnail in a confined process. */
async function readMosaic(
  services: PackServices,
  row: DocumentRow,
  folder: string,
  account: string,
): Promise<Buffer | undefined> {
  const { thumbnail_key, thumbnail_bytes } = row
  if (thumbnail_key === null || thumbnail_bytes === null) return undefined
  const thumbnail = await readOriginal(services, {
    ...row,
    object_key: thumbnail_key,
    object_bytes: thumbnail_bytes,
  })
  if (!thumbnail) return undefined
  const [input, output] = [join(folder, 'thumbnail'), join(folder, 'mosaic.png')]
  await writeFile(input, thumbnail, { mode: 0o600 })
  await services.intake.mosaic({ input, output }, account)
  return readFile(output)
}

/** The statements that can be made, as text and as a part of a page. */
function* statements({ titles }: PackContent): Generator<ArchiveFile> {
  for (const { number, record } of titles) {
    const [text, html] = [statementText(record), statementHtml(record)]
    if (text === undefined || html === undefined) continue
    yield { path: `titles/${number}/statement.txt`, pieces: [Buffer.from(`${text}\n`)] }
    yield { path: `titles/${number}/statement.html`, pieces: [Buffer.from(`${html}\n`)] }
  }
}
