import { textXml } from './cell-text.ts'

/** What the table may take in memory, however long the rows go on. */
const mostTexts = 2 ** 16
const mostChars = 2 ** 22
const longestText = 1000

/**
 * The texts that occur again and again, written once for a whole workbook: cells bear their places. What no longer
 * fits stands in its cell.
 */
export class SharedTexts {
  readonly #places = new Map<string, number>()
  #chars = 0

  /** The place of `text` in the table, undefined where there is no room for it. */
  placeOf(text: string): number | undefined {
    const known = this.#places.get(text)
    if (known !== undefined) return known
    const place = this.#places.size
    const chars = this.#chars + text.length
    if (place === mostTexts || chars > mostChars || text.length > longestText) return undefined
    this.#chars = chars
    this.#places.set(text, place)
    return place
  }

  /** The items of the table as XML, one after the other. */
  *items(): Generator<string> {
    for (const text of this.#places.keys()) yield `<si>${textXml(text)}</si>`
  }
}
