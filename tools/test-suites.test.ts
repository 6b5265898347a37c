import { setImmediate } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { chooseSuites, countsOf, inTurn, summary } from './test-suites.ts'

const file = (status: string, ...tests: string[]) => ({
  name: `${status}.test.ts`,
  status,
  assertionResults: tests.map((test, index) => ({ status: test, fullName: `test ${index}` })),
})
const chosen = (...options: string[]) => chooseSuites(options, (name) => `${name}.json`)
const names = (...options: string[]) => chosen(...options).map(({ name }) => name)

it('npm test without arguments runs the suites check, unit and e2e, each with a report', () => {
  expect(names()).toEqual(['check', 'unit', 'e2e'])
  for (const { name, args, environment } of chosen()) {
    expect([...args, ...Object.values(environment)].join(' ')).toContain(`${name}.json`)
  }
})

it('npm test chooses suites by their flags and passes other options on', () => {
  expect(chosen('--unit', '--bail=1')).toMatchObject([
    { name: 'unit', args: expect.arrayContaining(['--bail=1']) },
  ])
  expect(chosen('--e2e', '-g', '登録')).toMatchObject([
    { name: 'e2e', args: expect.arrayContaining(['-g', '登録']) },
  ])
  expect(names('--check', '--unit')).toEqual(['check', 'unit'])
})

it('npm test leaves long tests to the long run, except those of a file that is named', () => {
  const journeys = (...options: string[]) => chosen(...options).find(({ name }) => name === 'e2e')?.args
  expect(journeys()).toContain('--grep-invert=@long')
  expect(journeys('--e2e')).toContain('--grep-invert=@long')
  // The suite postgres-15 exists only where that PostgreSQL is installed.
  expect(names('--long').filter((name) => name !== 'postgres-15')).toEqual(['long', 'e2e'])
  expect(journeys('--long')).toContain('--grep=@long')
  expect(journeys('e2e/journeys/a.e2e.ts')?.join(' ')).not.toContain('@long')
  const tests = (...options: string[]) => chosen(...options).find(({ name }) => /unit|long/.test(name))?.args
  expect(tests()).toContain('--tags-filter=!long')
  expect(tests('--long')).toContain('--tags-filter=long')
  expect(tests('server/src/a.test.ts')?.join(' ')).not.toContain('--tags-filter')
})

it.each([
  ['tools/a.test.ts', 'unit'],
  ['e2e/crash/a.test.ts', 'unit'],
  ['web/src/features/', 'unit'],
  ['e2e/journeys/a.e2e.ts', 'e2e'],
  ['e2e/journeys/', 'e2e'],
])('npm test chooses the suite of the path %s', (path, name) => {
  expect(chosen(path)).toMatchObject([{ name, args: expect.arrayContaining([path]) }])
})

it('a failed test and a file that could not be loaded are counted and named', () => {
  const testResults = [file('passed', 'passed', 'passed'), file('failed'), file('failed', 'passed', 'failed')]
  const report = { numPassedTests: 3, numFailedTests: 1, testResults }
  const failures = ['failed.test.ts › test 1', 'failed.test.ts']
  expect(countsOf('unit', report, 1)).toEqual({ passed: 3, failed: 2, failures })
})

it('suites are prepared one after the other, and a failure affects only its own suite', async () => {
  const events: string[] = []
  const ready = inTurn(['check', 'unit', 'e2e'], async (name) => {
    events.push(`${name} begins`)
    await setImmediate()
    events.push(`${name} ends`)
    if (name === 'unit') throw new Error('not installed')
  })
  const outcomes = await Promise.allSettled(ready.values())
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  expect(events).toEqual(['check', 'unit', 'e2e'].flatMap((name) => [`${name} begins`, `${name} ends`]))
})

it('an error outside the journeys counts as a failure, and a journey that passes at its retry as passed', () => {
  const stats = { expected: 4, unexpected: 1, flaky: 1 }
  expect(countsOf('e2e', { stats, errors: ['no server'] }, 1)).toEqual({ passed: 5, failed: 2, retried: 1 })
})

it('a filter that matches no test counts as a failure', () => {
  const report = { numPassedTests: 0, numFailedTests: 0, testResults: [file('passed')] }
  expect(countsOf('unit', report, 0)).toEqual({ passed: 0, failed: 1, failures: ['the suite unit'] })
})

const named = 'the suite check'
it.each([
  ['exits with an error', { passed: 7, failed: 0 }, 1, { passed: 7, failed: 1, failures: [named] }],
  ['is killed', { passed: 7, failed: 0 }, null, { passed: 7, failed: 1, failures: [named] }],
  ['leaves no report', undefined, 0, { passed: 0, failed: 1, failures: [named] }],
  ['exits with an error after counted failures', { passed: 7, failed: 2 }, 1, { passed: 7, failed: 2 }],
])('a suite that %s has at least one failure', (_, report, code, counts) => {
  expect(countsOf('check', report, code)).toEqual(counts)
})

it('the last line adds up all suites, after the names of failures and the number of retried journeys', () => {
  const unit = { passed: 3, failed: 0 }
  expect(summary([unit, { passed: 10, failed: 2 }])).toBe('13 passed, 2 failed')
  expect(summary([unit, { passed: 10, failed: 2, retried: 1 }])).toBe(
    'Passed only at a retry: 1\n13 passed, 2 failed',
  )
  expect(summary([{ passed: 1, failed: 1, failures: ['lint and format'] }])).toBe(
    'Failed: lint and format\n1 passed, 1 failed',
  )
})
