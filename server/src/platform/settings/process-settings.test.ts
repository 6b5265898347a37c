import { expect, test } from 'vitest'
import { faultsOf } from '../../testing/app/settings-faults.ts'
import { readConfig } from '../config.ts'

const shared = { DATABASE_URL: 'postgres://app@localhost/kyc' }

test('a process serves and runs jobs unless ROLE is set, which requires a database of its own', () => {
  expect(readConfig({}).role).toBe('all')
  expect(readConfig({ ...shared, ROLE: 'web' }).role).toBe('web')
  expect(readConfig({ ...shared, ROLE: 'worker' }).role).toBe('worker')
  for (const env of [{ ROLE: 'web' }, { ROLE: 'worker', DEMO: 'off' }])
    expect(faultsOf(env)).toEqual([expect.stringMatching(/^ROLE=\w+ needs DATABASE_URL: the embedded/)])
  expect(faultsOf({ ...shared, ROLE: 'job' })).toEqual(['ROLE must be one of web, worker, all, not "job".'])
})

test('a process stops at once unless DRAIN_SECONDS is set, up to five minutes', () => {
  expect(readConfig({}).drainSeconds).toBe(0)
  expect(readConfig({ DRAIN_SECONDS: '15' }).drainSeconds).toBe(15)
  expect(faultsOf({ DRAIN_SECONDS: '301' })).toHaveLength(1)
})
