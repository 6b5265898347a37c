import { readFile, writeFile } from 'node:fs/promises'
import { cpus, loadavg, release, totalmem, type } from 'node:os'
import { unlessMissing } from '@kyc/server/platform/files/fs.ts'
import type { Line } from './bench.ts'

const path = new URL('./RESULTS.md', import.meta.url)

const head = `# Results

Written by \`npm run bench -w bench\`, newest first; crashes, faults and drills are copied from their runs. Loads on the
product and the floor (floor/floor.ts: the bare work) alternate on one machine with the client and the database, so the
ratios are comparable across machines.
`

/** The table of one run, for the terminal and for RESULTS.md. */
export function tableOf(lines: readonly Line[]): string {
  const rows = lines.map(({ measure, floor = '–', product, ratio = '–', target, reached }) => {
    const mark = reached === undefined ? '' : reached ? ' ✓' : ' ✗'
    return `| ${measure} | ${floor} | ${product || '–'} | ${ratio} | ${target}${mark} |`
  })
  return ['| measure | floor | product | ratio | target |', '|---|---|---|---|---|', ...rows].join('\n')
}

/** One measure, printed while the others still run. */
export function summaryOf({ measure, floor, product, ratio, target }: Line): string {
  const compared = floor === undefined ? '' : `, floor ${floor}${ratio === undefined ? '' : ` (${ratio})`}`
  return `${measure}: ${product}${compared}; ${target}`
}

/** Adds a run above the earlier ones. */
export async function saveResults(title: string, about: string, lines: readonly Line[]): Promise<void> {
  const before = (await readFile(path, 'utf8').catch(unlessMissing)) ?? ''
  const earlier = before.includes('\n## ') ? before.slice(before.indexOf('\n## ')) : ''
  await writeFile(path, `${head}\n## ${title}\n\n${about}\n\n${tableOf(lines)}\n${earlier}`)
}

/** The machine that the results were measured on. */
export function describeMachine(): string {
  const [first] = cpus()
  const memory = Math.round(totalmem() / 1024 ** 3)
  return `${cpus().length} × ${first?.model.trim() || 'unknown processor'}, ${memory} GiB, ${type()} ${release()}, Node ${process.versions.node}`
}

/** The load averages: under load by other processes only the ratios are meaningful. */
export function load(): string {
  return loadavg()
    .map((each) => each.toFixed(1))
    .join(' ')
}
