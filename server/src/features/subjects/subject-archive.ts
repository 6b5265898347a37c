import type { AuditEntry } from '@kyc/contract/audit.ts'
import { type ArchiveFile, zipFiles } from '../../platform/files/zip-files.ts'
import type { Actor } from '../access/actor.ts'
import { everything } from '../access/scope.ts'
import { findAuditEntries } from '../audit/audit-repository.ts'
import { presentEntry } from '../audit/present-entry.ts'
import { type OpenedFile, readWholeDocument } from '../documents/read/read-whole-document.ts'
import { decryptPerformerKey } from '../records/performer-keys.ts'
import { subjectPage } from './subject-page.ts'
import { presentSubjectPaper, type SubjectPaper, type SubjectPaperRow } from './subject-paper.ts'
import {
  presentSubjectDocument,
  type SubjectDocument,
  type SubjectDocumentRow,
  type SubjectRecord,
} from './subject-record.ts'
import type { SubjectServices } from './subject-services.ts'
import type { SubjectSigning, SubjectSigningRow } from './subject-signing.ts'

/** The content of an archive, read before its entry is recorded. */
export interface SubjectContent {
  readonly record: Omit<SubjectRecord, 'documents' | 'papers' | 'signings'>
  readonly documents: readonly SubjectDocumentRow[]
  readonly papers: readonly SubjectPaperRow[]
  readonly signings: readonly SubjectSigningRow[]
  /** The newest entry of the log that the archive may contain; null if the log is empty. */
  readonly newestEntry: string | null
}

type ArchiveServices = Pick<SubjectServices, 'auditKeys' | 'db' | 'masterKey' | 'store' | 'unreadable'>

interface Archive {
  /** Whose view of the log the archive contains (D3). */
  readonly reader: Actor
  readonly content: SubjectContent
  readonly at: Date
}

/**
 * The archive of one performer: the files, the record with its log as `data.json`, and `index.html`, which explains
 * them (D77). Holds one file or one page of the log in memory. A damaged file is left out, and the record says so.
 */
export function subjectArchive(services: ArchiveServices, archive: Archive): AsyncGenerator<Uint8Array> {
  return zipFiles(subjectFiles(services, archive))
}

/** The files of the archive, in their order. */
export async function* subjectFiles(
  services: ArchiveServices,
  archive: Archive,
): AsyncGenerator<ArchiveFile> {
  const { content, at } = archive
  const documents: SubjectDocument[] = []
  for (const row of content.documents) {
    const path = `documents/${row.type}-v${row.version}.${extensions[row.mime_type]}`
    const bytes = row.destroyed_at ? undefined : await fileOf(services, row)
    if (bytes) yield { path, pieces: [bytes], stored: true }
    documents.push(presentSubjectDocument(row, bytes ? path : null))
  }
  const papers: SubjectPaper[] = []
  for (const row of content.papers) {
    const path = `papers/${row.video_id}-${row.type}-v${row.version}.${extensions[row.mime_type]}`
    const bytes = row.destroyed_at ? undefined : await fileOf(services, { ...row, own_key: null })
    if (bytes) yield { path, pieces: [bytes], stored: true }
    papers.push(presentSubjectPaper(row, bytes ? path : null))
  }
  const signings: SubjectSigning[] = []
  for (const { signing, files } of content.signings) {
    const named: SubjectSigning['files'][number][] = []
    for (const row of files) {
      const path = `signings/${signing.id}-${row.type}.pdf`
      const bytes = await fileOf(services, { ...row, own_key: null })
      if (bytes) yield { path, pieces: [bytes], stored: true }
      named.push({ type: row.type, filename: row.filename, file: bytes ? path : null })
    }
    signings.push({ ...signing, files: named })
  }
  const record: SubjectRecord = { ...content.record, documents, papers, signings }
  yield { path: 'data.json', pieces: dataOf(services, archive, record) }
  yield { path: 'index.html', pieces: [Buffer.from(subjectPage(record, at))] }
}

/** The ending of the name of each type of file. */
export const extensions: Readonly<Record<SubjectDocumentRow['mime_type'], string>> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'application/pdf': 'pdf',
}

async function fileOf(services: ArchiveServices, row: OpenedFile): Promise<Buffer | undefined> {
  const key = await decryptPerformerKey(services, services.db, row.performer_id)
  return readWholeDocument(services, key, row)
}

/** The record, whose last member is the log. The log grows without limit, so it is written page by page. */
async function* dataOf(
  services: ArchiveServices,
  archive: Archive,
  record: SubjectRecord,
): AsyncGenerator<Uint8Array> {
  const open = JSON.stringify({ exportedAt: archive.at.toISOString(), ...record, log: [] }, null, 2)
  yield Buffer.from(open.slice(0, -']\n}'.length))
  let separator = '\n'
  for await (const entries of logOf(services, archive)) {
    for (const entry of entries) {
      yield Buffer.from(`${separator}    ${JSON.stringify(entry)}`)
      separator = ',\n'
    }
  }
  yield Buffer.from('\n  ]\n}\n')
}

const pageRows = 500

/** The entries about the performer and its documents, newest first, page by page. */
async function* logOf(services: ArchiveServices, { reader, content }: Archive): AsyncGenerator<AuditEntry[]> {
  const { id } = content.record.performer
  if (content.newestEntry === null) return
  let bounds: { upTo: string } | { before: string } = { upTo: content.newestEntry }
  for (;;) {
    const all = { ...reader, scope: everything }
    const rows = await findAuditEntries(services.db, all, { resourceId: id }, { ...bounds, limit: pageRows })
    // The reader may see this record, also if it is sealed: the details are part of it.
    yield rows.map((row) => presentEntry(services, reader, { ...row, performer_id: id }))
    const last = rows.at(-1)
    if (!last || rows.length < pageRows) return
    bounds = { before: last.id }
  }
}
