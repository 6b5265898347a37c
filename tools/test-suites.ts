import { oldestPostgres, testsForOldestPostgres } from './postgres-15.ts'

/** A test program that writes a JSON report for `countsOf`. */
export interface Suite {
  readonly name: 'check' | 'unit' | 'long' | 'postgres-15' | 'e2e'
  /** The arguments of Node. */
  readonly args: readonly string[]
  readonly environment: Readonly<Record<string, string>>
}

/** The tag of what only the long run contains. CONTRIBUTING.md states which tests have it. Playwright adds an @. */
const long = 'long'

/**
 * The suites of `npm test -- <arguments>`; without arguments, all of them except what `npm run test:long` runs: the
 * tests and journeys that are long, and those on the oldest PostgreSQL. `--check`, `--unit`, `--long`, `--postgres-15`
 * and `--e2e` choose suites, a file chooses its suite and is run with its long tests too, and other options go to
 * Vitest and Playwright. `report` names the file of a suite's report.
 */
export function chooseSuites(options: readonly string[], report: (name: Suite['name']) => string): Suite[] {
  const flags = options.filter((argument) => /^--(?:check|unit|long|postgres-15|e2e)$/.test(argument))
  const others = options.filter((argument) => !flags.includes(argument))
  const files = others.filter((argument) => /^(?!-).*(\/|\.(ts|tsx)$)/.test(argument))
  const passedOn = others.filter((argument) => !files.includes(argument))
  const journeys = files.filter((file) => /\.e2e\.ts$|^e2e\/(?!crash)/.test(file))
  const tests = files.filter((file) => !journeys.includes(file))
  const runs = (name: Suite['name'], filter: readonly string[] = []) =>
    flags.length > 0 ? flags.includes(`--${name}`) : files.length === 0 || filter.length > 0

  const vitest = (name: Suite['name'], args: readonly string[]) => [
    'node_modules/vitest/vitest.mjs',
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report(name)}`,
    ...args,
    ...passedOn,
  ]
  const suites: Suite[] = []
  if (runs('check')) {
    suites.push({ name: 'check', args: ['tools/check.ts', `--report=${report('check')}`], environment: {} })
  }
  if (runs('unit', tests)) {
    const args = vitest('unit', tests.length > 0 ? tests : [`--tags-filter=!${long}`])
    suites.push({ name: 'unit', args, environment: {} })
  }
  if (flags.includes('--long'))
    suites.push({ name: 'long', args: vitest('long', [`--tags-filter=${long}`]), environment: {} })
  const allOnPostgres15 = flags.includes('--postgres-15')
  const onPostgres15 =
    allOnPostgres15 || flags.includes('--long') ? testsForOldestPostgres(allOnPostgres15) : []
  if (onPostgres15.length > 0) {
    const args = vitest('postgres-15', ['--project=server', `--tags-filter=!${long}`, ...onPostgres15])
    suites.push({ name: 'postgres-15', args, environment: { TEST_POSTGRES_BIN: oldestPostgres } })
  }
  const playwright = (args: readonly string[]): Suite => ({
    name: 'e2e',
    args: [
      'node_modules/@playwright/test/cli.js',
      'test',
      '--config=e2e/playwright.config.ts',
      '--reporter=list,json',
      ...args,
      ...passedOn,
    ],
    environment: { PLAYWRIGHT_JSON_OUTPUT_FILE: report('e2e') },
  })
  if (flags.includes('--long')) suites.push(playwright([`--grep=@${long}`]))
  else if (runs('e2e', journeys))
    suites.push(playwright(journeys.length > 0 ? journeys : [`--grep-invert=@${long}`]))
  return suites
}

/**
 * Prepares the suites one after the other, also after a failure, and returns for each the promise that it is ready. On
 * a new machine, two suites that are prepared together would both call apt-get, which refuses a second call while one
 * runs.
 */
export function inTurn(
  names: readonly Suite['name'][],
  prepare: (name: Suite['name']) => Promise<void>,
): ReadonlyMap<Suite['name'], Promise<void>> {
  const ready = new Map<Suite['name'], Promise<void>>()
  let last = Promise.resolve()
  for (const name of names) {
    const own = last.then(() => prepare(name))
    ready.set(name, own)
    last = own.catch(() => undefined)
  }
  return ready
}

/** How many tests passed and failed, and how many of those that passed did so at a retry. */
export interface Counts {
  readonly passed: number
  readonly failed: number
  readonly retried?: number
  /** The names of what failed, except journeys: Playwright itself lists them at the end of the run. */
  readonly failures?: readonly string[]
}

interface VitestReport {
  readonly numPassedTests: number
  readonly numFailedTests: number
  readonly testResults: readonly {
    /** The path of the file. */
    readonly name: string
    readonly status: string
    readonly assertionResults: readonly { readonly status: string; readonly fullName: string }[]
  }[]
}

interface PlaywrightReport {
  readonly stats: { readonly expected: number; readonly unexpected: number; readonly flaky: number }
  readonly errors: readonly unknown[]
}

/**
 * The counts of one suite. A test file that could not be loaded, an error outside the journeys, a missing report, an
 * exit code other than 0 without a failed test, and a filter that matches no test count as one failure each. A journey
 * that passes at its retry has passed.
 */
export function countsOf(
  suite: Suite['name'],
  report: Counts | VitestReport | PlaywrightReport | undefined,
  exitCode: number | null,
): Counts {
  const counts = report ? read(report) : failedSuite(suite)
  const hasNoTest = counts.passed + counts.failed === 0
  return hasNoTest || (exitCode !== 0 && counts.failed === 0)
    ? { ...counts, failed: 1, failures: [ofSuite(suite)] }
    : counts
}

/** The counts of a suite that could not be set up or left no report. */
export function failedSuite(suite: Suite['name']): Counts {
  return { passed: 0, failed: 1, failures: [ofSuite(suite)] }
}

/** The name of a failure that belongs to a suite and not to a test. */
function ofSuite(suite: Suite['name']): string {
  return `the suite ${suite}`
}

function read(report: Counts | VitestReport | PlaywrightReport): Counts {
  if ('stats' in report) {
    const { stats, errors } = report
    const failed = stats.unexpected + errors.length
    return { passed: stats.expected + stats.flaky, failed, retried: stats.flaky }
  }
  if ('testResults' in report) {
    const unloaded = report.testResults.filter(
      ({ status, assertionResults }) =>
        status === 'failed' && !assertionResults.some((test) => test.status === 'failed'),
    )
    const failures = report.testResults.flatMap(({ name, assertionResults }) =>
      assertionResults
        .filter(({ status }) => status === 'failed')
        .map((test) => `${name} › ${test.fullName}`),
    )
    return {
      passed: report.numPassedTests,
      failed: report.numFailedTests + unloaded.length,
      failures: [...failures, ...unloaded.map(({ name }) => name)],
    }
  }
  return report
}

/**
 * The last lines of `npm test`: the names of failures, which the output of the journeys may have hidden, the number of
 * journeys that needed a retry, if any, and the counts.
 */
export function summary(all: readonly Counts[]): string {
  const sum = (key: 'passed' | 'failed' | 'retried') =>
    all.reduce((total, counts) => total + (counts[key] ?? 0), 0)
  const retried = sum('retried')
  const note = retried > 0 ? `Passed only at a retry: ${retried}\n` : ''
  const failures = all.flatMap((counts) => counts.failures ?? []).map((name) => `Failed: ${name}\n`)
  return `${failures.join('')}${note}${sum('passed')} passed, ${sum('failed')} failed`
}
