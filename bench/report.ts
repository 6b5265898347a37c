import { readFile, writeFile } from 'node:fs/promises'
import { unlessMissing } from '@kyc/server/platform/fs.ts'
import type { Line } from './bench.ts'

const path = new URL('./RESULTS.md', import.meta.url)

const head = `# Results

Written by \`npm run bench -w bench\`, newest first. Product and floor (floor/floor.ts: the bare work and nothing else)
run in turn on the same machine with the client and the database, so that the ratios hold where the figures don't.
`

/** The table of one run, for the terminal and for RESULTS.md. */
export function tableOf(lines: readonly Line[]): string {
  const rows = lines.map(({ measure, floor = '–', product, ratio = '–', target, reached }) => {
    const mark = reached === undefined ? '' : reached ? ' ✓' : ' ✗'
    return `| ${measure} | ${floor} | ${product || '–'} | ${ratio} | ${target}${mark} |`
  })
  return ['| measure | floor | product | ratio | to reach |', '|---|---|---|---|---|', ...rows].join('\n')
}

/** One measure, for whoever waits for the others. */
export function summaryOf({ measure, floor, product, ratio, target }: Line): string {
  const compared = floor === undefined ? '' : `, floor ${floor}${ratio === undefined ? '' : ` (${ratio})`}`
  return `${measure}: ${product}${compared}; ${target}`
}

/** Puts a run in front of the earlier ones. */
export async function keepResults(title: string, about: string, lines: readonly Line[]): Promise<void> {
  const before = (await readFile(path, 'utf8').catch(unlessMissing)) ?? ''
  const earlier = before.includes('\n## ') ? before.slice(before.indexOf('\n## ')) : ''
  await writeFile(path, `${head}\n## ${title}\n\n${about}\n\n${tableOf(lines)}\n${earlier}`)
}
