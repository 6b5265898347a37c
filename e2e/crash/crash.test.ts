import { expect, test } from 'vitest'
import { runCrashes } from './crash-harness.ts'

/**
 * At each kill eight registrations are in progress, so that few kills interrupt every step of the upload.
 * `npm test -- --full` repeats it more often.
 */
const kills = process.env.KYC_FULL_TESTS === '1' ? 15 : 2

test(`${kills} kills lose no registration, duplicate none and leave no orphaned object`, {
  timeout: 1_200_000,
}, async () => {
  const { acknowledged, ...report } = await runCrashes(kills)
  expect(acknowledged).toBeGreaterThan(kills)
  expect(report).toEqual({
    kills,
    lost: [],
    duplicated: [],
    unreadable: [],
    unaudited: [],
    orphans: [],
    missing: [],
  })
})
