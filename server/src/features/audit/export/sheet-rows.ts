import { streamXlsxRows } from 'hucre/xlsx'
import type { Cell } from '../../../platform/files/stream-workbook.ts'
import { entryColumns } from './entry-cells.ts'
import { comparable, RowsDigest } from './proof-format.ts'

const idColumn = entryColumns.findIndex(({ header }) => header === '記録ID')

/** The rows of an exported workbook, found by the id of their entry. */
export class SheetRows {
  readonly digest = new RowsDigest()
  readonly #rows: AsyncIterator<readonly Cell[]>
  /** Rows that were read before they were asked for: few, as the proof has almost the order of the sheets. */
  readonly #waiting = new Map<string, readonly Cell[]>()
  readonly #repeated: string[] = []

  constructor(workbook: Uint8Array) {
    this.#rows = entryRows(workbook)
  }

  /** The cells of the row of an entry; undefined if there is none. Each row is returned once. */
  async take(id: string): Promise<readonly Cell[] | undefined> {
    const waiting = this.#waiting.get(id)
    if (waiting) {
      this.#waiting.delete(id)
      return waiting
    }
    for (let row = await this.#next(); row; row = await this.#next()) {
      if (row.id === id) return row.cells
      if (this.#waiting.has(row.id)) this.#repeated.push(row.id)
      this.#waiting.set(row.id, row.cells)
    }
    return undefined
  }

  /** The ids of the rows that were not taken. */
  async rest(): Promise<string[]> {
    await this.take('')
    return [...this.#repeated, ...this.#waiting.keys()]
  }

  async #next(): Promise<{ id: string; cells: readonly Cell[] } | undefined> {
    const { done, value: cells } = await this.#rows.next()
    if (done) return undefined
    this.digest.add(cells)
    return { id: cells[idColumn] ?? '', cells }
  }
}

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

/** The titles and texts of the cover. */
export async function readCover(workbook: Uint8Array): Promise<Map<string, string>> {
  const cover = new Map<string, string>()
  for await (const { values } of streamXlsxRows(workbook, { sheet: 0 })) {
    cover.set(textOf(values[0]) ?? '', textOf(values[1]) ?? '')
  }
  return cover
}

function textOf(value: unknown): Cell {
  return value === null || value === undefined ? null : comparable(String(value))
}
