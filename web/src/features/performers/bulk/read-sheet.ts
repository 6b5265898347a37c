import { MiB } from '@kyc/contract/limits.ts'
import { recordLimits } from '@kyc/contract/record-limits.ts'
import { parseCsv } from 'hucre/csv'
import { streamXlsxRows } from 'hucre/xlsx'
import { SheetFault, type SheetRow } from './import-lines.ts'

const { fileBytes, lines: mostLines } = recordLimits.performerImport

/** One row more than the header and the permitted lines, so that the caller detects a sheet with too many. */
const mostRows = mostLines + 2

/**
 * Reads the first sheet of an .xlsx file, or a .csv file in UTF-8 or Shift_JIS. Returns every cell as text. For a
 * formula, that is its stored result: nothing is evaluated.
 * @throws SheetFault
 */
export async function readSheet(file: File): Promise<SheetRow[]> {
  if (file.size > fileBytes) throw new SheetFault(`ファイルは最大${fileBytes / MiB}MBです。`)
  const bytes = new Uint8Array(await file.arrayBuffer())
  if (isZip(bytes)) return readXlsxRows(bytes)
  if (/\.(csv|txt)$/i.test(file.name)) return csvRows(decode(bytes))
  throw new SheetFault('.xlsx または .csv のファイルを選択してください。')
}

function isZip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 3 && bytes[3] === 4
}

async function readXlsxRows(bytes: Uint8Array): Promise<SheetRow[]> {
  const rows: SheetRow[] = []
  try {
    for await (const { index, values } of streamXlsxRows(bytes)) {
      const cells = values.map(textOf)
      if (cells.some(Boolean)) rows.push({ number: index + 1, cells })
      if (rows.length === mostRows) break
    }
  } catch {
    throw new SheetFault('ファイルを読み取れませんでした。Excelで開けるか確認してください。')
  }
  return rows
}

function csvRows(text: string): SheetRow[] {
  const rows = parseCsv(text).map((values, index) => ({ number: index + 1, cells: values.map(textOf) }))
  return rows.filter(({ cells }) => cells.some(Boolean)).slice(0, mostRows)
}

/** Excel in Japan saves .csv files as Shift_JIS unless UTF-8 is chosen. */
function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('shift_jis').decode(bytes)
  }
}

/** A date of a cell has no time zone: hucre reads it as that day in UTC. */
function textOf(value: unknown): string {
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? '' : value.toISOString().slice(0, 10)
  return value === null || value === undefined ? '' : String(value).trim()
}
