import { textXml } from './cell-text.ts'
import type { SharedTexts } from './shared-texts.ts'

/** A text, or nothing. */
export type Cell = string | null

export interface Column {
  readonly header: string
  /** In characters. */
  readonly width: number
  /** Whether the same texts occur again and again: they are written once. */
  readonly repeats?: boolean
}

/** The rows of a sheet as XML. All texts are text cells, whatever they begin with. */
export class SheetRows {
  readonly #columns: readonly ColumnState[]
  readonly #shared: SharedTexts

  constructor(columns: readonly Column[], shared: SharedTexts) {
    this.#columns = columns.map(({ repeats = false }, at) => ({
      name: columnName(at),
      repeats,
      text: undefined,
      place: undefined,
    }))
    this.#shared = shared
  }

  /** One row, which is the `row`th from 1. */
  xml(row: number, cells: readonly Cell[]): string {
    let xml = `<row r="${row}">`
    // Runs ten times a row: entries() would cost as much as the texts.
    for (let at = 0; at < cells.length; at++) {
      const text = cells[at]
      if (text) xml += this.#cell(at, row, text)
    }
    return `${xml}</row>`
  }

  #cell(at: number, row: number, text: string): string {
    const column = this.#columns[at]
    if (!column) throw new Error('a row has more cells than the sheet has columns')
    const place = column.repeats ? this.#placeOf(column, text) : undefined
    return place === undefined
      ? `<c r="${column.name}${row}" t="inlineStr"><is>${textXml(text)}</is></c>`
      : `<c r="${column.name}${row}" t="s"><v>${place}</v></c>`
  }

  /** Rows that follow each other are often alike, and finding that out costs less than a look into the table. */
  #placeOf(column: ColumnState, text: string): number | undefined {
    if (column.text !== text) {
      column.text = text
      column.place = this.#shared.placeOf(text)
    }
    return column.place
  }
}

interface ColumnState {
  readonly name: string
  readonly repeats: boolean
  /** Of the row before, and its place in the table. */
  text: string | undefined
  place: number | undefined
}

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'

function columnName(column: number): string {
  const name = letters[column]
  if (name === undefined) throw new Error(`a sheet has at most ${letters.length} columns`)
  return name
}
