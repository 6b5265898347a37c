import { createHash, createHmac } from 'node:crypto'
import { auditFilterSchema } from '@kyc/contract/audit.ts'
import type { OpenedValue } from '@kyc/contract/log-entries.ts'
import { z } from 'zod'
import { type Cell, shownText } from '../../../platform/files/stream-workbook.ts'
import type { NoteSigner, NoteVerifier } from '../../../platform/transparency/signed-note.ts'
import { canonicalBytes } from '../entry-box.ts'

/**
 * The proof file of an export, in JSON Lines: first the rows that the checkpoint covers, in the order of the sheets,
 * each with its path to the root; then the signed summary, whose numbers are known only at the end.
 */
const format = 'kyc-audit-proof/3'

const hash = z.string().regex(/^[0-9a-f]{64}$/)

const summarySchema = z.strictObject({
  /** The signed checkpoint; null if nothing was signed yet. */
  note: z.string().nullable(),
  /** Names the key of the note. Proves nothing by itself: verify with the published key. */
  vkey: z.string(),
  filter: auditFilterSchema,
  /** The rows that the checkpoint covers, and those that it does not. */
  rows: z.int(),
  uncovered: z.int(),
  /** The hash of the list of all rows of the sheets. */
  sha256: hash,
  /** The hash of the rows of the cover: author, time, filter, totals. */
  cover: hash,
})
export type ProofSummary = z.infer<typeof summarySchema>

const lastLineSchema = z.strictObject({ format: z.literal(format), signed: z.string() })

/** The last line. It is signed, so that what the proof states about itself is evidence like its rows. */
export function summaryLine(summary: ProofSummary, signer: NoteSigner): string {
  return line({ format, signed: signer.sign(line(summary)) })
}

/**
 * Undefined if the signature is not that of the key.
 * @throws Error if this is not the last line of a proof file of this format
 */
export function parseSummary(text: string, verifier: NoteVerifier): ProofSummary | undefined {
  const last = lastLineSchema.safeParse(JSON.parse(text))
  if (!last.success) {
    throw new Error(
      `The proof file is incomplete or was written by another release. This one reads ${format}.`,
    )
  }
  const summary = verifier.open(last.data.signed)
  return summary === undefined ? undefined : summarySchema.parse(JSON.parse(summary))
}

export function line(value: unknown): string {
  return `${JSON.stringify(value)}\n`
}

/** A running hash of the rows of the sheets, in their order. Empty cells are null, and line ends those of XML. */
export class RowsDigest {
  readonly #hash = createHash('sha256')

  add(cells: readonly Cell[]): void {
    this.#hash.update(line(cells.map(comparable)))
  }

  hex(): string {
    return this.#hash.copy().digest('hex')
  }
}

/** The text of a cell as every reader of spreadsheets returns it. */
export function comparable(cell: Cell): Cell {
  if (!cell) return null
  const text = shownText(cell)
  return text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text
}

/** Whether an entry commits to `value` under this salt. */
export function opens(commit: string, { salt, value }: OpenedValue): boolean {
  return createHmac('sha256', Buffer.from(salt, 'hex')).update(canonicalBytes(value)).digest('hex') === commit
}
