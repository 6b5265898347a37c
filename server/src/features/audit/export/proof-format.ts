import { createHash, createHmac } from 'node:crypto'
import { auditFilterSchema } from '@kyc/contract/audit.ts'
import { z } from 'zod'
import { type Cell, shownText } from '../../../platform/files/stream-workbook.ts'
import type { NoteSigner, NoteVerifier } from '../../../platform/transparency/signed-note.ts'
import { canonicalBytes } from '../entry-box.ts'
import type { LeafContent } from '../leaf.ts'

/**
 * The proof file of an export: JSON Lines. A signed header; the rows that the checkpoint covers, by their position in the tree,
 * highest first; then the hashes of the multiproof (`multiproofRoot`), in hex.
 */
const format = 'kyc-audit-proof/2'
/** Its header had no signature, and no hash of the cover. */
const unsignedFormat = 'kyc-audit-proof/1'

const hex = z.string().regex(/^([0-9a-f]{2})+$/)

const headerSchema = z.strictObject({
  /** The signed checkpoint; null if nothing was signed yet. */
  note: z.string().nullable(),
  /** Names the key of the note. Proves nothing by itself: verify with the published key. */
  vkey: z.string(),
  filter: auditFilterSchema,
  /** The rows that the checkpoint covers, and those that it does not. */
  rows: z.int(),
  uncovered: z.int(),
  /** Of the list of all rows of the sheets. */
  sha256: hex,
  /** Of the rows of the cover: author, time, filter, totals. Absent in the earlier format. */
  cover: hex.optional(),
})
export type ProofHeader = z.infer<typeof headerSchema>

const firstLineSchema = z.union([
  z.strictObject({ format: z.literal(format), head: z.string() }),
  headerSchema.extend({ format: z.literal(unsignedFormat) }),
])

/** A value that the reader sees completely, with its salt: `HMAC(salt, value)` is in the entry. */
const openedSchema = z.strictObject({ salt: hex, value: z.unknown() })

/** What the leaf hash of an entry covers. Strict, because the hash input is composed from these texts. */
const contentSchema = z.strictObject({
  id: z.uuid(),
  at_us: z.string().regex(/^\d+$/),
  actor: z.uuid().nullable(),
  // Also words that this release does not know.
  action: z.string(),
  rtype: z.string(),
  rid: z.string().nullable(),
  subject: z.uuid().nullable(),
  owner: z.uuid().nullable(),
  writer: z.uuid(),
  wseq: z.string().regex(/^\d+$/),
  ip_commit: hex,
  details_commit: hex,
}) satisfies z.ZodType<LeafContent>

const rowSchema = z.strictObject({
  index: z.int(),
  id: z.string(),
  leaf: hex,
  /** Absent if the reader may not see who acted: the row proves only that the entry is in the log. */
  content: contentSchema.optional(),
  ip: openedSchema.optional(),
  details: openedSchema.optional(),
})
export type OpenedValue = z.infer<typeof openedSchema>
export type ProofRow = z.infer<typeof rowSchema>

/** The header, signed: what the proof states about itself is evidence like its rows. */
export function headerLine(header: ProofHeader, signer: NoteSigner): string {
  return line({ format, head: signer.sign(line(header)) })
}

export function rowLine(row: ProofRow): string {
  return line(row)
}

export function hashLine(hash: Buffer): string {
  return line(hash.toString('hex'))
}

function line(value: unknown): string {
  return `${JSON.stringify(value)}\n`
}

/**
 * Parses the first line. `signed` is false for the earlier format.
 * @returns undefined if the signature is not that of the key
 * @throws Error if this is no proof file
 */
export function parseHeader(
  text: string,
  verifier: NoteVerifier,
): { readonly header: ProofHeader; readonly signed: boolean } | undefined {
  const first = firstLineSchema.parse(JSON.parse(text))
  if (first.format === unsignedFormat) {
    const { format: _, ...header } = first
    return { header, signed: false }
  }
  const head = verifier.open(first.head)
  return head === undefined ? undefined : { header: headerSchema.parse(JSON.parse(head)), signed: true }
}

/** Parses a later line: a row, or a hash. @throws Error if it is neither */
export function parseLine(text: string): ProofRow | Buffer {
  const value: unknown = JSON.parse(text)
  return typeof value === 'string' ? Buffer.from(hex.parse(value), 'hex') : rowSchema.parse(value)
}

const digestChars = 64 * 1024

/** A running hash of the rows of the sheets, in their order. Empty cells are null, and line ends those of XML. */
export class RowsDigest {
  readonly #hash = createHash('sha256')
  #pending = ''

  add(cells: readonly Cell[]): void {
    this.#pending += line(cells.map(comparable))
    if (this.#pending.length > digestChars) this.#flush()
  }

  hex(): string {
    this.#flush()
    return this.#hash.copy().digest('hex')
  }

  #flush(): void {
    this.#hash.update(this.#pending)
    this.#pending = ''
  }
}

/** The text of a cell as every reader of spreadsheets returns it. */
export function comparable(cell: Cell): Cell {
  if (!cell) return null
  const text = shownText(cell)
  return text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text
}

/** Whether an entry commits to `value` under this salt. */
export function opens(commit: string, salt: Buffer, value: unknown): boolean {
  return createHmac('sha256', salt).update(canonicalBytes(value)).digest('hex') === commit
}
