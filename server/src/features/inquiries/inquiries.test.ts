import type { Inquiry } from '@kyc/contract/contact.ts'
import { limits } from '@kyc/contract/limits.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { insertInquiry } from '../../testing/app/factories.ts'
import { createTestApp, type TestApp, type TestPerson } from '../../testing/app/test-app.ts'
import { TestClock } from '../../testing/app/test-clock.ts'
import { eraseInquiries } from './erase-inquiries.ts'

const clock = new TestClock('2026-04-01T00:00:00Z')
const day = 24 * 60 * 60 * 1000
let app: TestApp
let admin: TestPerson

beforeAll(async () => {
  app = await createTestApp({ overrides: { clock } })
  admin = await app.signedIn('admin', '管理 太郎')
})
beforeEach(() => app.sql('TRUNCATE inquiry'))
afterAll(() => app.close())

const list = async (query = '') => (await admin.get(`/api/inquiries${query}`)).json as Inquiry[]
const mark = async (id: string, state: 'answered' | 'open', by = admin) =>
  (await by.put(`/api/inquiries/${id}/${state}`)).json as Inquiry
const entries = (id: string) =>
  app.sql<{ action: string; actor: string | null }>(
    'SELECT action, actor FROM audit_event WHERE rid = $1 ORDER BY at_us, wseq',
    [id],
  )

test('admins see every inquiry with the time by which an answer is promised', async () => {
  const at = new Date('2026-03-31T12:00:00Z')
  const id = await insertInquiry(app.sql, { at })
  expect(await list()).toEqual([
    {
      ...{ id, name: '試験 花子', email: 'visitor@example.com', subject: '料金について' },
      ...{ message: '教えてください。', state: 'open', answeredAt: null, answeredBy: null },
      ...{ createdAt: at.toISOString(), answerBy: '2026-04-02T12:00:00.000Z' },
    },
  ])
})

test('the list is paged from the newest on, and filtered by state', async () => {
  const ids: string[] = []
  for (let n = 0; n < 7; n++) ids.unshift(await insertInquiry(app.sql, { at: new Date(n * 1000) }))
  const answered = [ids[1], ids[4]].map(String)
  for (const id of answered) await mark(id, 'answered')
  const walked: string[] = []
  let next: string | null = '/api/inquiries?state=open&limit=2'
  for (let page = 0; next !== null; page++) {
    const reply = await admin.get(next)
    expect([reply.status, reply.headers.get('x-total-count')]).toEqual([200, '5'])
    walked.push(...(reply.json as Inquiry[]).map(({ id }) => id))
    next = /^<([^>]+)>/.exec(reply.headers.get('link') ?? '')?.[1] ?? null
    expect(page).toBeLessThan(3)
  }
  expect(walked).toEqual(ids.filter((id) => !answered.includes(id)))
  expect((await list('?state=answered')).map(({ id }) => id)).toEqual(answered)
  expect((await list('?state=')).map(({ id }) => id)).toEqual(ids)
  expect((await admin.get('/api/inquiries?state=lost')).status).toBe(400)
  expect((await admin.get('/api/inquiries?cursor=x')).status).toBe(400)
})

test('a cursor of one state does not work in another', async () => {
  for (let n = 0; n < 3; n++) await insertInquiry(app.sql)
  const reply = await admin.get('/api/inquiries?state=open&limit=1')
  const cursor = /cursor=([^&>]+)/.exec(reply.headers.get('link') ?? '')?.[1]
  expect((await admin.get(`/api/inquiries?state=answered&cursor=${cursor}`)).status).toBe(400)
})

test('who answered first stays the one who did, and asking twice leaves one entry', async () => {
  const id = await insertInquiry(app.sql)
  const other = await app.signedIn('superadmin')
  const first = await mark(id, 'answered')
  expect(first).toMatchObject({ state: 'answered', answeredBy: '管理 太郎' })
  expect(first.answeredAt).toBe(clock.now().toISOString())
  expect(await mark(id, 'answered', other)).toEqual(first)
  expect(await entries(id)).toEqual([{ action: 'update', actor: admin.accountId }])
  expect(await mark(id, 'open', other)).toMatchObject({ state: 'open', answeredAt: null, answeredBy: null })
  expect(await mark(id, 'open')).toMatchObject({ state: 'open' })
  expect(await entries(id)).toEqual([
    { action: 'update', actor: admin.accountId },
    { action: 'update', actor: other.accountId },
  ])
})

test('of twenty marks at once exactly one leaves an entry', async () => {
  const id = await insertInquiry(app.sql)
  await Promise.all(Array.from({ length: 20 }, () => mark(id, 'answered')))
  expect(await entries(id)).toHaveLength(1)
})

test('an ordinary user sees and marks none', async () => {
  const id = await insertInquiry(app.sql)
  const user = await app.signedIn('user')
  expect((await user.get('/api/inquiries')).status).toBe(403)
  expect((await user.put(`/api/inquiries/${id}/answered`)).status).toBe(403)
})

test('a year after it was answered an inquiry is erased with an entry; open ones and young ones stay', async () => {
  const [old, young, open] = [
    await insertInquiry(app.sql),
    await insertInquiry(app.sql),
    await insertInquiry(app.sql, { at: new Date('2020-01-01T00:00:00Z') }),
  ]
  await mark(old, 'answered')
  clock.moveTo(new Date(clock.now().getTime() + day).toISOString())
  await mark(young, 'answered')
  clock.moveTo(new Date(clock.now().getTime() - day + limits.inquiryKept + 1).toISOString())
  const counts = await Promise.all([eraseInquiries(app.services), eraseInquiries(app.services)])
  expect(counts[0] + counts[1]).toBe(1)
  const left = await app.sql<{ id: string }>('SELECT id FROM inquiry')
  expect(left.map(({ id }) => id).sort()).toEqual([young, open].sort())
  expect(await entries(old)).toEqual([
    { action: 'update', actor: admin.accountId },
    { action: 'shred', actor: null },
  ])
})
