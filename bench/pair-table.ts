import { median } from './bench.ts'

/** A measure of one run that is compared with the floor of the same run. */
export interface Rate {
  readonly measure: string
  /** Product ÷ floor. */
  readonly ratio: number
}

/** A measure whose ratio falls below this share of the earlier ratio is marked, and is worth a longer run. */
const least = 0.9

/** The measures with a ratio in the table that a run prints. */
export function ratesIn(output: string): Rate[] {
  return output.split('\n').flatMap((line) => {
    const cells = line.split('|').map((cell) => cell.trim())
    const [, title, , , ratio] = cells
    // Some titles contain figures of their run in brackets.
    const measure = title?.replace(/ \(.*\)$/, '')
    return measure && cells.length === 7 && Number(ratio) > 0 ? [{ measure, ratio: Number(ratio) }] : []
  })
}

/** A table of product ÷ floor before and after, as medians of the turns. Marks the measures that fell. */
export function rateTable(rates: {
  readonly before: readonly (readonly Rate[])[]
  readonly after: readonly (readonly Rate[])[]
}): string {
  const medianOf = (turns: readonly (readonly Rate[])[], measure: string) =>
    median(turns.flatMap((turn) => turn.find((rate) => rate.measure === measure)?.ratio ?? []))
  const rows = (rates.after[0] ?? []).map(({ measure }) => {
    const [before, after] = [medianOf(rates.before, measure), medianOf(rates.after, measure)]
    const share = after / before
    const mark = Number.isNaN(share) ? '' : share < least ? ' ✗' : ' ✓'
    return `| ${measure} | ${before.toFixed(2)} | ${after.toFixed(2)} | ${share.toFixed(2)}${mark} |`
  })
  return ['| product ÷ floor | before | after | after ÷ before |', '|---|---|---|---|', ...rows].join('\n')
}
