import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { growthTable, plansIn } from './growth-table.ts'

// `npm run bench:sizes -w bench -- 10000,100000 [options of the bench]`: the database time of every list, search, count, gate,
// desk and filter of the log at each number of performers, and how it grows.

const here = fileURLToPath(new URL('.', import.meta.url))
const [sizes = '10000,100000', ...options] = process.argv.slice(2)
const counts = sizes.split(',').map(Number)
const found: ReturnType<typeof plansIn>[] = []
for (const count of counts) found.push(plansIn(await measure(count)))
console.log(`\n${growthTable(counts, found)}`)

async function measure(performers: number): Promise<string> {
  const args = ['main.ts', '--no-write', '--only', 'plans', '--performers', String(performers), ...options]
  const bench = spawn(process.execPath, args, { cwd: here, stdio: ['ignore', 'pipe', 'inherit'] })
  let output = ''
  bench.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text
    process.stdout.write(text)
  })
  const [code] = await once(bench, 'close')
  if (code !== 0) throw new Error(`the bench with ${performers} performers ended with ${code}`)
  return output
}
