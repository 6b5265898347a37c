import {
  cellList,
  factColumns,
  keyColumns,
  listSeparator,
  nameColumns,
  sheetColumns,
} from '@kyc/contract/fact-columns.ts'
import { type FactCells, factCellChars } from '@kyc/contract/fact-imports.ts'
import { parseDay } from '../../documents/parse-day.ts'
import {
  callsOf,
  plainHeading,
  SheetFault,
  type SheetRow,
  sheetTable,
} from '../../performers/bulk/import-lines.ts'

/** A line of the file with the number of its row: `line` is what is sent, `names` help to recognise it. */
export interface FactLine {
  readonly row: number
  readonly line: FactCells
  readonly names: FactCells
}

/** What an import reads from a sheet; `ignored` are the headings of other columns. */
export interface FactLines {
  readonly lines: readonly FactLine[]
  readonly ignored: readonly string[]
}

const columnsByHeading = new Map(sheetColumns.map((column) => [plainHeading(column.label), column]))
const findsVideo: readonly string[] = [keyColumns[0].path, keyColumns[1].path, 'productNumber']
const onlyNames: readonly string[] = nameColumns.map(({ path }) => path)
const kinds = new Map(factColumns.map(({ path, kind }) => [path, kind]))

/**
 * The lines below the header with days as YYYY-MM-DD; empty cells are absent. The server checks them.
 * @throws SheetFault
 */
export function factLines(sheet: readonly SheetRow[]): FactLines {
  const { columns, rows, ignored } = sheetTable(
    sheet,
    (heading) => columnsByHeading.get(heading),
    ({ label }) => label,
  )
  if (!columns.some((column) => column && findsVideo.includes(column.path)))
    throw new SheetFault(
      '1行目に「動画ID」「動画の外部ID」「品番」のどの列もありません。テンプレートの見出しを使ってください。',
    )
  const lines = rows.map(({ number, cells }) => {
    const texts = columns.flatMap((column, index) => {
      const text = cells[index]
      return column && text
        ? [[column.path, cellText(column.path, text).slice(0, factCellChars)] as const]
        : []
    })
    return {
      row: number,
      line: Object.fromEntries(texts.filter(([path]) => !onlyNames.includes(path))),
      names: Object.fromEntries(texts.filter(([path]) => onlyNames.includes(path))),
    }
  })
  return { lines, ignored }
}

function cellText(path: string, text: string): string {
  const kind = kinds.get(path)
  if (kind === 'day') return parseDay(text) ?? text
  if (kind !== 'days') return text
  return cellList(text)
    .map((each) => parseDay(each) ?? each)
    .join(listSeparator)
}

/** Splits the lines into calls, those of one video together: each call compares them. */
export function callsOfVideos<Line extends Pick<FactLine, 'line'>>(lines: readonly Line[]): Line[][] {
  const videos = Map.groupBy(lines, ({ line }) => findsVideo.map((path) => line[path]).find(Boolean))
  const calls: Line[][] = []
  for (const own of videos.values()) {
    const last = calls.at(-1)
    if (last && callsOf([...last, ...own]).length === 1) last.push(...own)
    else calls.push(...callsOf(own))
  }
  return calls
}
