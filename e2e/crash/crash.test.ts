/** @module-tag long */

import { expect, test } from 'vitest'
import { runCrashes } from './crash-harness.ts'

/**
 * At each kill eight registrations are in progress, so that even these few kills interrupt every step of the upload.
 * `npm run crash` makes any number of kills.
 */
const kills = 40

test(`${kills} kills of processes and PostgreSQL lose nothing, duplicate nothing and leave no orphaned object`, {
  timeout: 1_200_000,
}, async () => {
  const { acknowledged, exits, findings } = await runCrashes({ kills, processes: 2 })
  expect(acknowledged.registrations).toBeGreaterThan(kills)
  expect({ exits, findings }).toEqual({
    exits: 0,
    findings: { lost: [], duplicated: [], unreadable: [], faults: [] },
  })
})
