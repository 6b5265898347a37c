import { randomBytes } from 'node:crypto'
import { limits } from '@kyc/contract/limits.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { allEntries, exported, openExport, recordAt } from '../../../testing/app/audit-export.ts'
import { type TestAccount, useStage } from '../../../testing/app/test-app.ts'
import { refusalOf, type TestClient } from '../../../testing/app/test-client.ts'

const { app, bystander } = useStage({ bystander: 'user' })

/** Terminating a thread may take long on a busy machine. */
const patient = { timeout: 20_000 }

/** An account may export five times an hour, so each test uses a new one. */
const admin = () => app.signedIn('admin', '管理 三郎')

test('an export creates its entry with the filter before the first byte; a rejected one creates none', async () => {
  const person = await admin()
  const stream = await openExport(app, person, '?action=create&startDate=2020-01-01')
  const [entry] = await allEntries(person, '?action=export')
  expect(entry).toMatchObject({
    userId: person.accountId,
    action: 'export',
    resourceType: 'audit_log',
    details: { action: 'create', startDate: '2020-01-01' },
  })
  stream.destroy()
  expect((await person.get('/api/audit-logs/export?startDate=x')).json).toMatchObject({ field: 'startDate' })
  expect(await allEntries(person, '?action=export')).toHaveLength(1 + (await countOfOthers(person)))
})

test('the file excludes the entry of the export and later entries', async () => {
  const { rows } = await exported(await admin(), '?action=export')
  const person = await admin()
  const before = rows.length + 1
  expect((await exported(person, '?action=export')).rows).toHaveLength(before)
})

describe('concurrent exports', () => {
  beforeAll(recordBulk)
  const slow = `?startDate=${bulky}&endDate=${bulky}`

  test('limits exports to one per account and two per process; ending or cancelling one frees its place', async () => {
    const admins = [await admin(), await admin(), await admin()] as const
    const first = await openExport(app, admins[0], slow)
    expect(await refusal(admins[0])).toEqual([409, 'EXPORT_IN_PROGRESS'])
    const second = await openExport(app, admins[1], slow)
    expect(await refusal(admins[2])).toEqual([409, 'EXPORT_IN_PROGRESS'])
    first.destroy()
    await expect
      .poll(async () => (await admins[2].get('/api/audit-logs/export?action=shred')).status, patient)
      .toBe(200)
    await expect
      .poll(async () => (await admins[0].get('/api/audit-logs/export?action=shred')).status, patient)
      .toBe(200)
    second.destroy()
  })

  test('an export in another process counts towards the limit of its account', async () => {
    const person = await admin()
    const release = await app.services.sharedLimits.take(`export:audit_log:${person.accountId}`, 1)
    expect(await refusal(person)).toEqual([409, 'EXPORT_IN_PROGRESS'])
    await release?.()
    expect((await person.get('/api/audit-logs/export?action=shred')).status).toBe(200)
  })

  test('stopping the services terminates running exports, and the client notices the incomplete file', async () => {
    const stream = await openExport(app, await admin(), slow)
    const broken = new Promise((resolve) => stream.once('error', resolve))
    await app.services.auditExporter.close()
    stream.resume()
    expect(await broken).toMatchObject({ code: 'ECONNRESET' })
  })
})

test(`rejects more than ${limits.rate.exportPerHour} exports per hour with the time to wait`, async () => {
  const person = await admin()
  for (let n = 0; n < limits.rate.exportPerHour; n++) {
    expect((await person.get('/api/audit-logs/export?action=shred')).status).toBe(200)
  }
  const reply = await person.get('/api/audit-logs/export')
  expect(refusalOf(reply)).toEqual([429, 'RATE_LIMITED'])
  const wait = Number(reply.headers.get('retry-after'))
  expect(wait).toBeGreaterThan(3500)
  expect(wait).toBeLessThanOrEqual(3600)
  expect((await (await admin()).get('/api/audit-logs/export?action=shred')).status).toBe(200)
})

test('an export requires a session', async () => {
  expect((await app.anonymous().get('/api/audit-logs/export')).status).toBe(401)
})

async function refusal(client: TestClient): Promise<unknown[]> {
  return refusalOf(await client.get('/api/audit-logs/export'))
}

async function countOfOthers(person: TestAccount): Promise<number> {
  const all = await allEntries(person, '?action=export')
  return all.filter(({ userId }) => userId !== person.accountId).length
}

const bulky = '2022-02-02'

/** Records more than fits into the buffers, so that a client that reads nothing blocks the thread. */
async function recordBulk(): Promise<void> {
  for (let n = 0; n < 600; n++) {
    const message = randomBytes(24_000).toString('base64')
    await recordAt(app, bystander.accountId, new Date(`${bulky}T03:00:00Z`), { message })
  }
}
