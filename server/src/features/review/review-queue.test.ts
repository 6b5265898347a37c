import { dashboardStats } from '@kyc/contract/dashboard.ts'
import { rejectDocument } from '@kyc/contract/documents.ts'
import { countPerformers, listPerformers, type Performer } from '@kyc/contract/performers.ts'
import { expect, test } from 'vitest'
import { openAndVerify, registerPerformer, verifyDocuments } from '../../testing/app/factories.ts'
import { replace } from '../../testing/app/replacements.ts'
import { samplePng } from '../../testing/app/sample-files.ts'
import { useStage } from '../../testing/app/test-app.ts'
import { TestClock } from '../../testing/app/test-clock.ts'

const clock = new TestClock('2026-05-01T00:00:00Z')
const { app, user, admin } = useStage({ user: 'user', admin: 'admin' }, { overrides: { clock } })

const on = (day: number) => clock.moveTo(`2026-05-${String(day).padStart(2, '0')}T00:00:00Z`)
const queue = async (client = admin) =>
  (await client.send(listPerformers, { query: { waiting: 'true' } })).map(({ id }) => id)
const reject = (id: string, type: string) =>
  admin.send(rejectDocument, { params: { id, type }, body: { codes: ['blurry'] } })
const since = async ({ id }: Performer) => {
  const [row] = await app.sql('SELECT pending_since FROM performer WHERE id = $1', [id])
  return (row as { pending_since: Date | null }).pending_since?.toISOString().slice(0, 10) ?? null
}

test('a performer waits while any document is pending, whatever its status, the oldest first', async () => {
  on(1)
  const rejected = await registerPerformer(user)
  on(2)
  const untouched = await registerPerformer(user)
  on(3)
  await reject(rejected.id, 'selfie')

  expect(await queue()).toEqual([rejected.id, untouched.id])
  expect(await queue(user)).toEqual([rejected.id, untouched.id])
  expect(await admin.send(countPerformers)).toMatchObject({ pending: 1, rejected: 1, waiting: 2 })
  expect(await admin.send(dashboardStats)).toMatchObject({ pendingReviews: 1, waitingReviews: 2 })
  expect((await admin.get('/api/performers?waiting=true')).headers.get('x-total-count')).toBe('2')
  expect((await admin.get('/api/performers?waiting=true&sort=name')).headers.get('x-total-count')).toBe('2')
  expect((await admin.get('/api/performers?sort=waiting')).headers.get('x-total-count')).toBe('2')

  await verifyDocuments(admin, rejected.id, ['agreementFile', 'idFront'])
  await verifyDocuments(admin, untouched.id)
  expect(await queue()).toEqual([])
  expect(await admin.send(countPerformers)).toMatchObject({ rejected: 1, approved: 1, waiting: 0 })
})

test('the wait starts with the oldest pending document', async () => {
  on(4)
  const performer = await registerPerformer(user)
  expect(await since(performer)).toBe('2026-05-04')
  on(5)
  await reject(performer.id, 'selfie')
  on(6)
  await replace(user, performer.id, 'selfie', await samplePng(50, 50))
  expect(await since(performer)).toBe('2026-05-04')
  await verifyDocuments(admin, performer.id, ['agreementFile', 'idFront'])
  expect(await since(performer)).toBe('2026-05-06')
  on(7)
  await openAndVerify(admin, { params: { id: performer.id, type: 'selfie' } })
  expect(await since(performer)).toBeNull()
  on(8)
  await replace(admin, performer.id, 'selfie', await samplePng(51, 51))
  expect(await since(performer)).toBe('2026-05-08')
})

test('a deleted performer leaves the queue', async () => {
  const before = await queue()
  const performer = await registerPerformer(user)
  expect(await queue()).toHaveLength(before.length + 1)
  await admin.delete(`/api/performers/${performer.id}`)
  expect(await queue()).toEqual(before)
  expect(await admin.send(countPerformers)).toMatchObject({ waiting: before.length })
})
