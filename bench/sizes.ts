import { fileURLToPath } from 'node:url'
import { runBench } from './children.ts'
import { growthTable, plansIn } from './growth-table.ts'

// `npm run bench:sizes -w bench -- 10000,100000 [options of the bench]`: the database time of every list, search, count, gate,
// desk and filter of the log at each number of performers, and how it grows.

const here = fileURLToPath(new URL('.', import.meta.url))
const [sizes = '10000,100000', ...options] = process.argv.slice(2)
const counts = sizes.split(',').map(Number)
const found: ReturnType<typeof plansIn>[] = []
for (const count of counts)
  found.push(plansIn(await runBench(here, ['--only', 'plans', '--performers', String(count), ...options])))
console.log(`\n${growthTable(counts, found)}`)
