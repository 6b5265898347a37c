import { randomBytes } from 'node:crypto'
import { limits } from '@kyc/contract/limits.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { allEntries, exported, openExport, recordAt } from '../../../testing/app/audit-export.ts'
import { createTestApp, type TestApp, type TestPerson } from '../../../testing/app/test-app.ts'
import type { TestClient } from '../../../testing/app/test-client.ts'

let app: TestApp
let anybody: TestPerson

beforeAll(async () => {
  app = await createTestApp()
  anybody = await app.signedIn('user')
})
afterAll(() => app.close())

/** A busy machine takes its time to end a thread. */
const patient = { timeout: 20_000 }

/** People may make five exports an hour; each test has its own. */
const admin = () => app.signedIn('admin', '管理 三郎')

test('an export leaves its entry, with its filter, before the first byte; a refused one leaves none', async () => {
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

test('what happens after the beginning is not part of the file, nor is the export itself', async () => {
  const { rows } = await exported(await admin(), '?action=export')
  const person = await admin()
  const before = rows.length + 1
  expect((await exported(person, '?action=export')).rows).toHaveLength(before)
})

describe('one at a time', () => {
  beforeAll(recordBulk)
  const slow = `?startDate=${bulky}&endDate=${bulky}`

  test('a person has one export, and a process two; one that ended or was given up frees its place', async () => {
    const people = [await admin(), await admin(), await admin()] as const
    const first = await openExport(app, people[0], slow)
    expect(await refusal(people[0])).toEqual([409, 'EXPORT_IN_PROGRESS'])
    const second = await openExport(app, people[1], slow)
    expect(await refusal(people[2])).toEqual([409, 'EXPORT_IN_PROGRESS'])
    first.destroy()
    await expect
      .poll(async () => (await people[2].get('/api/audit-logs/export?action=shred')).status, patient)
      .toBe(200)
    await expect
      .poll(async () => (await people[0].get('/api/audit-logs/export?action=shred')).status, patient)
      .toBe(200)
    second.destroy()
  })

  test('an export in another process counts too', async () => {
    const person = await admin()
    const lock = `pg_advisory_lock(hashtextextended('audit-export:${person.accountId}', 0))`
    await app.sql(`SELECT ${lock}`)
    expect(await refusal(person)).toEqual([409, 'EXPORT_IN_PROGRESS'])
    await app.sql(`SELECT ${lock.replace('_lock', '_unlock')}`)
    await expect
      .poll(async () => (await person.get('/api/audit-logs/export?action=shred')).status, patient)
      .toBe(200)
  })

  test('stopping the services ends what still runs, and the file is visibly incomplete', async () => {
    const stream = await openExport(app, await admin(), slow)
    const broken = new Promise((resolve) => stream.once('error', resolve))
    await app.services.auditExporter.close()
    stream.resume()
    expect(await broken).toMatchObject({ code: 'ECONNRESET' })
  })
})

test(`after ${limits.rate.exportPerHour} in an hour a person has to wait, and is told how long`, async () => {
  const person = await admin()
  for (let n = 0; n < limits.rate.exportPerHour; n++) {
    expect((await person.get('/api/audit-logs/export?action=shred')).status).toBe(200)
  }
  const reply = await person.get('/api/audit-logs/export')
  expect([reply.status, (reply.json as { code: string }).code]).toEqual([429, 'RATE_LIMITED'])
  const wait = Number(reply.headers.get('retry-after'))
  expect(wait).toBeGreaterThan(3500)
  expect(wait).toBeLessThanOrEqual(3600)
  expect((await (await admin()).get('/api/audit-logs/export?action=shred')).status).toBe(200)
})

test('nobody exports without signing in', async () => {
  expect((await app.anonymous().get('/api/audit-logs/export')).status).toBe(401)
})

async function refusal(client: TestClient): Promise<unknown[]> {
  const { status, json } = await client.get('/api/audit-logs/export')
  return [status, (json as { code: string }).code]
}

async function countOfOthers(person: TestPerson): Promise<number> {
  const all = await allEntries(person, '?action=export')
  return all.filter(({ userId }) => userId !== person.accountId).length
}

const bulky = '2022-02-02'

/** Entries that fill more than the buffers between server and reader: one who takes nothing stops the writer. */
async function recordBulk(): Promise<void> {
  for (let n = 0; n < 600; n++) {
    const message = randomBytes(24_000).toString('base64')
    await recordAt(app, anybody.accountId, new Date(`${bulky}T03:00:00Z`), { message })
  }
}
