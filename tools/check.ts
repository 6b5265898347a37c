import { spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { findFaults, readSources } from './boundaries.ts'
import { lintOpenApi } from './lint-open-api.ts'
import { findSizeFaults, measureFirstPage } from './page-sizes.ts'
import type { Counts } from './test-suites.ts'

// `npm run check`: checks types, lint, format, boundaries, the OpenAPI description and the size of the first page in
// parallel, also with the tests of prose unless `npm test` runs them anyway, and prints every fault.

interface Outcome {
  readonly name: string
  readonly ok: boolean
  readonly output: string
}

const root = join(import.meta.dirname, '..')
const report = process.argv.find((argument) => argument.startsWith('--report='))?.slice('--report='.length)

/** The tests of words, citations and quotes of documents: they are fast, and their rules are easily forgotten. */
const proseTests = ['citations', 'language', 'manual', 'privacy', 'promises', 'wording'].map(
  (name) => `tools/${name}.test.ts`,
)

const outcomes = await Promise.all([
  runTool('types of server and tools', ['tsc', '--noEmit', '-p', 'tsconfig.json']),
  runTool('types of the pages', ['tsc', '--noEmit', '-p', 'web/tsconfig.json']),
  runTool('lint and format', ['biome', 'ci', '--colors=off', '--max-diagnostics=100']),
  checkBoundaries(),
  checkOpenApi(),
  checkFirstPage(),
  ...(report ? [] : [runTool('prose', ['vitest', 'run', '--project=tools', ...proseTests])]),
])

for (const { name, ok, output } of outcomes) {
  console.log(`${ok ? '✓' : '✗'} ${name}`)
  if (!ok) console.log(output.trimEnd())
}
const failures = outcomes.filter((outcome) => !outcome.ok).map(({ name }) => name)
writeReport({ passed: outcomes.length - failures.length, failed: failures.length, failures })
process.exitCode = failures.length > 0 ? 1 : 0

function checkBoundaries(): Outcome {
  const faults = findFaults(readSources())
  return { name: 'boundaries and sizes', ok: faults.length === 0, output: faults.join('\n') }
}

async function checkOpenApi(): Promise<Outcome> {
  const faults = await lintOpenApi()
  return { name: 'OpenAPI description', ok: faults.length === 0, output: faults.join('\n') }
}

async function checkFirstPage(): Promise<Outcome> {
  const size = await measureFirstPage()
  const faults = findSizeFaults(size)
  const name = `first page: ${size.kibibytes} KiB in ${size.requests} files`
  return { name, ok: faults.length === 0, output: faults.join('\n') }
}

function runTool(name: string, [program = '', ...args]: string[]): Promise<Outcome> {
  return new Promise((resolve) => {
    const child = spawn(join(root, 'node_modules/.bin', program), args, { cwd: root })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text
      })
    }
    child.once('error', (error) => resolve({ name, ok: false, output: error.message }))
    child.once('close', (code) => resolve({ name, ok: code === 0, output }))
  })
}

/** Writes the counts for `npm test`, which adds them to those of the tests. */
function writeReport(counts: Counts): void {
  if (report) writeFileSync(report, JSON.stringify(counts))
}
