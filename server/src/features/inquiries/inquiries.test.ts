import { answerInquiry, type Inquiry, listInquiries, reopenInquiry } from '@kyc/contract/contact.ts'
import { day } from '@kyc/contract/durations.ts'
import { limits } from '@kyc/contract/limits.ts'
import { beforeEach, expect, test } from 'vitest'
import { insertInquiry } from '../../testing/app/factories.ts'
import { useStage } from '../../testing/app/test-app.ts'
import { nextOf, replyOf } from '../../testing/app/test-client.ts'
import { TestClock } from '../../testing/app/test-clock.ts'
import { eraseInquiries } from './erase-inquiries.ts'

const clock = new TestClock('2026-04-01T00:00:00Z')

const { app, admin } = useStage({ admin: ['admin', '管理 太郎'] }, { overrides: { clock } })

beforeEach(() => app.sql('TRUNCATE inquiry'))

const marks = { answered: answerInquiry, open: reopenInquiry }
const mark = (id: string, state: 'answered' | 'open', by = admin): Promise<Inquiry> =>
  by.send(marks[state], { params: { id } })
const entries = (id: string) =>
  app.sql<{ action: string; actor: string | null }>(
    'SELECT action, actor FROM audit_event WHERE rid = $1 ORDER BY at_us, wseq',
    [id],
  )

test('admins see every inquiry with the time by which an answer is due', async () => {
  const at = new Date('2026-03-31T12:00:00Z')
  const id = await insertInquiry(app.sql, { at })
  expect(await admin.send(listInquiries)).toEqual([
    {
      id,
      name: '試験 花子',
      email: 'visitor@example.com',
      subject: '料金について',
      message: '教えてください。',
      state: 'open',
      answeredAt: null,
      answeredBy: null,
      createdAt: at.toISOString(),
      answerBy: '2026-04-02T12:00:00.000Z',
    },
  ])
})

test('lists inquiries newest first in pages, filtered by state', async () => {
  const ids: string[] = []
  for (let n = 0; n < 7; n++) ids.unshift(await insertInquiry(app.sql, { at: new Date(n * 1000) }))
  const answered = [ids[1], ids[4]].map(String)
  for (const id of answered) await mark(id, 'answered')
  const listed: string[] = []
  let next: string | undefined = '/api/inquiries?state=open&limit=2'
  for (let page = 0; next !== undefined; page++) {
    const reply = await admin.get(next)
    expect([reply.status, reply.headers.get('x-total-count')]).toEqual([200, '5'])
    listed.push(...replyOf(listInquiries, reply).map(({ id }) => id))
    next = nextOf(reply)
    expect(page).toBeLessThan(3)
  }
  expect(listed).toEqual(ids.filter((id) => !answered.includes(id)))
  const list = async (state: 'answered' | '') =>
    (await admin.send(listInquiries, { query: { state } })).map(({ id }) => id)
  expect(await list('answered')).toEqual(answered)
  expect(await list('')).toEqual(ids)
  expect((await admin.get('/api/inquiries?state=lost')).status).toBe(400)
  expect((await admin.get('/api/inquiries?cursor=x')).status).toBe(400)
})

test('rejects a cursor of another state', async () => {
  for (let n = 0; n < 3; n++) await insertInquiry(app.sql)
  const reply = await admin.get('/api/inquiries?state=open&limit=1')
  const cursor = /cursor=([^&>]+)/.exec(reply.headers.get('link') ?? '')?.[1]
  expect((await admin.get(`/api/inquiries?state=answered&cursor=${cursor}`)).status).toBe(400)
})

test('the first account to answer remains recorded, and a repeat writes no entry', async () => {
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

test('twenty concurrent marks write one entry', async () => {
  const id = await insertInquiry(app.sql)
  await Promise.all(Array.from({ length: 20 }, () => mark(id, 'answered')))
  expect(await entries(id)).toHaveLength(1)
})

test('a user can neither list nor mark inquiries', async () => {
  const id = await insertInquiry(app.sql)
  const user = await app.signedIn('user')
  expect((await user.get('/api/inquiries')).status).toBe(403)
  expect((await user.put(`/api/inquiries/${id}/answered`)).status).toBe(403)
})

test('erases an inquiry a year after its answer with an entry, and keeps younger and open ones', async () => {
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
  const remaining = await app.sql<{ id: string }>('SELECT id FROM inquiry')
  expect(remaining.map(({ id }) => id).sort()).toEqual([young, open].sort())
  expect(await entries(old)).toEqual([
    { action: 'update', actor: admin.accountId },
    { action: 'shred', actor: null },
  ])
})
