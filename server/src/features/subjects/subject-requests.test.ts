import { dashboardStats } from '@kyc/contract/dashboard.ts'
import { performerHistory } from '@kyc/contract/performer-history.ts'
import {
  createSubjectRequest,
  listPerformerRequests,
  listSubjectRequests,
  respondToSubjectRequest,
  type SubjectRequest,
} from '@kyc/contract/subjects.ts'
import { beforeEach, expect, test } from 'vitest'
import { allEntries } from '../../testing/app/audit-export.ts'
import { registerPerformer } from '../../testing/app/factories.ts'
import { useStage } from '../../testing/app/test-app.ts'
import { nextOf, refusalOf, replyOf } from '../../testing/app/test-client.ts'
import { TestClock } from '../../testing/app/test-clock.ts'

const clock = new TestClock('2026-04-01T00:00:00Z')

const { app, admin, owner } = useStage(
  { admin: ['admin', '管理 太郎'], owner: 'user' },
  { overrides: { clock } },
)
let id: string

beforeEach(async () => {
  await app.sql('TRUNCATE subject_request')
  ;({ id } = await registerPerformer(owner))
})

const details = '本人からの電話。登録内容の開示'
const ask = (receivedOn = '2026-04-01', performer = id): Promise<SubjectRequest> =>
  admin.send(createSubjectRequest, {
    params: { id: performer },
    body: { kind: 'disclosure', receivedOn, details },
  })
const answer = { outcome: 'granted', response: '書面で開示しました。' } as const

test('a request is due 30 days after its receipt, and is shown with its texts', async () => {
  const stored = await ask()
  expect(stored).toMatchObject({
    performer: { id, name: '見本 花子' },
    kind: 'disclosure',
    receivedOn: '2026-04-01',
    dueOn: '2026-05-01',
    overdue: false,
    state: 'open',
    details,
    response: null,
  })
  expect(await admin.send(listPerformerRequests, { params: { id } })).toEqual([stored])
})

test('the first response remains; a second one is refused', async () => {
  const { id: request } = await ask()
  const params = { id: request }
  const replies = await Promise.all(
    [1, 2].map(() => admin.put(`/api/subject-requests/${request}/response`, answer)),
  )
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 409])
  expect(refusalOf(await admin.put(`/api/subject-requests/${request}/response`, answer))).toEqual([
    409,
    'CONFLICT',
  ])
  const [shown] = await admin.send(listSubjectRequests, { query: { state: 'answered' } })
  expect(shown).toMatchObject({
    id: params.id,
    state: 'granted',
    response: answer.response,
    respondedAt: clock.now().toISOString(),
    handledBy: '管理 太郎',
  })
})

test('open requests are listed by due date, in pages; overdue ones are marked from the day after, and counted', async () => {
  const late = await ask('2026-03-02')
  const soon = await ask('2026-03-03')
  const other = await ask('2026-03-20')
  clock.moveTo('2026-04-02T00:00:00Z')
  const listed: SubjectRequest[] = []
  let next: string | undefined = '/api/subject-requests?limit=2'
  while (next !== undefined) {
    const reply = await admin.get(next)
    expect(reply.headers.get('x-total-count')).toBe('3')
    listed.push(...replyOf(listSubjectRequests, reply))
    next = nextOf(reply)
  }
  expect(listed.map((each) => [each.id, each.overdue])).toEqual([
    [late.id, true],
    [soon.id, false],
    [other.id, false],
  ])
  expect((await admin.send(dashboardStats)).overdueRequests).toBe(1)
  expect((await owner.send(dashboardStats)).overdueRequests).toBeNull()
  clock.moveTo('2026-04-01T00:00:00Z')
})

test('the database contains no text in clear, and the log neither texts nor an owner', async () => {
  const { id: request } = await ask()
  await admin.send(respondToSubjectRequest, { params: { id: request }, body: answer })
  const rows = await app.sql<{ row: string }>('SELECT r::text AS row FROM subject_request r')
  const plain = rows.map(({ row }) =>
    row.replaceAll(/\\x([0-9a-f]*)/g, (_, hex) => String(Buffer.from(hex, 'hex'))),
  )
  expect(plain.join()).not.toMatch(/開示/)
  const entries = await allEntries(admin, `?resourceId=${request}`)
  expect(entries.map(({ action, resourceType, details: shown }) => [action, resourceType, shown])).toEqual([
    ['update', 'subject_request', { before: { requestState: 'open' }, after: { requestState: 'granted' } }],
    ['create', 'subject_request', { after: { requestKind: 'disclosure', receivedOn: '2026-04-01' } }],
  ])
  expect(await allEntries(owner, `?resourceId=${id}&resourceType=subject_request`)).toEqual([])
  const history = await owner.send(performerHistory, { params: { id } })
  expect(history.map(({ resourceType }) => resourceType)).not.toContain('subject_request')
})

test('the saved reply of a request names its performer, with whom it is deleted (D17)', async () => {
  await ask()
  const replies = "SELECT about FROM idempotency_key WHERE route = 'subjects.create'"
  const about = (await app.sql<{ about: string | null }>(replies)).map((row) => row.about)
  expect(about).toContain(id)
  expect(about).not.toContain(null)
})

test('a request about a deleted performer shows no name and no text, and can be answered', async () => {
  const { id: request } = await ask()
  await admin.delete(`/api/performers/${id}`)
  const [hidden] = await admin.send(listSubjectRequests)
  expect(hidden).toMatchObject({ id: request, performer: { id, name: null }, details: null })
  const answered = await admin.send(respondToSubjectRequest, { params: { id: request }, body: answer })
  expect(answered).toMatchObject({ state: 'granted', response: null })
})

test('users can neither list nor create requests, and auditors only list them', async () => {
  const auditor = await app.signedIn('auditor')
  const { id: request } = await ask()
  const body = { kind: 'erasure', receivedOn: '2026-04-01', details }
  for (const by of [owner, auditor]) {
    expect((await by.post(`/api/performers/${id}/subject-requests`, body)).status).toBe(403)
    expect((await by.put(`/api/subject-requests/${request}/response`, answer)).status).toBe(403)
  }
  expect((await owner.get('/api/subject-requests')).status).toBe(403)
  expect(await auditor.send(listSubjectRequests)).toHaveLength(1)
})

test('a damaged text is shown as missing, and the other requests stay readable', async () => {
  const { id: request } = await ask()
  await ask('2026-04-02')
  await app.sql("UPDATE subject_request SET details_box = '' WHERE id = $1", [request])
  const listed = await admin.send(listSubjectRequests)
  expect(listed.map((each) => each.details)).toEqual([null, details])
})

test('a repeated call gets no saved reply with the name and the texts once the record is deleted (D17, D77)', async () => {
  const { id: performer } = await registerPerformer(owner)
  const calls = [
    [`/api/performers/${performer}/subject-requests`, { kind: 'erasure', receivedOn: '2026-04-01', details }],
    [`/api/review/cases/${performer}/notes`, { text: '電話で確認' }],
  ] as const
  const headers = { 'idempotency-key': 'the-same' }
  const send = () =>
    Promise.all(calls.map(async ([path, json]) => (await admin.call('POST', path, { json, headers })).status))
  expect(await send()).toEqual([201, 201])
  expect((await admin.delete(`/api/performers/${performer}`)).status).toBe(204)
  expect(await send()).toEqual([404, 404])
})
