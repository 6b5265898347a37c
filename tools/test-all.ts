import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { oldestPostgres, testsForOldestPostgres } from './postgres-15.ts'
import { ensureWebBuilt } from './setup/build-web.mjs'
import { ensureChromium } from './setup/chromium.mjs'
import { root } from './setup/install.mjs'
import { SetupError, spawnAndWait } from './setup/run.mjs'
import { planTests, type Suite } from './test-plan.ts'
import { type Counts, countPlaywright, countVitest, summary, withExitCode } from './test-report.ts'

// Runs every suite, also after one has failed; the last line counts all of them together.

const plan = planTests(process.argv.slice(2))
const reports = mkdtempSync(join(tmpdir(), 'kyc-reports-'))

const runners: Record<Suite, () => Promise<Counts>> = {
  check: () =>
    runNode('check.json', (counts: Counts) => counts, ['tools/check.ts', `--report=${report('check.json')}`]),
  build: () => ensureWebBuilt().then(() => ({ passed: 1, failed: 0 })),
  unit: () => runVitest('unit.json', plan.unitArguments),
  'postgres-15': runOnOldestPostgres,
  e2e: runJourneys,
}

const results: Counts[] = []
for (const suite of plan.run) {
  console.log(`\n── ${suite} ──`)
  results.push(await survive(runners[suite]))
}
rmSync(reports, { recursive: true, force: true })
process.exitCode = results.some((counts) => counts.failed > 0) ? 1 : 0
console.log(`\n${summary(results)}`)

function runVitest(name: string, given: readonly string[], environment?: NodeJS.ProcessEnv): Promise<Counts> {
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report(name)}`]
  const args = ['node_modules/vitest/vitest.mjs', 'run', ...reporters, ...given]
  return runNode(name, countVitest, args, environment)
}

async function runOnOldestPostgres(): Promise<Counts> {
  const tests = testsForOldestPostgres(plan.allOnOldestPostgres)
  if (tests.length === 0) {
    console.log('PostgreSQL 15 is not installed here.')
    return { passed: 0, failed: 0 }
  }
  const given = ['--project=server', ...tests, ...plan.postgresArguments]
  return runVitest('postgres-15.json', given, { TEST_POSTGRES_BIN: oldestPostgres })
}

async function runJourneys(): Promise<Counts> {
  if (!existsSync(join(root, 'e2e/playwright.config.ts'))) return { passed: 0, failed: 0 }
  await ensureChromium()
  const config = ['--config=e2e/playwright.config.ts', '--reporter=list,json']
  const args = ['node_modules/@playwright/test/cli.js', 'test', ...config, ...plan.e2eArguments]
  return runNode('e2e.json', countPlaywright, args, { PLAYWRIGHT_JSON_OUTPUT_FILE: report('e2e.json') })
}

/** Runs a script of ours with Node and counts what it wrote to its report. */
async function runNode<Report>(
  name: string,
  count: (report: Report) => Counts,
  args: readonly string[],
  environment: NodeJS.ProcessEnv = {},
): Promise<Counts> {
  const { code } = await spawnAndWait(process.execPath, args, {
    cwd: root,
    env: { ...process.env, ...environment },
  })
  const written = existsSync(report(name)) ? JSON.parse(readFileSync(report(name), 'utf8')) : undefined
  return withExitCode(written ? count(written) : { passed: 0, failed: 0 }, code)
}

/** A suite that can't even be set up counts as one failure and does not keep the others from running. */
async function survive(run: () => Promise<Counts>): Promise<Counts> {
  try {
    return await run()
  } catch (error) {
    console.error(error instanceof SetupError ? error.message : error)
    return { passed: 0, failed: 1 }
  }
}

function report(name: string): string {
  return join(reports, name)
}
