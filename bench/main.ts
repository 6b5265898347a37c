import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Bench, Line } from './bench.ts'
import { prepareFloor, productEnvironment, startFloor, startProduct } from './contenders.ts'
import { openBenchDatabase } from './database.ts'
import { measureAuditLog } from './measures/audit-log.ts'
import { measureCreate } from './measures/create-performers.ts'
import { measureExport } from './measures/export-audit-log.ts'
import { measureLeak } from './measures/investigate-leak.ts'
import { measureMonitoring } from './measures/monitoring.ts'
import { measurePages } from './measures/pages.ts'
import { measureIdle, measureStart, memoryAfterLoad } from './measures/process-figures.ts'
import { measureGet, measureList, measureSearch } from './measures/read-performers.ts'
import { measureCosts } from './measures/request-costs.ts'
import { measureReviewDesk } from './measures/review-desk.ts'
import { measureProcesses } from './measures/several-processes.ts'
import { measureSlowClients } from './measures/slow-clients.ts'
import { measureSlowPhone } from './measures/slow-phone.ts'
import { measureDownload, measurePhoto, measureUpload } from './measures/transfers.ts'
import { type Options, type Part, readOptions } from './options.ts'
import { measurePlans } from './plans/measure-plans.ts'
import { describeMachine, load, saveResults, summaryOf, tableOf } from './report.ts'
import { seedPerformers } from './seed-performers.ts'

// `npm run bench -w bench`: seeds a database, alternates loads on product and floor, and prints the table.

const measures: readonly (readonly [Part, (bench: Bench) => Promise<Line[]>])[] = [
  // Runs first, because other measures add entries without valid hashes.
  ['audit', measureAuditLog],
  ['get', measureGet],
  ['list', measureList],
  ['monitoring', measureMonitoring],
  ['search', measureSearch],
  ['upload', measureUpload],
  ['photo', measurePhoto],
  ['download', measureDownload],
  ['export', measureExport],
  ['leak', measureLeak],
  ['memory', async (bench) => [memoryAfterLoad(bench)]],
  ['create', measureCreate],
  ['start', measureStart],
  ['plans', measurePlans],
  ['pages', measurePages],
  ['desk', measureReviewDesk],
  ['phone', measureSlowPhone],
  ['slow-clients', measureSlowClients],
  ['costs', measureCosts],
  ['processes', measureProcesses],
]

const options = readOptions(process.argv.slice(2))
const { lines, about } = await run(options)
console.log(`\n${about}\n\n${tableOf(lines)}`)
if (options.write) {
  await saveResults(
    `${new Date().toISOString().slice(0, 10)}, ${options.performers} performers`,
    about,
    lines,
  )
}

async function run(options: Options): Promise<{ lines: Line[]; about: string }> {
  await using stack = new AsyncDisposableStack()
  const folder = await mkdtemp(join(tmpdir(), 'kyc-bench-'))
  stack.defer(() => rm(folder, { recursive: true, force: true }))
  const database = await openBenchDatabase(folder)
  stack.defer(() => database.close())
  const idle = options.only.has('memory') ? measureIdle(folder) : Promise.resolve([])
  console.log(`seeding ${options.performers} performers …`)
  const productEnv = await productEnvironment(database, folder)
  const seed = await seedPerformers(database.ownerUrl, options.performers)
  await prepareFloor(database)
  const lines = await idle
  const floor = await startFloor(database, folder)
  stack.defer(() => floor.stop())
  const product = await startProduct(productEnv)
  stack.defer(() => product.stop())
  const bench: Bench = { options, folder, database, seed, product, floor, productEnv }
  const loadBefore = load()
  for (const [part, measure] of measures) {
    if (!options.only.has(part)) continue
    const measured = await measure(bench)
    for (const line of measured) console.log(summaryOf(line))
    lines.push(...measured)
  }
  const about =
    `${describeMachine()}; ${database.version}. Load average ${loadBefore} before and ${load()} after. ` +
    `${options.rounds} rounds of ${options.seconds} s.`
  return { lines, about }
}
