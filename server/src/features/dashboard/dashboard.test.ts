import { afterAll, beforeAll, expect, test } from 'vitest'
import { registerPerformer, verifyDocuments } from '../../testing/app/factories.ts'
import { insertAccountRow, insertPerformerRows, performerRow } from '../../testing/app/performer-rows.ts'
import { replace } from '../../testing/app/replacements.ts'
import { samplePng } from '../../testing/app/sample-files.ts'
import { createTestApp, type TestApp, type TestPerson } from '../../testing/app/test-app.ts'
import { TestClock } from '../../testing/app/test-clock.ts'

const clock = new TestClock('2026-05-20T03:00:00Z')
let app: TestApp
let user: TestPerson
let other: TestPerson
let admin: TestPerson

beforeAll(async () => {
  app = await createTestApp({ overrides: { clock } })
  user = await app.signedIn('user', '制作 花子')
  other = await app.signedIn('user')
  admin = await app.signedIn('admin')
})
afterAll(() => app.close())

const stats = async (client: TestPerson) => (await client.get('/api/dashboard/stats')).json

test('the numbers follow what happens, each person in their own scope', async () => {
  clock.moveTo('2026-05-10T00:00:00Z')
  const approved = await registerPerformer(user)
  const rejected = await registerPerformer(user, { fields: { firstName: '二' } })
  clock.moveTo('2026-05-16T00:00:00Z')
  await registerPerformer(user, { fields: { firstName: '三' } })
  await registerPerformer(other)
  const gone = await registerPerformer(user, { fields: { firstName: '四' } })
  await admin.delete(`/api/performers/${gone.id}`)
  clock.moveTo('2026-05-19T16:00:00Z') // the 20th in Japan
  await verifyDocuments(admin, approved.id, ['agreementFile', 'selfie'])
  await admin.put(`/api/performers/${approved.id}/documents/idFront/verify`, { expiresOn: '2026-06-18' })
  await admin.put(`/api/performers/${rejected.id}/documents/selfie/reject`, { codes: ['blurry'] })
  clock.moveTo('2026-05-20T03:00:00Z')

  const mine = {
    ...{
      totalPerformers: 3,
      activePerformers: 1,
      pendingVerification: 1,
      pendingReviews: 1,
      rejectedPerformers: 1,
    },
    ...{ recentlyUpdated: 3, expiringDocuments: 1, expiringSoon: 1, totalDocuments: 9, waitingLong: 1 },
  }
  expect(await stats(user)).toMatchObject(mine)
  const all = { ...mine, totalPerformers: 4, pendingVerification: 2, pendingReviews: 2, recentlyUpdated: 4 }
  expect(await stats(admin)).toMatchObject({ ...all, totalDocuments: 12, waitingLong: 2 })
  expect(await stats(other)).toMatchObject({ totalPerformers: 1, totalDocuments: 3, expiringDocuments: 0 })

  const { recentActivity } = (await stats(user)) as { recentActivity: { user: { name: string } | null }[] }
  expect(recentActivity).toHaveLength(10)
  const names = recentActivity.flatMap((entry) => entry.user?.name ?? [])
  expect(new Set(names)).toEqual(new Set(['管理者', '制作 花子']))
  clock.moveTo('2026-05-28T00:00:00Z')
  expect(await stats(user)).toMatchObject({ recentlyUpdated: 0 })
  clock.moveTo('2026-05-20T03:00:00Z')
})

test('the charts are for admins: registrations and decisions by day in Japan', async () => {
  expect((await user.get('/api/dashboard/charts')).status).toBe(403)
  const { days } = (await admin.get('/api/dashboard/charts')).json as { days: { day: string }[] }
  expect(days.map((day) => day.day)).toEqual([
    ...['2026-05-07', '2026-05-08', '2026-05-09', '2026-05-10', '2026-05-11', '2026-05-12', '2026-05-13'],
    ...['2026-05-14', '2026-05-15', '2026-05-16', '2026-05-17', '2026-05-18', '2026-05-19', '2026-05-20'],
  ])
  const quiet = { registered: 0, verified: 0, rejected: 0 }
  const busy = { 3: { registered: 2 }, 9: { registered: 3 }, 13: { verified: 3, rejected: 1 } }
  expect(days).toMatchObject(days.map((_, index) => ({ ...quiet, ...busy[index as keyof typeof busy] })))
})

test('the backlog counts full days since the wait began, and its parts make the whole', async () => {
  const owner = await insertAccountRow(app.services.db)
  const hours = [0, 23, 24, 47, 48, 71, 72, 167, 168, 10_000]
  await insertPerformerRows(
    app.services.db,
    hours.map((h) =>
      performerRow(owner, { created_at: new Date(clock.now().getTime() - h * 3_600_000 - 1) }),
    ),
  )
  // Two of the first test wait since four days.
  expect((await admin.get('/api/dashboard/charts')).json).toMatchObject({
    backlog: [
      { fromDays: 0, toDays: 0, count: 2 },
      { fromDays: 1, toDays: 1, count: 2 },
      { fromDays: 2, toDays: 2, count: 2 },
      { fromDays: 3, toDays: 6, count: 4 },
      { fromDays: 7, toDays: null, count: 2 },
    ],
  })
  expect(await stats(admin)).toMatchObject({ pendingReviews: 12, waitingLong: 6 })
})

test('what is not counted by counters stops at the bound', async () => {
  const owner = await insertAccountRow(app.services.db)
  const old = {
    created_at: new Date('2026-01-01T00:00:00Z'),
    updated_at: clock.now(),
    expires_on: '2026-01-01',
  }
  const rows = Array.from({ length: 1100 }, () => performerRow(owner, old))
  await insertPerformerRows(app.services.db, rows)
  await app.sql(
    `INSERT INTO document_version (id, performer_id, type, version, is_current, filename, mime_type, size,
       received_size, received_sha256, stored_sha256, object_key, object_bytes, uploaded_by, uploaded_at, expires_on)
     SELECT id, id, 'idFront', 1, true, '', 'image/png', 1, 1, '', '', id, 1, owner_id, now(), expires_on
     FROM performer WHERE owner_id = $1`,
    [owner],
  )
  expect(await stats(admin)).toMatchObject({
    ...{ pendingReviews: 1112, recentlyUpdated: 1000, expiringSoon: 1000, waitingLong: 1000 },
  })
})

test('expiring documents are counted, not their performers, and a replaced one no longer (D54)', async () => {
  const producer = await app.signedIn('user')
  const { id } = await registerPerformer(producer)
  const expire = (slot: string, expiresOn: string) =>
    admin.put(`/api/performers/${id}/documents/${slot}/verify`, { expiresOn })
  await expire('idFront', '2026-06-18')
  await expire('selfie', '2026-05-01')
  expect(await stats(producer)).toMatchObject({ expiringDocuments: 2, expiringSoon: 2 })
  expect((await producer.get('/api/performers/counts')).json).toMatchObject({ expiring: 1 })
  await replace(producer, id, 'selfie', await samplePng(50, 50))
  expect(await stats(producer)).toMatchObject({ expiringDocuments: 1, expiringSoon: 1 })
})
