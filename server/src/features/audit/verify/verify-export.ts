import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import type { AuditEntry } from '@kyc/contract/audit.ts'
import { type ProofRow, proofRowSchema } from '@kyc/contract/log-entries.ts'
import { streamXlsxRows } from 'hucre/xlsx'
import type { Cell } from '../../../platform/files/stream-workbook.ts'
import { rootOfPath } from '../../../platform/transparency/merkle-tree.ts'
import type { NoteVerifier } from '../../../platform/transparency/signed-note.ts'
import { entryCells, entryColumns } from '../export/entry-cells.ts'
import { comparable, opens, parseSummary, RowsDigest } from '../export/proof-format.ts'
import { leafHash } from '../leaf.ts'
import { isKnown } from '../present-entry.ts'
import { type Checkpoint, openCheckpoint } from '../tree/checkpoint.ts'
import { Faults } from './faults.ts'

/** What is wrong with an export, by exit code (as `logFaultCodes`). */
const exportFaultCodes = {
  /** The fields of an entry differ from its hash. */
  entry: 2,
  /** Address or details differ from what the entry commits to. */
  details: 2,
  /** The cells of a row differ from its entry. */
  cells: 2,
  /** The cover, or the list of rows, is not the one that the server signed. */
  cover: 2,
  /** The summary of the proof counts other rows than it has. */
  head: 2,
  /** The proof has an entry without a row in the sheets. */
  row_missing: 3,
  /** A row does not belong to the tree of the checkpoint. */
  root: 4,
  /** A row of the sheets that the proof does not cover: it was not sealed yet, or was inserted. */
  uncovered: 5,
  signature: 6,
} as const

export interface ExportFault {
  readonly code: number
  readonly kind: keyof typeof exportFaultCodes
  readonly entryId: string | null
}

export interface ExportReport {
  /** 0, or the lowest code of the faults. */
  readonly code: number
  /** The checkpoint: the number of entries that it covers, and the root in hex; null without a valid signature. */
  readonly size: number | null
  readonly root: string | null
  readonly counts: {
    rows: number
    /** Rows whose entry, address and details were verified. */
    complete: number
    /** Rows with an address or details that the reader of the export did not see completely. */
    partial: number
    /** Rows of accounts that the reader did not see: their entries are in the log, their content is not proven. */
    presentOnly: number
    faults: number
  }
  /** The first faults. */
  readonly faults: readonly ExportFault[]
}

interface ExportFiles {
  readonly workbook: string
  readonly proof: string
  /** The verifier of the published key. */
  readonly verifier: NoteVerifier
  readonly onProgress?: ((done: number, total: number) => void) | undefined
}

/**
 * Verifies an export with its proof file and the public key of the log, without a database: the signature of the
 * checkpoint, that each row is in its tree, and that the cells state what the entries state. Names of accounts and
 * records are not part of entries and are not verified. The workbook is in memory, the proof is not.
 * @throws Error if a file can't be read as what it should be
 */
export async function verifyExport({ verifier, onProgress, ...files }: ExportFiles): Promise<ExportReport> {
  const workbook = await readFile(files.workbook)
  const summary = parseSummary(await lastLine(files.proof), verifier)
  const checkpoint = summary?.note ? openCheckpoint(verifier, summary.note) : undefined
  const faults = new Faults<ExportFault>()
  const add = (kind: ExportFault['kind'], entryId: string | null = null) =>
    faults.add({ code: exportFaultCodes[kind], kind, entryId })
  const counts = { rows: 0, complete: 0, partial: 0, presentOnly: 0 }
  // Without a root, nothing else can be verified.
  if (!summary || !checkpoint) add('signature')
  else {
    const digest = new RowsDigest()
    let uncovered = 0
    for await (const { row, cells } of matched(proofRows(files.proof), entryRows(workbook))) {
      if (cells) digest.add(cells)
      if (row) {
        counts[row.content ? (row.ip && row.details ? 'complete' : 'partial') : 'presentOnly']++
        if (++counts.rows % 1000 === 0) onProgress?.(counts.rows, summary.rows)
        for (const kind of faultsOf(row, cells, checkpoint)) add(kind, row.id)
      } else {
        uncovered++
        add('uncovered', idOf(cells))
      }
    }
    if (counts.rows !== summary.rows || uncovered !== summary.uncovered) add('head')
    if (digest.hex() !== summary.sha256 || (await coverDigest(workbook)) !== summary.cover) add('cover')
  }
  return {
    code: faults.code,
    size: checkpoint?.size ?? null,
    root: checkpoint?.root.toString('hex') ?? null,
    counts: { ...counts, faults: faults.count },
    faults: faults.first,
  }
}

type Pair = { row: ProofRow; cells?: readonly Cell[] } | { row?: undefined; cells: readonly Cell[] }

/**
 * The rows of proof and sheets in pairs. Both are in the order of the ids, newest first; a row may lack its
 * counterpart.
 */
async function* matched(
  proof: AsyncGenerator<ProofRow>,
  sheets: AsyncGenerator<readonly Cell[]>,
): AsyncGenerator<Pair> {
  const nextRow = async (): Promise<ProofRow | undefined> => (await proof.next()).value
  let row = await nextRow()
  for await (const cells of sheets) {
    for (; row && row.id > idOf(cells); row = await nextRow()) yield { row }
    if (row?.id === idOf(cells)) {
      yield { row, cells }
      row = await nextRow()
    } else yield { cells }
  }
  for (; row; row = await nextRow()) yield { row }
}

function* faultsOf(
  row: ProofRow,
  cells: readonly Cell[] | undefined,
  { size, root }: Checkpoint,
): Generator<ExportFault['kind']> {
  const { id, index, content, leaf, path, ip, details } = row
  const [hash, ...siblings] = [leaf, ...path].map((text) => Buffer.from(text, 'hex'))
  if (!hash || !rootOfPath(index, hash, size, siblings)?.equals(root)) yield 'root'
  if (!cells) yield 'row_missing'
  else if (!content) return
  else if (content.id !== id || leafHash(content) !== leaf) yield 'entry'
  else if ((ip && !opens(content.ip_commit, ip)) || (details && !opens(content.details_commit, details)))
    yield 'details'
  else if (!equalCells(row, content, cells)) yield 'cells'
}

/** Columns that depend on names or that not every reader sees completely. */
const unproven = ['ユーザー', '権限', '対象名']

/** Whether the cells are those that the export writes for the entry. */
function equalCells(
  { ip, details }: ProofRow,
  content: NonNullable<ProofRow['content']>,
  cells: readonly Cell[],
): boolean {
  const skipped = [...unproven, ...(ip ? [] : ['IPアドレス']), ...(details ? [] : ['詳細'])]
  const expected = entryCells({
    id: content.id,
    createdAt: new Date(Number(content.at_us) / 1000).toISOString(),
    userId: content.actor,
    user: null,
    action: content.action as AuditEntry['action'], // an unknown word is shown as it is
    resourceType: content.rtype as AuditEntry['resourceType'], // the same
    resourceId: content.rid,
    resourceName: null,
    performerId: null,
    ipAddress: (ip?.value ?? null) as AuditEntry['ipAddress'], // a text in every entry
    details: (details?.value ?? {}) as AuditEntry['details'], // an object in every entry
    unreadable: !isKnown(content),
  })
  return entryColumns.every(
    ({ header }, column) =>
      skipped.includes(header) || comparable(expected[column] ?? null) === cells[column],
  )
}

const idColumn = entryColumns.findIndex(({ header }) => header === '記録ID')

const idOf = (cells: readonly Cell[]): string => cells[idColumn] ?? ''

/** The rows below the headers of every sheet after the cover. */
async function* entryRows(workbook: Uint8Array): AsyncGenerator<readonly Cell[]> {
  for (let sheet = 1; ; sheet++) {
    let read = 0
    for await (const { values } of streamXlsxRows(workbook, { sheet })) {
      if (read++ > 0) yield entryColumns.map((_, column) => textOf(values[column]))
    }
    if (read === 0) return
  }
}

async function coverDigest(workbook: Uint8Array): Promise<string> {
  const digest = new RowsDigest()
  for await (const { values } of streamXlsxRows(workbook, { sheet: 0 }))
    digest.add([0, 1].map((column) => textOf(values[column])))
  return digest.hex()
}

function textOf(value: unknown): Cell {
  return value === null || value === undefined ? null : comparable(String(value))
}

const linesOf = (path: string) => createInterface({ input: createReadStream(path) })

async function lastLine(path: string): Promise<string> {
  let last = ''
  for await (const line of linesOf(path)) last = line
  return last
}

/** All lines but the last. */
async function* proofRows(path: string): AsyncGenerator<ProofRow> {
  let before: string | undefined
  for await (const line of linesOf(path)) {
    if (before !== undefined) yield proofRowSchema.parse(JSON.parse(before))
    before = line
  }
}
