import { expect, test } from 'vitest'
import { runCrashes } from './crash-harness.ts'

const kills = 15

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
