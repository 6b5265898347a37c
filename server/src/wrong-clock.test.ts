/** @module-tag long */

import { day, minute, second } from '@kyc/contract/durations.ts'
import { afterEach, expect, test } from 'vitest'
import { schedulesOf } from './jobs.ts'
import { startSchedules } from './platform/jobs/scheduled-jobs.ts'
import { createLog } from './platform/log.ts'
import { insertInquiry } from './testing/app/factories.ts'
import { endRetention, sealedRow } from './testing/app/sealed-records.ts'
import { useStage } from './testing/app/test-app.ts'

const elevenYears = 11 * 366 * day

/** The clock of the process differs from that of PostgreSQL by `ahead`. */
let ahead = 0
const clock = { now: () => new Date(Date.now() + ahead) }
const lines: string[] = []
const log = createLog({ logLevel: 'error' }, { write: (line) => lines.push(line) })

const { app, owner, admin } = useStage({ owner: 'user', admin: 'admin' }, { overrides: { clock } })
let stop = async () => undefined as unknown
afterEach(async () => {
  await stop()
  ahead = 0
  lines.length = 0
})

/**
 * Starts every schedule with short minutes. Daily jobs are due from midnight on, so that the test passes at any hour.
 */
function startAll(): void {
  const schedules = schedulesOf(app.services).map((each) =>
    each.hour === undefined ? each : { ...each, hour: 0 },
  )
  stop = startSchedules({ ...app.services, log }, schedules, { minute: 20 }).stop
}

interface Work {
  readonly sealed: string
  readonly inquiry: string
  readonly account: string
}

/** Data whose retention ended in 2020. */
async function insertEnded(): Promise<Work> {
  const sealed = await sealedRow(app, owner, admin)
  await endRetention(app, sealed)
  const inquiry = await insertInquiry(app.sql)
  await app.sql("UPDATE inquiry SET answered_by = $2, answered_at = '2020-01-01' WHERE id = $1", [
    inquiry,
    admin.accountId,
  ])
  const { accountId: account } = await app.signedIn('user')
  await app.sql('DELETE FROM session WHERE account_id = $1', [account])
  await app.sql(
    "UPDATE account SET created_at = '2020-01-01', last_sign_in_at = NULL, email_verified = false WHERE id = $1",
    [account],
  )
  return { sealed, inquiry, account }
}

/** The names of the records of `work` that were destroyed or erased. */
async function ended({ sealed, inquiry, account }: Work): Promise<(keyof Work)[]> {
  const rows = await app.sql<{ name: keyof Work }>(
    `SELECT 'sealed' AS name FROM performer p JOIN performer_key k ON k.performer_id = p.id
       WHERE p.id = $1 AND (p.destroyed_at IS NOT NULL OR sealed_box IS NULL OR wrapped IS NULL)
     UNION ALL SELECT 'inquiry' WHERE NOT EXISTS (SELECT FROM inquiry WHERE id = $2)
     UNION ALL SELECT 'account' FROM account WHERE id = $3 AND email IS NULL`,
    [sealed, inquiry, account],
  )
  return rows.map(({ name }) => name)
}

const skipped = () =>
  lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg.startsWith('a job was skipped'))
const skippedJobs = () => new Set(skipped().map(({ job }) => job))
const everything = ['sealed', 'inquiry', 'account']
const waiting = { timeout: 20_000, interval: 20 }

test.each([
  ['11 years ahead', elevenYears],
  ['two minutes behind', -2 * minute],
])('a clock %s destroys nothing, and the jobs run once it is right again', async (_, difference) => {
  const [due, notDue] = [await insertEnded(), await sealedRow(app, owner, admin)]
  ahead = difference
  startAll()
  await expect.poll(() => skippedJobs(), waiting).toContain('destroy records after their retention')
  await expect.poll(() => skippedJobs(), waiting).toContain('erase inquiries')
  for (const { level, skewSeconds } of skipped()) {
    expect(level).toBe(50)
    expect(Math.abs(skewSeconds - difference / second)).toBeLessThan(5)
  }
  expect(await ended({ ...due, sealed: notDue })).toEqual([])
  expect(await ended(due)).toEqual([])
  ahead = 0
  await expect.poll(() => ended(due), waiting).toEqual(everything)
  expect(await ended({ ...due, sealed: notDue })).toEqual(['inquiry', 'account'])
})

test('with a clock that is right within a minute, the jobs run at once', async () => {
  const due = await insertEnded()
  ahead = minute / 2
  startAll()
  await expect.poll(() => ended(due), waiting).toEqual(everything)
  expect(lines).toEqual([])
})
