import { expect, it } from 'vitest'
import { planTests } from './test-plan.ts'
import { countPlaywright, countVitest, summary, withExitCode } from './test-report.ts'

const file = (status: string, ...tests: string[]) => ({
  status,
  assertionResults: tests.map((test) => ({ status: test })),
})

it('npm test without arguments runs everything', () => {
  expect(planTests([])).toEqual({
    run: ['check', 'build', 'unit', 'postgres-15', 'e2e'],
    unitArguments: [],
    postgresArguments: [],
    allOnOldestPostgres: false,
    e2eArguments: [],
  })
})

it('flags of ours choose suites, all others go to the runners that run', () => {
  expect(planTests(['--unit', '--bail=1'])).toMatchObject({ run: ['unit'], unitArguments: ['--bail=1'] })
  expect(planTests(['--e2e', '-g', '登録'])).toMatchObject({
    run: ['build', 'e2e'],
    e2eArguments: ['-g', '登録'],
  })
})

it('a file chooses the suite that it belongs to', () => {
  expect(planTests(['tools/a.test.ts'])).toMatchObject({ run: ['unit'], unitArguments: ['tools/a.test.ts'] })
  expect(planTests(['e2e/journeys/a.e2e.ts'])).toMatchObject({
    run: ['build', 'e2e'],
    e2eArguments: ['e2e/journeys/a.e2e.ts'],
  })
})

it('a test file that could not be read counts as a failure', () => {
  const testResults = [file('passed', 'passed', 'passed'), file('failed'), file('failed', 'failed', 'passed')]
  const report = { numPassedTests: 3, numFailedTests: 1, testResults }
  expect(countVitest(report)).toEqual({ passed: 3, failed: 2 })
})

it('an error outside the journeys counts as a failure, a second try that works does not', () => {
  const stats = { expected: 4, unexpected: 1, flaky: 1 }
  expect(countPlaywright({ stats, errors: ['no server'] })).toEqual({ passed: 5, failed: 2 })
})

it('a suite that ends badly has failed even if it counted no failure', () => {
  expect(withExitCode({ passed: 7, failed: 0 }, 1)).toEqual({ passed: 7, failed: 1 })
  expect(withExitCode({ passed: 7, failed: 0 }, null)).toEqual({ passed: 7, failed: 1 })
  expect(withExitCode({ passed: 7, failed: 2 }, 1)).toEqual({ passed: 7, failed: 2 })
})

it('the last line adds all suites up', () => {
  expect(
    summary([
      { passed: 3, failed: 0 },
      { passed: 10, failed: 2 },
    ]),
  ).toBe('13 passed, 2 failed')
})
