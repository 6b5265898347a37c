import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ensureWebBuilt } from './setup/build-web.mjs'
import { ensureChromium } from './setup/chromium.mjs'
import { root } from './setup/install.mjs'
import { ensurePoppler } from './setup/poppler.mjs'
import { SetupError, spawnAndWait } from './setup/run.mjs'
import { createTestFolder } from './test-folder.ts'
import { type Counts, chooseSuites, countsOf, failedSuite, type Suite, summary } from './test-suites.ts'

// Runs the suites of `npm test`, the checks first, and adds up their counts, also after a failure. With `--full`
// hostile inputs, races and the accessibility journeys run in full instead of as a sample.

const folder = createTestFolder()
const reportOf = (name: string) => join(folder, `${name}.json`)
const results: Counts[] = []
const given = process.argv.slice(2).filter((argument) => argument !== '--full')
const full = given.length < process.argv.length - 2 ? { KYC_FULL_TESTS: '1' } : {}
/** Test runners and tested programs start in half the time with compiled sources. */
const compiled = { NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/compile-tests') }
const suites = chooseSuites(given, reportOf)
// A browser is installed while the tests before the journeys run. The suites themselves run one after the other, since each keeps two
// cores busy.
const browser = suites.some(({ name }) => name === 'e2e') ? ensureChromium() : undefined
browser?.catch(() => undefined) // reported by the suite
for (const suite of suites) results.push(await run(suite))
process.exitCode = results.some(({ failed }) => failed > 0) ? 1 : 0
console.log(`\n${summary(results)}`)

/** A suite that cannot be set up counts as one failure, and the others still run. */
async function run({ name, args, environment }: Suite): Promise<Counts> {
  console.log(`\n── ${name} ──`)
  try {
    if (name === 'unit') await ensurePoppler()
    if (name === 'e2e') {
      await ensureWebBuilt() // the journeys drive the built pages
      await browser
    }
    const env = { ...compiled, ...process.env, TMPDIR: folder, ...full, ...environment }
    const { code } = await spawnAndWait(process.execPath, args, { cwd: root, env, stdio: 'inherit' })
    const report = reportOf(name)
    return countsOf(name, existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : undefined, code)
  } catch (error) {
    console.error(error instanceof SetupError ? error.message : error)
    return failedSuite(name)
  }
}
