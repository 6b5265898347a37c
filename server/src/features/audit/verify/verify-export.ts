import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import type { AuditEntry } from '@kyc/contract/audit.ts'
import type { Cell } from '../../../platform/files/stream-workbook.ts'
import { MalformedProof, multiproofRoot, type ProvenLeaf } from '../../../platform/transparency/multiproof.ts'
import type { NoteVerifier } from '../../../platform/transparency/signed-note.ts'
import { coverTitles, hashText, sizeText } from '../export/cover-rows.ts'
import { entryCells, entryColumns } from '../export/entry-cells.ts'
import {
  comparable,
  type OpenedValue,
  opens,
  type ProofHeader,
  type ProofRow,
  parseHeader,
  parseLine,
  RowsDigest,
} from '../export/proof-format.ts'
import { readCover, SheetRows } from '../export/sheet-rows.ts'
import { leafHash } from '../leaf.ts'
import { isKnown } from '../present-entry.ts'
import { type Checkpoint, openCheckpoint } from '../tree/checkpoint.ts'

/** What is wrong with an export, by exit code (as `logFaultCodes`). */
const exportFaultCodes = {
  /** The fields of an entry differ from its hash. */
  entry: 2,
  /** Address or details differ from what the entry commits to. */
  details: 2,
  /** The cells of a row differ from its entry. */
  cells: 2,
  /** The cover states something else than the proof. */
  cover: 2,
  /** The head of the proof counts other rows than it has. */
  head: 2,
  /** The proof has an entry without a row in the sheets. */
  row_missing: 3,
  /** The rows do not belong to the tree of the checkpoint. */
  root: 4,
  /** A row of the sheets that the proof does not cover: it was not sealed yet, or was inserted. */
  uncovered: 5,
  signature: 6,
  /** A proof of an earlier release, whose head is not signed: author, time and filter are not proven. */
  unsigned: 6,
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
  /** The first ones. */
  readonly faults: readonly ExportFault[]
}

const maximumFaults = 100

export interface ExportFiles {
  readonly workbook: string
  readonly proof: string
  /** Of the published key. */
  readonly verifier: NoteVerifier
  readonly onProgress?: ((done: number, total: number) => void) | undefined
}

/**
 * Verifies an export with its proof file and the public key of the log, without a database: the signature of the
 * checkpoint, that each row is in its tree, and that the cells state what the entries state. Names of accounts and
 * records are not part of entries and are not verified. The workbook is in memory, the proof is not.
 * @throws Error if a file can't be read as what it should be
 */
export async function verifyExport(files: ExportFiles): Promise<ExportReport> {
  const head = await readHead(files)
  const note = head?.header.note
  const checkpoint = note ? openCheckpoint(files.verifier, note) : undefined
  const workbook = await readFile(files.workbook)
  const check = new ExportCheck(new SheetRows(workbook))
  if (!head || !checkpoint) {
    // Without a root, nothing else can be verified.
    check.fault('signature')
    return check.report(undefined)
  }
  const { header, signed } = head
  if (!signed) check.fault('unsigned')
  const leaves = check.leaves(proofRows(files.proof), (done) => files.onProgress?.(done, header.rows))
  const root = await rootOf(checkpoint.size, leaves, proofHashes(files.proof))
  if (!root?.equals(checkpoint.root)) check.fault('root')
  const uncovered = await check.rest()
  if (check.rows() !== header.rows || uncovered !== header.uncovered) check.fault('head')
  const cover = await readCover(workbook)
  if (check.digest() !== header.sha256 || !statesProof(cover, checkpoint, header)) check.fault('cover')
  return check.report(checkpoint)
}

/** Undefined if the proof does not fit the tree. */
async function rootOf(
  size: number,
  leaves: AsyncGenerator<ProvenLeaf>,
  hashes: AsyncGenerator<Buffer>,
): Promise<Buffer | undefined> {
  try {
    return await multiproofRoot(size, leaves, hashes)
  } catch (error) {
    if (error instanceof MalformedProof) return undefined
    throw error
  }
}

function statesProof(
  cover: ReadonlyMap<string, string>,
  { size, root }: Checkpoint,
  { sha256, cover: digest }: ProofHeader,
): boolean {
  return (
    (digest === undefined || digestOf(cover) === digest) &&
    cover.get(coverTitles.sha256) === hashText(sha256) &&
    cover.get(coverTitles.size) === sizeText(size) &&
    cover.get(coverTitles.root) === hashText(root.toString('hex'))
  )
}

function digestOf(cover: ReadonlyMap<string, string>): string {
  const digest = new RowsDigest()
  for (const row of cover) digest.add(row)
  return digest.hex()
}

class ExportCheck {
  readonly #sheets: SheetRows
  readonly #counts = { rows: 0, complete: 0, partial: 0, presentOnly: 0, faults: 0 }
  readonly #faults: ExportFault[] = []
  #code = 0

  constructor(sheets: SheetRows) {
    this.#sheets = sheets
  }

  fault(kind: ExportFault['kind'], entryId: string | null = null): void {
    const code = exportFaultCodes[kind]
    this.#code = Math.min(this.#code || code, code)
    this.#counts.faults++
    if (this.#faults.length < maximumFaults) {
      this.#faults.push({ code, kind, entryId })
    }
  }

  /** Checks the rows of the proof and passes their leaves on. */
  async *leaves(
    rows: AsyncGenerator<ProofRow>,
    onProgress: (done: number) => void,
  ): AsyncGenerator<ProvenLeaf> {
    for await (const row of rows) {
      const cells = await this.#sheets.take(row.id)
      const fault = cells ? faultOf(row, cells) : 'row_missing'
      if (fault) this.fault(fault, row.id)
      this.#counts[rowKind(row)]++
      if (++this.#counts.rows % 1000 === 0) onProgress(this.#counts.rows)
      yield { index: row.index, leaf: Buffer.from(row.leaf, 'hex') }
    }
  }

  /** Reports the rows that the proof does not cover, and returns their number. */
  async rest(): Promise<number> {
    const rest = await this.#sheets.rest()
    for (const id of rest) this.fault('uncovered', id)
    return rest.length
  }

  rows(): number {
    return this.#counts.rows
  }

  digest(): string {
    return this.#sheets.digest.hex()
  }

  report(checkpoint: Checkpoint | undefined): ExportReport {
    return {
      code: this.#code,
      size: checkpoint?.size ?? null,
      root: checkpoint?.root.toString('hex') ?? null,
      counts: this.#counts,
      faults: this.#faults,
    }
  }
}

function rowKind({ content, ip, details }: ProofRow): 'complete' | 'partial' | 'presentOnly' {
  if (!content) return 'presentOnly'
  return ip && details ? 'complete' : 'partial'
}

function faultOf(row: ProofRow, cells: readonly Cell[]): ExportFault['kind'] | undefined {
  const { id, content, leaf, ip, details } = row
  if (!content) return undefined
  if (content.id !== id || leafHash(content) !== leaf) return 'entry'
  if (!isOpened(content.ip_commit, ip) || !isOpened(content.details_commit, details)) return 'details'
  return equalCells(row, content, cells) ? undefined : 'cells'
}

function isOpened(commit: string, opened: OpenedValue | undefined): boolean {
  return !opened || opens(commit, Buffer.from(opened.salt, 'hex'), opened.value)
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

async function readHead({ proof, verifier }: ExportFiles): Promise<ReturnType<typeof parseHeader>> {
  for await (const line of linesOf(proof)) return parseHeader(line, verifier)
  throw new Error('the proof file is empty')
}

// Rows and hashes are read side by side, because the tree needs them alternately.

async function* proofRows(path: string): AsyncGenerator<ProofRow> {
  for await (const line of linesOf(path, 1)) {
    const row = line.startsWith('{') ? parseLine(line) : undefined
    if (row && !Buffer.isBuffer(row)) yield row
  }
}

async function* proofHashes(path: string): AsyncGenerator<Buffer> {
  for await (const line of linesOf(path, 1)) {
    const hash = line.startsWith('"') ? parseLine(line) : undefined
    if (Buffer.isBuffer(hash)) yield hash
  }
}

async function* linesOf(path: string, from = 0): AsyncGenerator<string> {
  let number = 0
  for await (const line of createInterface({ input: createReadStream(path) })) {
    if (number++ >= from) yield line
  }
}
