import type { Db } from '../../../platform/db/database.ts'
import { type Cell, streamWorkbook } from '../../../platform/files/stream-workbook.ts'
import { ZipWriter } from '../../../platform/files/zip-writer.ts'
import { createNoteSigner, type NoteSigner } from '../../../platform/transparency/signed-note.ts'
import { type AuditRow, findAuditEntries } from '../audit-repository.ts'
import type { ReadingKeys } from '../entry-box.ts'
import { presentEntry } from '../present-entry.ts'
import { openCheckpoint } from '../tree/checkpoint.ts'
import { coverRows, type ExportCheckpoint, type ExportTotals } from './cover-rows.ts'
import { entryCells, entryColumns } from './entry-cells.ts'
import { type ExportJob, exportName } from './export-job.ts'
import { RowsDigest } from './proof-format.ts'
import { proofLines } from './proof-lines.ts'

interface ExportFile {
  readonly connection: Db
  readonly job: ExportJob
  /** The newest entry of the export, undefined if none matches. */
  readonly newest: AuditRow | undefined
  readonly checkpoint: ExportCheckpoint | undefined
  readonly onUnreadable: (id: string) => void
}

/** What the proof needs from the written workbook. */
interface Written {
  readonly totals: ExportTotals
  readonly digest: RowsDigest
  /** The digest of the cover, which is written after the rows. */
  readonly coverDigest: RowsDigest
}

/** The file of an export: the workbook, or an archive with its proof. */
export function exportFile(file: ExportFile): AsyncGenerator<Uint8Array> {
  const totals: ExportTotals = { rows: 0, unreadable: 0, newest: null, oldest: null }
  const written = { totals, digest: new RowsDigest(), coverDigest: new RowsDigest() }
  return file.job.proof ? archive(file, written) : workbook(file, written)
}

async function* archive(file: ExportFile, written: Written): AsyncGenerator<Uint8Array> {
  const zip = new ZipWriter()
  const name = exportName(file.job.at)
  const book = zip.add(`${name}.xlsx`, { stored: true })
  for await (const bytes of workbook(file, written)) {
    await book.write(bytes)
    yield* zip.take()
  }
  await book.end()
  const proof = zip.add(`${name}.proof.jsonl`)
  for await (const text of proofOf(file, written)) {
    await proof.write(Buffer.from(text))
    yield* zip.take()
  }
  await proof.end()
  zip.end()
  yield* zip.take()
}

/** Reads the rows a second time. What the reader can no longer see by then is not proven. */
function proofOf(file: ExportFile, { totals, digest, coverDigest }: Written): AsyncGenerator<string> {
  const { connection, job, checkpoint, onUnreadable } = file
  const signer = signerOf(job)
  const keys = keysOf(job, onUnreadable)
  return proofLines(
    { connection, keys, reader: job.actor, signer, size: checkpoint?.size ?? 0 },
    pagesOf(file),
    {
      note: checkpoint?.note ?? null,
      vkey: signer.vkey,
      filter: job.filter,
      total: totals.rows,
      sha256: digest.hex(),
      cover: coverDigest.hex(),
    },
  )
}

export function signerOf({ signer: { name, seed } }: ExportJob): NoteSigner {
  return createNoteSigner(name, Buffer.from(seed))
}

function workbook(file: ExportFile, written: Written): AsyncGenerator<Uint8Array> {
  const { job, checkpoint } = file
  const { totals, digest, coverDigest } = written
  const sealedAt = checkpoint && openCheckpoint(signerOf(job), checkpoint.note)?.sealedAt
  return streamWorkbook({
    name: '監査ログ',
    columns: entryColumns,
    rows: rowsOf(file, written),
    cover: {
      name: '表紙',
      rows() {
        const rows = coverRows(job, totals, { checkpoint, sealedAt, sha256: digest.hex() })
        for (const row of rows) coverDigest.add(row)
        return rows
      },
    },
    rowsPerSheet: job.rowsPerSheet,
  })
}

async function* rowsOf(file: ExportFile, { totals, digest }: Written): AsyncGenerator<Cell[]> {
  const { job, onUnreadable } = file
  const keys = keysOf(job, onUnreadable)
  for await (const page of pagesOf(file)) {
    for (const row of page) {
      const entry = presentEntry(keys, job.actor, row)
      totals.rows++
      if (entry.unreadable) totals.unreadable++
      totals.oldest = { id: row.id, at: new Date(entry.createdAt) }
      totals.newest ??= totals.oldest
      const cells = entryCells(entry)
      digest.add(cells)
      yield cells
    }
  }
}

const pageRows = 2000

/** The entries from `newest` down, page by page: no transaction stays open while a slow client reads. */
async function* pagesOf({ connection, job, newest }: ExportFile): AsyncGenerator<readonly AuditRow[]> {
  const { actor, filter } = job
  let bounds: { upTo?: string; before?: string } | undefined = newest && { upTo: newest.id }
  while (bounds) {
    const page = await findAuditEntries(connection, actor, filter, { ...bounds, limit: pageRows })
    yield page
    const last = page.at(-1)
    bounds = last && page.length === pageRows ? { before: last.id } : undefined
  }
}

function keysOf({ keys }: ExportJob, onUnreadable: (id: string) => void): ReadingKeys {
  return {
    auditKeys: keys,
    unreadable: { add: (_kind, id) => onUnreadable(id), remove: () => undefined },
  }
}
