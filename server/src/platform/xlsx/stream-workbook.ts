import { SharedTexts } from './shared-texts.ts'
import { type Cell, type Column, SheetRows } from './sheet-rows.ts'
import { inPieces, TextPieces } from './text-pieces.ts'
import {
  sharedPath,
  sharedTexts,
  sheetEnding,
  sheetOpening,
  sheetXml,
  surroundings,
} from './workbook-parts.ts'
import { streamZip, type ZipFile } from './zip-stream.ts'

export interface Workbook {
  /** Of the sheets that hold the rows. */
  readonly name: string
  readonly columns: readonly Column[]
  /** Some thousands at a time; each row is asked for when it is written. */
  readonly pages: AsyncIterable<Iterable<readonly Cell[]>>
  /** The sheet in front, asked for when all rows were written: pairs of a title and a text. */
  readonly front: { readonly name: string; rows(): readonly (readonly [string, string])[] }
  /** A further sheet begins after these; Excel itself holds no more than 2^20. */
  readonly rowsPerSheet?: number
}

const mostRows = 2 ** 20
/** A file in the archive holds 4 GiB. */
const mostBytes = 2 ** 31

/** A workbook as bytes, while its rows are pulled: memory does not grow with them (D41). */
export function streamWorkbook(workbook: Workbook): AsyncGenerator<Uint8Array> {
  return streamZip(filesOf(workbook))
}

/** The sheets of rows come first in the archive, because the one in front tells what they turned out to be. */
async function* filesOf(workbook: Workbook): AsyncGenerator<ZipFile> {
  const rows = new Rows(workbook.pages)
  const shared = new SharedTexts()
  try {
    await rows.turnPage()
    const paths: string[] = []
    do {
      const path = `xl/worksheets/sheet${paths.length + 1}.xml`
      paths.push(path)
      yield { path, pieces: sheetPieces(workbook, rows, shared) }
    } while (rows.next)
    yield { path: sharedPath, pieces: inPieces(sharedTexts(shared)) }
    yield* partsOf(workbook, paths)
  } finally {
    await rows.close()
  }
}

async function* sheetPieces(
  { columns, rowsPerSheet = mostRows }: Workbook,
  rows: Rows,
  shared: SharedTexts,
): AsyncGenerator<Uint8Array> {
  const lines = new SheetRows(columns, shared)
  const pieces = new TextPieces()
  pieces.write(sheetOpening(columns))
  pieces.write(
    lines.xml(
      1,
      columns.map(({ header }) => header),
    ),
  )
  for (let row = 2; rows.next && row <= rowsPerSheet && pieces.bytes < mostBytes; row++) {
    pieces.write(lines.xml(row, rows.next))
    // One at hand is no promise: a million needless turns cost whole seconds.
    if (!rows.turn()) await rows.turnPage()
    if (pieces.full) yield pieces.take()
  }
  pieces.write(sheetEnding)
  yield pieces.take()
}

function partsOf({ name, front }: Workbook, paths: readonly string[]): ZipFile[] {
  const frontPath = 'xl/worksheets/front.xml'
  const sheets = [
    { name: front.name, path: frontPath },
    ...paths.map((path, index) => ({ name: index === 0 ? name : `${name}（${index + 1}）`, path })),
  ]
  const parts = [{ path: frontPath, text: sheetXml(front.rows()) }, ...surroundings(sheets)]
  return parts.map(({ path, text }) => ({ path, pieces: [Buffer.from(text)] }))
}

/** The rows of all pages, with the one that comes next in sight. */
class Rows {
  next: readonly Cell[] | undefined
  readonly #pages: AsyncIterator<Iterable<readonly Cell[]>>
  #page: Iterator<readonly Cell[]> | undefined

  constructor(pages: Workbook['pages']) {
    this.#pages = pages[Symbol.asyncIterator]()
  }

  /** Whether the page at hand had a further row. */
  turn(): boolean {
    const result = this.#page?.next()
    this.next = result && !result.done ? result.value : undefined
    return this.next !== undefined
  }

  /** To the first row of the next page that has any. */
  async turnPage(): Promise<void> {
    do {
      const result = await this.#pages.next()
      if (result.done) return
      this.#page = result.value[Symbol.iterator]()
    } while (!this.turn())
  }

  async close(): Promise<void> {
    await this.#pages.return?.()
  }
}
