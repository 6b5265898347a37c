import { unzipSync } from 'fflate'
import type { WriteSheet } from 'hucre/xlsx'
import { ZipWriter } from './zip-writer.ts'

/** A text, or an empty cell. */
export type Cell = string | null

export interface Column {
  readonly header: string
  /** In characters. */
  readonly width: number
}

interface Workbook {
  /** The name of the sheets with the rows. */
  readonly name: string
  readonly columns: readonly Column[]
  readonly rows: AsyncIterable<readonly Cell[]>
  /** The first sheet, written after all rows: pairs of a title and a text. */
  readonly cover: { readonly name: string; rows(): readonly (readonly [string, string])[] }
  /** The rows of a sheet, header included; at most 2^20. */
  readonly rowsPerSheet?: number | undefined
}

/**
 * An .xlsx file as bytes, in constant memory (D41): reading bytes pulls rows, and stopping ends the source of
 * the rows. All cells are text cells, so that no text is evaluated as a formula.
 *
 * hucre streams sheets of one kind only. So its sheets are extracted from an uncompressed archive and packed
 * together with the parts of another small workbook, which contains the cover and the names of all sheets.
 * @throws Error if a sheet or the file exceeds 4 GiB, the limit of the format without ZIP64
 */
export async function* streamWorkbook(workbook: Workbook): AsyncGenerator<Uint8Array> {
  const zip = new ZipWriter()
  let sheets = 0
  let part: ReturnType<ZipWriter['add']> | undefined
  for await (const { sheet, xml } of sheetPieces(workbook)) {
    if (sheet > sheets) {
      await part?.end()
      sheets = sheet
      part = zip.add(`xl/worksheets/sheet${sheet + 1}.xml`) // the cover is sheet1.xml
    }
    await part?.write(xml)
    yield* zip.take()
  }
  await part?.end()
  for (const [path, bytes] of Object.entries(unzipSync(await frameOf(workbook, sheets)))) {
    if (path.startsWith('xl/worksheets/') && path !== 'xl/worksheets/sheet1.xml') continue
    const small = zip.add(path)
    await small.write(bytes)
    await small.end()
  }
  zip.end()
  yield* zip.take()
}

/** The sheets of rows as chunks of XML; `sheet` counts from 1. */
async function* sheetPieces(workbook: Workbook): AsyncGenerator<{ sheet: number; xml: Uint8Array }> {
  const { writeXlsxStream, XLSX_MAX_ROWS_PER_SHEET } = await import('hucre/xlsx')
  const { name, columns, rows, rowsPerSheet = XLSX_MAX_ROWS_PER_SHEET } = workbook
  const archive = writeXlsxStream(cleanRows(rows), {
    name,
    columns: [...columns],
    freezePane: { rows: 1 },
    maxRowsPerSheet: rowsPerSheet,
    compress: false,
    zip64: true,
  })
  let sheets = 0
  let inSheet = false
  for await (const chunk of archive) {
    if (chunk[0] === recordStart) {
      inSheet = pathOf(chunk).startsWith('xl/worksheets/')
      if (inSheet) sheets++
    } else if (inSheet) {
      yield { sheet: sheets, xml: chunk }
    }
  }
}

/** hucre emits each record of an archive as a separate chunk. Records begin with PK, XML begins with <. */
const recordStart = 'P'.charCodeAt(0)

/** The path in the header of a file; meaningless for other records. */
function pathOf(record: Uint8Array): string {
  return Buffer.from(record.subarray(30)).toString('latin1')
}

/** A complete workbook with the cover and empty sheets in place of the others. */
async function frameOf({ name, cover }: Workbook, sheets: number): Promise<Uint8Array> {
  const { writeXlsx } = await import('hucre/xlsx')
  const front: WriteSheet = {
    name: cover.name,
    columns: [
      { width: 30, style: { font: { bold: true }, alignment: { vertical: 'top' } } },
      { width: 90, style: { alignment: { vertical: 'top', wrapText: true } } },
    ],
    rows: cover.rows().map((row) => row.map(cellText)),
  }
  const others = Array.from({ length: sheets }, (_, index) => ({
    name: index === 0 ? name : `${name}（${index + 1}）`,
    rows: [],
  }))
  return writeXlsx({ sheets: [front, ...others] })
}

async function* cleanRows(rows: Workbook['rows']): AsyncGenerator<Cell[]> {
  for await (const row of rows) yield row.map((cell) => cell && cellText(cell))
}

/** ECMA-376. A longer text is truncated with an ellipsis. */
const maxCellChars = 32_767

/** `_x0041_` is escaped, because spreadsheets would read it as an A, and `_x003D_` as the = of a formula. */
function cellText(text: string): string {
  return shownText(text).replace(/_x(?=[0-9A-Fa-f]{4}_)/g, '_x005F_x')
}

/** The text that a cell of the file shows: not too long, and without characters that XML can't contain. */
export function shownText(text: string): string {
  const short = text.length > maxCellChars ? `${text.slice(0, maxCellChars - 1)}…` : text
  return doubtful.test(short) ? short.toWellFormed().replace(unfit, '\ufffd') : short
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern matches control characters
const unfit = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g
/** Matches every text that needs a replacement, so that most texts skip the replacements. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern matches control characters
const doubtful = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ud800-\udfff\ufffe\uffff]/
