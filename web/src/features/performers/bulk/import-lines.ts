import { idKinds } from '@kyc/contract/document-vocabulary.ts'
import { idKindLabels } from '@kyc/contract/labels.ts'
import {
  allFields,
  asRomanName,
  fieldRules,
  nameFields,
  type PerformerField,
  performerFields,
} from '@kyc/contract/performer-fields.ts'
import { cellCharsOf, type ImportLine } from '@kyc/contract/performer-imports.ts'
import { recordLimits } from '@kyc/contract/record-limits.ts'
import { parseDay } from '../../documents/parse-day.ts'

const { callBytes, lines: mostLines, linesPerCall } = recordLimits.performerImport

/** A row of the first sheet with its number in the file; empty rows are left out. */
export interface SheetRow {
  readonly number: number
  readonly cells: readonly string[]
}

/** Why a file cannot be imported, as text for the page. */
export class SheetFault extends Error {
  override readonly name = 'SheetFault'
}

/** A line to import, with the number of its row in the file. */
export interface SheetLine {
  readonly row: number
  readonly line: ImportLine
}

/** The columns of a template, in the order of the registration form. */
export const importFields: readonly PerformerField[] = allFields

/** What an import reads from a sheet; `ignored` are the headers of other columns. */
export interface SheetLines {
  readonly lines: readonly SheetLine[]
  readonly ignored: readonly string[]
}

/** The table of a sheet: what its columns are, and its rows below the header. */
export interface SheetTable<Column> {
  readonly columns: readonly (Column | undefined)[]
  readonly rows: readonly SheetRow[]
  /** The headers of the columns that are not imported. */
  readonly ignored: readonly string[]
}

/** @throws SheetFault if columns repeat, or there are no rows or too many */
export function sheetTable<Column>(
  [header, ...rows]: readonly SheetRow[],
  columnOf: (heading: string) => Column | undefined,
  labelOf: (column: Column) => string,
): SheetTable<Column> {
  if (!header) throw new SheetFault('ファイルに行がありません。')
  const columns = header.cells.map((cell) => columnOf(plainHeading(cell)))
  const repeated = columns.find((column, index) => column && columns.indexOf(column) !== index)
  if (repeated) throw new SheetFault(`「${labelOf(repeated)}」の列が2つ以上あります。`)
  if (rows.length === 0) throw new SheetFault('見出しの下に行がありません。')
  if (rows.length > mostLines) {
    throw new SheetFault(
      `一度に取り込めるのは${mostLines.toLocaleString('ja-JP')}行までです。ファイルを分けてください。`,
    )
  }
  return { columns, rows, ignored: header.cells.filter((name, index) => name !== '' && !columns[index]) }
}

/** Normalises a heading: full-width and half-width characters become equal, and spaces are removed. */
export function plainHeading(text: string): string {
  return text.normalize('NFKC').replace(/\s/g, '')
}

/**
 * The lines below the header, with the values in the format of a registration: roman names in half-width capitals, days
 * as YYYY-MM-DD, kinds of ID as codes. An unknown day or kind stays as entered: the server refuses it.
 * @throws SheetFault
 */
export function importLines(sheet: readonly SheetRow[]): SheetLines {
  const present = sheet[0]?.cells.map((cell) => fieldOf(plainHeading(cell))) ?? nameFields
  const missing = nameFields.filter((field) => !present.includes(field))
  if (missing.length > 0) {
    const labels = missing.map((field) => `「${performerFields[field].label}」`).join('')
    throw new SheetFault(`1行目に${labels}の列がありません。テンプレートの見出しを使ってください。`)
  }
  const { columns, rows, ignored } = sheetTable(sheet, fieldOf, (field) => fieldRules[field].label)
  const lines = rows.map(({ number, cells }) => ({ row: number, line: lineOf(columns, cells) }))
  return { lines, ignored }
}

/** The field whose label or API name is the heading. */
function fieldOf(heading: string): PerformerField | undefined {
  return allFields.find((field) => field === heading || plainHeading(fieldRules[field].label) === heading)
}

function lineOf(columns: readonly (PerformerField | undefined)[], cells: readonly string[]): ImportLine {
  const values = columns.flatMap((field, index) => {
    const text = cells[index]
    return field && text ? [[field, cellValue(field, text).slice(0, cellCharsOf(field))] as const] : []
  })
  return Object.fromEntries(values)
}

function cellValue(field: PerformerField, text: string): string {
  const { kind, roman } = fieldRules[field]
  if (kind === 'day') return parseDay(text) ?? text
  if (kind === 'idKind') return idKinds.find((each) => idKindLabels[each] === text.normalize('NFKC')) ?? text
  return roman ? asRomanName(text) : text
}

/** The numbers of the rows that share an external id. The server compares only the lines of one call. */
export function repeatedIds(lines: readonly SheetLine[]): ReadonlySet<number> {
  const ids = lines.map(({ line }) => line.external_id)
  const repeated = lines.filter(
    ({ line: { external_id: id } }) => id && ids.indexOf(id) !== ids.lastIndexOf(id),
  )
  return new Set(repeated.map(({ row }) => row))
}

/** Splits the lines into calls that respect the limits of lines and bytes. */
export function callsOf<Line extends { readonly line: object }>(lines: readonly Line[]): Line[][] {
  const encoder = new TextEncoder()
  const calls: Line[][] = []
  let bytes = 0
  for (const each of lines) {
    const size = encoder.encode(JSON.stringify(each.line)).length
    const last = calls.at(-1)
    if (last && last.length < linesPerCall && bytes + size <= callBytes) {
      last.push(each)
      bytes += size
    } else {
      calls.push([each])
      bytes = size
    }
  }
  return calls
}
