import { escapeXml, readable } from './cell-text.ts'

/** A text, or nothing. */
export type Cell = string | null

/** What a cell can hold (ECMA-376); the rest of a longer text is left out, and says so. */
const cellChars = 32_767

/**
 * One row as XML. All texts are text cells, whatever they begin with, and stand in the row itself: a table of shared
 * ones would have to be kept until the end.
 */
export function rowXml(row: number, cells: readonly Cell[]): string {
  let xml = `<row r="${row}">`
  // Runs ten times a row: entries() would cost as much as the texts.
  for (let column = 0; column < cells.length; column++) {
    const text = cells[column]
    if (text) xml += `<c r="${columnName(column)}${row}" t="inlineStr"><is>${textXml(text)}</is></c>`
  }
  return `${xml}</row>`
}

/** Most texts need no second look, and finding that out costs little. */
function textXml(text: string): string {
  if (text.length <= cellChars && !doubtful.test(text)) return `<t>${text}</t>`
  const short = text.length > cellChars ? `${text.slice(0, cellChars - 1)}…` : text
  return `<t xml:space="preserve">${escapeXml(readable(short))}</t>`
}

/** What XML can't hold or reads otherwise, what spreadsheets would decode, and blanks that readers would cut off. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are among what is looked for
const doubtful = /[&<>\u0000-\u001f\ud800-\udfff\ufffe\uffff]|_x|^\s|\s$/

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'

function columnName(column: number): string {
  const name = letters[column]
  if (name === undefined) throw new Error(`a sheet has at most ${letters.length} columns`)
  return name
}
