import { expect, test } from 'vitest'
import { runCrashes } from './crash-harness.ts'

/**
 * Eight registrations are under way at each kill, so that few kills hit every step of the protocol. `npm test -- --full` repeats
 * it more often.
 */
const kills = process.env.KYC_FULL_TESTS === '1' ? 15 : 5

test(`${kills} kills with -9 lose nothing, double nothing and leave nothing behind`, {
  timeout: 1_200_000,
}, async () => {
  const { acknowledged, ...report } = await runCrashes(kills)
  expect(acknowledged).toBeGreaterThan(kills)
  expect(report).toEqual({
    kills,
    lost: [],
    doubled: [],
    unreadable: [],
    unaudited: [],
    orphans: [],
    missing: [],
  })
})
