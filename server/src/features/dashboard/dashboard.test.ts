import { dashboardCharts, dashboardStats } from '@kyc/contract/dashboard.ts'
import type { DocumentType } from '@kyc/contract/document-vocabulary.ts'
import { hour } from '@kyc/contract/durations.ts'
import { countPerformers } from '@kyc/contract/performers.ts'
import { expect, test } from 'vitest'
import { registerPerformer, tryToVerify, verifyDocuments } from '../../testing/app/factories.ts'
import { insertAccountRow, insertPerformerRows, performerRow } from '../../testing/app/performer-rows.ts'
import { replace } from '../../testing/app/replacements.ts'
import { samplePng } from '../../testing/app/sample-files.ts'
import { createTestApp, type TestAccount, useStage } from '../../testing/app/test-app.ts'
import { TestClock } from '../../testing/app/test-clock.ts'

const clock = new TestClock('2026-05-20T03:00:00Z')
const { app, user, other, admin } = useStage(
  { user: ['user', '制作 花子'], other: 'user', admin: 'admin' },
  { overrides: { clock } },
)

const stats = (client: TestAccount) => client.send(dashboardStats)

test('the numbers count the records that the account may see', async () => {
  clock.moveTo('2026-05-10T00:00:00Z')
  const approved = await registerPerformer(user)
  const rejected = await registerPerformer(user, { fields: { firstName: '二' } })
  clock.moveTo('2026-05-16T00:00:00Z')
  await registerPerformer(user, { fields: { firstName: '三' } })
  await registerPerformer(other)
  const deleted = await registerPerformer(user, { fields: { firstName: '四' } })
  await admin.delete(`/api/performers/${deleted.id}`)
  clock.moveTo('2026-05-19T16:00:00Z') // the 20th in Japan
  await verifyDocuments(admin, approved.id, ['agreementFile', 'selfie'])
  await tryToVerify(admin, { id: approved.id, type: 'idFront' }, { expiresOn: '2026-06-18' })
  await admin.put(`/api/performers/${rejected.id}/documents/selfie/reject`, { codes: ['blurry'] })
  clock.moveTo('2026-05-20T03:00:00Z')

  const mine = {
    totalPerformers: 3,
    activePerformers: 1,
    pendingVerification: 1,
    pendingReviews: 1,
    rejectedPerformers: 1,
    recentlyUpdated: 3,
    expiringDocuments: 1,
    expiringSoon: 1,
    totalDocuments: 9,
    // Includes the rejected performer, of which two more documents wait for a decision.
    waitingReviews: 2,
    waitingLong: 2,
  }
  expect(await stats(user)).toMatchObject(mine)
  const all = { ...mine, totalPerformers: 4, pendingVerification: 2, pendingReviews: 2, recentlyUpdated: 4 }
  expect(await stats(admin)).toMatchObject({ ...all, totalDocuments: 12, waitingReviews: 3, waitingLong: 3 })
  expect(await stats(other)).toMatchObject({ totalPerformers: 1, totalDocuments: 3, expiringDocuments: 0 })

  const { recentActivity } = await stats(user)
  expect(recentActivity).toHaveLength(9)
  const names = recentActivity.flatMap((entry) => entry.user?.name ?? [])
  expect(new Set(names)).toEqual(new Set(['管理者', '制作 花子']))
  clock.moveTo('2026-05-28T00:00:00Z')
  expect(await stats(user)).toMatchObject({ recentlyUpdated: 0 })
  clock.moveTo('2026-05-20T03:00:00Z')
})

test('the charts show registrations and decisions by day in Japan, to admins only', async () => {
  expect((await user.get('/api/dashboard/charts')).status).toBe(403)
  const { days } = await admin.send(dashboardCharts)
  const lastDays = Array.from({ length: 14 }, (_, n) => `2026-05-${String(n + 7).padStart(2, '0')}`)
  expect(days.map((day) => day.day)).toEqual(lastDays)
  const quiet = { registered: 0, verified: 0, rejected: 0 }
  const busy = { 3: { registered: 2 }, 9: { registered: 3 }, 13: { verified: 3, rejected: 1 } }
  expect(days).toMatchObject(days.map((_, index) => ({ ...quiet, ...busy[index as keyof typeof busy] })))
})

test('the backlog counts full days of waiting, and its buckets add up to the counter', async () => {
  const owner = await insertAccountRow(app.services.db)
  const hours = [0, 23, 24, 47, 48, 71, 72, 167, 168, 10_000]
  await insertPerformerRows(
    app.services.db,
    hours.map((h) => performerRow(owner, { created_at: new Date(clock.now().getTime() - h * hour - 1) })),
  )
  // Two performers of the first test have been waiting for four days, and one for ten.
  expect(await admin.send(dashboardCharts)).toMatchObject({
    backlog: [
      { fromDays: 0, toDays: 0, count: 2 },
      { fromDays: 1, toDays: 1, count: 2 },
      { fromDays: 2, toDays: 2, count: 2 },
      { fromDays: 3, toDays: 6, count: 4 },
      { fromDays: 7, toDays: null, count: 3 },
    ],
  })
  const { backlog } = await admin.send(dashboardCharts)
  for (const { fromDays: waitedFrom, toDays: waitedTo, count } of backlog) {
    const days = `waitedFrom=${waitedFrom}&waitedTo=${waitedTo ?? ''}`
    const reply = await admin.get(`/api/performers?waiting=true&limit=2&${days}`)
    expect(reply.headers.get('x-total-count'), days).toBe(String(count))
  }
  expect(await stats(admin)).toMatchObject({ pendingReviews: 12, waitingReviews: 13, waitingLong: 7 })
})

test('numbers without a counter stop at the bound', async () => {
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
    pendingReviews: 1112,
    waitingReviews: 1113,
    recentlyUpdated: 1000,
    expiringSoon: 1000,
    waitingLong: 1000,
  })
})

test('counts expiring documents, not performers, and no replaced document (D54)', async () => {
  const producer = await app.signedIn('user')
  const { id } = await registerPerformer(producer)
  const expire = (type: string, expiresOn: string) => tryToVerify(admin, { id, type }, { expiresOn })
  await expire('idFront', '2026-06-18')
  await expire('selfie', '2026-05-01')
  expect(await stats(producer)).toMatchObject({ expiringDocuments: 2, expiringSoon: 2 })
  expect(await producer.send(countPerformers)).toMatchObject({ expiring: 1 })
  await replace(producer, id, 'selfie', await samplePng(50, 50))
  expect(await stats(producer)).toMatchObject({ expiringDocuments: 1, expiringSoon: 1 })
})

test('the recent changes are those of visible records, newest first, without views, downloads and sign-ins', async () => {
  const producer = await app.signedIn('user')
  const { id } = await registerPerformer(producer)
  await verifyDocuments(admin, id, ['selfie'])
  await admin.get(`/api/performers/${id}`)
  await producer.get(`/api/performers/${id}`)
  await producer.get(`/api/performers/${id}/documents/selfie?download=1`)
  await app.signedIn('user')
  const changes = async (client: TestAccount) =>
    (await stats(client)).recentActivity.map((entry) => `${entry.action} ${entry.resourceId}`)
  expect((await changes(producer)).slice(0, 2)).toEqual([`verify ${id}/selfie`, `create ${id}`])
  expect(await changes(admin)).toEqual(expect.arrayContaining([`verify ${id}/selfie`, `create ${id}`]))
  for (const client of [producer, admin])
    expect((await changes(client)).filter((line) => /^(read|download|login)/.test(line))).toEqual([])
  expect((await changes(other)).filter((line) => line.includes(id))).toEqual([])
})

test('the time to decision is measured from submission to decision, over the decisions of the last 30 days', async () => {
  const own = await createTestApp({ overrides: { clock } })
  const reviewer = await own.signedIn('admin')
  const decide = async (submitted: string, decided: string, types: readonly DocumentType[]) => {
    clock.moveTo(submitted)
    const { id } = await registerPerformer(await own.signedIn('user'), { fields: { firstName: submitted } })
    clock.moveTo(decided)
    await verifyDocuments(await own.signedIn('admin'), id, types) // no session lasts for days
  }
  expect((await reviewer.send(dashboardCharts)).decisionTime).toEqual({
    count: 0,
    medianMinutes: 0,
    meanMinutes: 0,
  })
  await decide('2026-03-01T00:00:00Z', '2026-04-15T00:00:00Z', ['idFront']) // too long ago
  await decide('2026-05-01T00:00:00Z', '2026-05-02T00:00:00Z', ['idFront', 'selfie'])
  await decide('2026-05-02T00:00:00Z', '2026-05-12T12:00:00Z', ['idFront'])
  clock.moveTo('2026-05-20T03:00:00Z')
  const { decisionTime } = await (await own.signedIn('admin')).send(dashboardCharts)
  expect(decisionTime).toEqual({ count: 3, medianMinutes: 1440, meanMinutes: 6000 })
  await own.close()
})

test('the registrations of twelve weeks begin on Mondays in Japan', async () => {
  const { weeks } = await admin.send(dashboardCharts)
  expect(weeks).toHaveLength(12)
  expect(weeks.slice(-3).map(({ monday }) => monday)).toEqual(['2026-05-04', '2026-05-11', '2026-05-18'])
  const { days } = await admin.send(dashboardCharts)
  const registered = (from: string, to: string) =>
    days.filter(({ day }) => day >= from && day <= to).reduce((sum, day) => sum + day.registered, 0)
  expect(weeks.at(-2)?.registered).toBe(registered('2026-05-11', '2026-05-17'))
  expect(weeks.at(-2)?.registered).toBeGreaterThan(0)
})
