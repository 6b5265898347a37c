/** The question of a measure that takes the longest at one size. */
interface Plan {
  /** The title without the numbers of rows, which differ between the sizes. */
  readonly measure: string
  readonly ms: number
}

/** The measures of the table that a run with `--only plans` prints. */
export function plansIn(output: string): Plan[] {
  return output.split('\n').flatMap((line) => {
    const cells = line.split('|').map((cell) => cell.trim())
    const [, title = '', , product = ''] = cells
    const ms = /^([\d.]+) ms for/.exec(product)?.[1]
    return cells.length === 7 && ms !== undefined ? [{ measure: withoutNumbers(title), ms: Number(ms) }] : []
  })
}

function withoutNumbers(title: string): string {
  return title.replaceAll(/\b[\d,]*\d\b ?/g, '')
}

/** The time of each measure at each size. The growth is the last time divided by the first: 1.0 if it is constant. */
export function growthTable(sizes: readonly number[], runs: readonly (readonly Plan[])[]): string {
  const head = [
    'dearest of each, ms at the database',
    ...sizes.map((size) => size.toLocaleString('en')),
    'growth',
  ]
  const rows = (runs[0] ?? []).map(({ measure }) => {
    const times = runs.map((plans) => plans.find((plan) => plan.measure === measure)?.ms ?? Number.NaN)
    const growth = (times.at(-1) ?? Number.NaN) / (times[0] ?? Number.NaN)
    return [measure, ...times.map((ms) => ms.toFixed(1)), growth.toFixed(1)]
  })
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}
