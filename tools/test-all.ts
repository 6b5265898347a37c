import type { StdioOptions } from 'node:child_process'
import { closeSync, existsSync, openSync, readFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { ensureWebBuilt } from './setup/build-web.mjs'
import { ensureChromium } from './setup/chromium.mjs'
import { root } from './setup/install.mjs'
import { ensurePoppler } from './setup/poppler.mjs'
import { SetupError, spawnAndWait } from './setup/run.mjs'
import { createTestFolder } from './test-folder.ts'
import {
  type Counts,
  chooseSuites,
  countsOf,
  failedSuite,
  inTurn,
  type Suite,
  summary,
} from './test-suites.ts'

// Runs the suites of `npm test`, the checks first, and adds up their counts, even if a suite fails. With `--full`,
// hostile inputs, races and the accessibility journeys run in full instead of as a sample.

const folder = createTestFolder()
const reportOf = (name: string) => join(folder, `${name}.json`)
const results: Counts[] = []
const given = process.argv.slice(2).filter((argument) => argument !== '--full')
const full = given.length < process.argv.length - 2 ? { KYC_FULL_TESTS: '1' } : {}
/** Test runners and tested programs start in half the time with compiled sources. */
const compiled = { NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/compile-tests') }
const suites = chooseSuites(given, reportOf)
// Programs are installed while the checks run, which need none of them.
const installed = inTurn(
  suites.map(({ name }) => name),
  installFor,
)
for (const suite of suites.filter(({ name }) => name === 'check')) results.push(await run(suite))
// These suites run at the same time: one after the other, they would leave two cores idle for two fifths of the time.
const [first, ...others] = suites.filter(({ name }) => name !== 'check')
const held = others.map((suite) => ({ suite, output: join(folder, `${suite.name}.log`) }))
const running = held.map(({ suite, output }) => run(suite, output))
if (first) results.push(await run(first))
for (const [index, { output }] of held.entries()) {
  const counts = await running[index]
  if (counts) results.push(counts)
  process.stdout.write(readFileSync(output))
}
process.exitCode = results.some(({ failed }) => failed > 0) ? 1 : 0
console.log(`\n${summary(results)}`)

/** Installs the programs of other projects that a suite needs. */
async function installFor(name: Suite['name']): Promise<void> {
  if (name === 'e2e') await ensureChromium()
  else if (name !== 'check') await ensurePoppler()
}

/**
 * Runs a suite. If it cannot be set up, it counts as one failure, and the others still run.
 * @param output the file for the output, which would otherwise mix with that of a suite that runs at the same time
 */
async function run({ name, args, environment }: Suite, output?: string): Promise<Counts> {
  const file = output === undefined ? undefined : openSync(output, 'w')
  const heading = `\n── ${name} ──\n`
  if (file === undefined) process.stdout.write(heading)
  else writeSync(file, heading)
  try {
    if (name === 'e2e') await ensureWebBuilt() // the journeys drive the built pages
    await installed.get(name)
    const env = { ...compiled, ...process.env, TMPDIR: folder, ...full, ...environment }
    const stdio = file === undefined ? 'inherit' : (['ignore', file, file] satisfies StdioOptions)
    const { code } = await spawnAndWait(process.execPath, args, { cwd: root, env, stdio })
    const report = reportOf(name)
    return countsOf(name, existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : undefined, code)
  } catch (error) {
    console.error(error instanceof SetupError ? error.message : error)
    return failedSuite(name)
  } finally {
    if (file !== undefined) closeSync(file)
  }
}
