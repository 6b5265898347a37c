import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Bench, Line } from './bench.ts'
import { prepareFloor, productEnvironment, startFloor, startProduct } from './contenders.ts'
import { openBenchDatabase } from './database.ts'
import { describeMachine } from './machine.ts'
import { measureCreate } from './measures/create-performers.ts'
import { measureGet, measureList, measureSearch } from './measures/read-performers.ts'
import { type Part, readOptions } from './options.ts'
import { seedPerformers } from './seed-performers.ts'

// `npm run bench -w bench`: seeds a database, runs the product beside the floor, and prints the table.

const measures: Partial<Record<Part, (bench: Bench) => Promise<Line[]>>> = {
  get: measureGet,
  list: measureList,
  search: measureSearch,
  create: measureCreate,
}

const options = readOptions(process.argv.slice(2))
await using stack = new AsyncDisposableStack()
const folder = await mkdtemp(join(tmpdir(), 'kyc-bench-'))
stack.defer(() => rm(folder, { recursive: true, force: true }))
const database = await openBenchDatabase(options.database, folder)
stack.defer(() => database.close())
console.log(`${describeMachine()}; ${database.version}`)
console.log(`seeding ${options.performers} performers …`)
const seed = await seedPerformers(database.ownerUrl, options.performers)
await prepareFloor(database)
const productEnv = productEnvironment(database, folder)
const floor = await startFloor(database, folder)
stack.defer(() => floor.stop())
const product = await startProduct(productEnv)
stack.defer(() => product.stop())
const bench: Bench = { options, folder, database, seed, product, floor, productEnv }
for (const [part, measure] of Object.entries(measures)) {
  if (!options.only.has(part as Part)) continue // the keys are parts
  for (const line of await measure(bench)) console.log(line)
}
