import { writeXlsxStream } from 'hucre/xlsx'
import { type Part, readable, sheetXml, surroundings } from './workbook-parts.ts'
import { endArchive, type KeptFile, readArchiveEnd } from './zip-end.ts'

export interface Column {
  readonly header: string
  /** In characters. */
  readonly width: number
}

export type Cell = string | number | null

export interface Workbook {
  /** Of the sheets that hold the rows. */
  readonly name: string
  readonly columns: readonly Column[]
  /** Some thousands at a time. */
  readonly pages: AsyncIterable<readonly (readonly Cell[])[]>
  /** The sheet in front, asked for when all rows were written: pairs of a title and a text. */
  readonly front: { readonly name: string; rows(): readonly (readonly [string, string])[] }
  /** A further sheet begins after these; Excel itself holds no more than 2^20. */
  readonly rowsPerSheet?: number
}

/** What the library writes after the last sheet has to fit; it is a few kilobytes. */
const tailBytes = 64 * 1024
const chunkBytes = 64 * 1024

/**
 * A workbook as bytes, while its rows are pulled: memory does not grow with them. All texts are text cells, whatever
 * they begin with. The library streams sheets of one kind only, so the end of its archive is held back and written
 * anew, with the sheet in front.
 */
export async function* streamWorkbook(workbook: Workbook): AsyncGenerator<Uint8Array> {
  const { name, columns, pages, rowsPerSheet } = workbook
  const sheets = writeXlsxStream(oneByOne(pages), {
    name,
    columns: columns.map((column) => ({ ...column })),
    freezePane: { rows: 1 },
    ...(rowsPerSheet === undefined ? {} : { maxRowsPerSheet: rowsPerSheet }),
  })
  let held = Buffer.alloc(0)
  let sent = 0
  for await (const chunk of sheets) {
    held = Buffer.concat([held, chunk])
    if (held.length < tailBytes + chunkBytes) continue
    const ready = held.length - tailBytes
    yield held.subarray(0, ready)
    sent += ready
    held = Buffer.from(held.subarray(ready))
  }
  const kept = readArchiveEnd(held, sent, (path) => path.startsWith('xl/worksheets/'))
  yield held.subarray(0, kept.end - sent)
  yield endArchive(kept.files, kept.end, partsOf(workbook, kept.files))
}

function partsOf({ name, front }: Workbook, files: readonly KeptFile[]): Part[] {
  const names = files.map((_, index) => (index === 0 ? name : `${name}（${index + 1}）`))
  const frontPath = 'xl/worksheets/front.xml'
  const sheets = [
    { name: front.name, path: frontPath },
    ...files.map(({ path }, index) => ({ name: names[index] ?? name, path })),
  ]
  return [{ path: frontPath, text: sheetXml(front.rows()) }, ...surroundings(sheets)]
}

/** What a cell can hold (ECMA-376); the rest of a longer text is left out, and says so. */
const cellChars = 32_767

/** The rows as the library pulls them. One at hand is no promise: a million needless turns cost whole seconds. */
function oneByOne(pages: Workbook['pages']): AsyncIterable<Cell[]> {
  const source = pages[Symbol.asyncIterator]()
  let page: readonly (readonly Cell[])[] = []
  let at = 0
  const turn = (): IteratorResult<Cell[]> | Promise<IteratorResult<Cell[]>> => {
    const row = page[at++]
    return row ? { done: false, value: row.map(cleanCell) } : turnPage()
  }
  const turnPage = async (): Promise<IteratorResult<Cell[]>> => {
    const next = await source.next()
    if (next.done) return { done: true, value: undefined }
    page = next.value
    at = 0
    return turn()
  }
  const iterator = {
    next: turn as () => Promise<IteratorResult<Cell[]>>, // whoever pulls awaits it, which takes either
    return: async (): Promise<IteratorResult<Cell[]>> => {
      await source.return?.()
      return { done: true, value: undefined }
    },
  }
  return { [Symbol.asyncIterator]: () => iterator }
}

function cleanCell(cell: Cell): Cell {
  return typeof cell === 'string' ? cleanText(cell) : cell
}

/** Texts are stored as they are, but for what a file of this kind can't hold or would read as something else. */
export function cleanText(text: string): string {
  const short = text.length > cellChars ? `${text.slice(0, cellChars - 1)}…` : text
  return doubtful.test(short) ? readable(short) : short
}

/** Finds little and costs little: most texts need no second look. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const doubtful = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ud800-\udfff\ufffe\uffff]|_x/
