import { randomUUID } from 'node:crypto'
import { countPerformers, getPerformer, updatePerformer } from '@kyc/contract/performers.ts'
import { expect, test } from 'vitest'
import { registerPerformer, verifyDocuments } from '../../testing/app/factories.ts'
import { useStage } from '../../testing/app/test-app.ts'
import { TestClock } from '../../testing/app/test-clock.ts'

const clock = new TestClock('2026-05-20T00:00:00Z')
const { app, owner, other, admin } = useStage(
  { owner: ['user', '制作 花子'], other: 'user', admin: 'admin' },
  { overrides: { clock } },
)

async function views(id: string): Promise<number> {
  const rows = await app.sql(`SELECT FROM audit_event WHERE rid = $1 AND action = 'read'`, [id])
  return rows.length
}

test('a view creates one entry, and another only after 5 minutes, in another session or of another version', async () => {
  const { id } = await registerPerformer(owner)
  const path = `/api/performers/${id}`
  expect((await owner.get(path)).status).toBe(200)
  expect((await owner.get(path)).status).toBe(200)
  expect(await views(id)).toBe(1)
  await admin.get(path)
  expect(await views(id)).toBe(2)
  clock.moveTo('2026-05-20T00:05:01Z')
  await owner.get(path)
  expect(await views(id)).toBe(3)
  await owner.send(updatePerformer, { params: { id }, body: { nationality: '日本' } })
  await owner.get(path)
  await owner.get(path)
  expect(await views(id)).toBe(4)
  await verifyDocuments(admin, id, ['selfie'])
  await owner.get(path)
  expect(await views(id)).toBe(5)
})

test('a hidden record returns 404 like a missing one and creates no entry', async () => {
  const { id } = await registerPerformer(owner)
  const replies = await Promise.all(
    [id, randomUUID(), 'x', '%00', `${id}x`].map((each) => other.get(`/api/performers/${each}`)),
  )
  for (const reply of replies) {
    expect(reply.json).toMatchObject({
      status: 404,
      code: 'PERFORMER_NOT_FOUND',
      title: '出演者が見つかりません',
    })
  }
  expect(await views(id)).toBe(0)
  // Invalid input makes no difference.
  for (const change of [{ nationality: 'x' }, { lastName: '' }, { status: 'approved' }, 'x']) {
    expect((await other.patch(`/api/performers/${id}`, change)).status).toBe(404)
  }
  expect((await admin.delete(`/api/performers/${randomUUID()}`)).status).toBe(404)
  expect((await other.get(`/api/performers/${id}/history`)).status).toBe(404)
})

test('an id in capitals is unknown: its entries would not be found under the record', async () => {
  const { id } = await registerPerformer(owner)
  const capitals = id.toUpperCase()
  expect(capitals).not.toBe(id)
  for (const path of ['', '/history', '/documents', '/documents/idFront']) {
    expect((await admin.get(`/api/performers/${capitals}${path}`)).status, path).toBe(404)
  }
  expect((await admin.delete(`/api/performers/${capitals}`)).status).toBe(404)
})

test('shows the owner’s name to an admin', async () => {
  const { id } = await registerPerformer(owner)
  const performer = await admin.send(getPerformer, { params: { id } })
  expect(performer).toMatchObject({ id, registeredBy: '制作 花子' })
})

test('lists and counts create no entry and are in the scope of the caller', async () => {
  const user = await app.signedIn('user')
  const { id } = await registerPerformer(user)
  const [before] = await app.sql<{ n: string }>('SELECT count(*) AS n FROM audit_event')
  const list = await user.get('/api/performers?search=&status=&unknown=1')
  expect(list.json).toMatchObject([{ id }])
  expect(list.headers.get('x-total-count')).toBe('1')
  const expected = { total: 1, pending: 1, approved: 0, rejected: 0, waiting: 1, draft: 0, expiring: 0 }
  expect(await user.send(countPerformers)).toEqual(expected)
  const all = await admin.get('/api/performers?limit=1')
  expect(Number(all.headers.get('x-total-count'))).toBeGreaterThan(1)
  expect(all.headers.get('link')).toMatch(/^<[^>]*\/performers\?[^>]*cursor=[^>]*>; rel="next"$/)
  for (const wrong of [
    'sort=x',
    'status=x',
    'limit=0',
    'limit=201',
    'status=pending&status=approved',
    'cursor=x',
  ]) {
    expect((await admin.get(`/api/performers?${wrong}`)).status, wrong).toBe(400)
  }
  expect(await app.sql<{ n: string }>('SELECT count(*) AS n FROM audit_event')).toEqual([before])
})
