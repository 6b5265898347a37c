import { listAuditLogs } from '@kyc/contract/audit.ts'
import { rejectDocument } from '@kyc/contract/documents.ts'
import type { QueryIn } from '@kyc/contract/endpoint.ts'
import { performerHistory } from '@kyc/contract/performer-history.ts'
import type { Performer } from '@kyc/contract/performers.ts'
import {
  addReviewNote,
  claimReviewCase,
  countReviewCases,
  getReviewCase,
  listReviewCases,
  listReviewOrganisations,
} from '@kyc/contract/review.ts'
import { beforeAll, expect, test } from 'vitest'
import { openAndVerify, registerPerformer, verifyDocuments } from '../../testing/app/factories.ts'
import { changesIn, listen } from '../../testing/app/live-socket.ts'
import { replace } from '../../testing/app/replacements.ts'
import { samplePng } from '../../testing/app/sample-files.ts'
import { type TestAccount, useStage } from '../../testing/app/test-app.ts'
import { refusalOf } from '../../testing/app/test-client.ts'
import { TestClock } from '../../testing/app/test-clock.ts'

const clock = new TestClock('2026-05-01T00:00:00Z')
const { app, user, company, admin, other } = useStage(
  {
    user: ['user', '佐藤 花子'],
    company: ['user', '配信 五郎'],
    admin: ['admin', '鈴木 一郎'],
    other: ['admin', '高橋 次郎'],
  },
  { overrides: { clock } },
)
/** Waiting since the days 1, 4 and 9; the second is resubmitted, the third is of another organisation. */
let cases: Performer[]

const on = (day: number) => clock.moveTo(`2026-05-${String(day).padStart(2, '0')}T00:00:00Z`)
const list = (query: QueryIn<typeof listReviewCases> = {}, by = admin) => by.send(listReviewCases, { query })
const ids = async (query: QueryIn<typeof listReviewCases> = {}, by = admin) =>
  (await list(query, by)).map(({ id }) => id)
const openCase = (id: string, by = admin, prefetch: '0' | '1' = '0') =>
  by.send(getReviewCase, { params: { id }, query: { prefetch } })
const note = (id: string, text: string, headers: Record<string, string> = {}) =>
  admin.send(addReviewNote, { params: { id }, body: { text }, headers })

beforeAll(async () => {
  on(1)
  const first = await registerPerformer(user, { fields: { idKind: 'passport' } })
  on(4)
  const second = await registerPerformer(user)
  await admin.send(rejectDocument, { params: { id: second.id, type: 'selfie' }, body: { codes: ['blurry'] } })
  await replace(user, second.id, 'selfie', await samplePng(50, 50))
  on(9)
  cases = [first, second, await registerPerformer(company)]
  const approved = await registerPerformer(user)
  await verifyDocuments(admin, approved.id)
  const deleted = await registerPerformer(user)
  await admin.delete(`/api/performers/${deleted.id}`)
  on(10)
})

test('the queue lists the waiting cases, the longest wait first, with what is pending', async () => {
  const [first, second] = cases
  await other.send(claimReviewCase, { params: { id: first!.id } })
  await openAndVerify(admin, { params: { id: second!.id, type: 'idFront' } })
  const queue = await list()
  expect(queue.map(({ id }) => id)).toEqual(cases.map(({ id }) => id))
  expect(queue[0]).toEqual({
    id: first!.id,
    name: '見本 花子',
    romanName: 'MIHON HANAKO',
    organisation: '佐藤 花子',
    idKind: 'passport',
    pendingSince: '2026-05-01T00:00:00.000Z',
    pending: ['agreementFile', 'idFront', 'selfie'],
    resubmitted: false,
    claim: { by: '高橋 次郎', mine: false, until: '2026-05-10T00:15:00.000Z' },
  })
  expect(queue[1]).toMatchObject({ pending: ['agreementFile', 'selfie'], resubmitted: true, claim: null })
})

test('the filters combine', async () => {
  const [first, second, third] = cases.map(({ id }) => id)
  await admin.send(claimReviewCase, { params: { id: third! } })
  expect(await ids({ idKind: 'passport' })).toEqual([first])
  expect(await ids({ waitedFrom: '6' })).toEqual([first, second])
  expect(await ids({ waitedFrom: '1', waitedTo: '6' })).toEqual([second, third])
  expect(await ids({ resubmitted: 'true' })).toEqual([second])
  expect(await ids({ mine: 'true' })).toEqual([third])
  expect(await ids({ mine: 'true' }, other)).toEqual([first])
  expect(await ids({ organisation: cases[2]!.organisation.id })).toEqual([third])
  expect(await ids({ organisation: cases[2]!.organisation.id, resubmitted: 'true' })).toEqual([])
  expect(await ids({ idKind: 'passport', waitedTo: '6', mine: 'true' })).toEqual([])
})

test('a page continues where the last one ended, also when its last case is decided meanwhile', async () => {
  const page = async (query: string) => admin.get(`/api/review/cases?limit=2${query}`)
  const first = await page('')
  expect(first.headers.get('x-total-count')).toBe('3')
  const cursor = /cursor=([^&>]+)/.exec(first.headers.get('link') ?? '')?.[1] ?? ''
  expect(Buffer.from(cursor, 'base64url').toString('latin1')).not.toContain('2026-05')
  await verifyDocuments(admin, cases[1]!.id, ['agreementFile', 'selfie'])
  expect((await page(`&cursor=${cursor}`)).json).toMatchObject([{ id: cases[2]!.id }])
  expect(refusalOf(await page(`&cursor=${cursor}&resubmitted=true`))).toEqual([400, 'CURSOR_INVALID'])
  const filtered = await page('&waitedFrom=0')
  expect(filtered.headers.get('x-total-count')).toBe('2')
})

test('the counts are those of the queue by age, state and claim', async () => {
  await replace(admin, cases[1]!.id, 'selfie', await samplePng(51, 50))
  const counts = (by: TestAccount, organisation?: string) =>
    by.send(countReviewCases, { query: { organisation } })
  expect(await counts(admin)).toEqual({
    waiting: 3,
    underThreeDays: 2,
    threeToSixDays: 0,
    sevenDaysOrMore: 1,
    resubmitted: 1,
    mine: 1,
    claimedByOthers: 1,
    closed: 0,
  })
  expect(await counts(other, cases[2]!.organisation.id)).toMatchObject({
    waiting: 1,
    underThreeDays: 1,
    mine: 0,
    claimedByOthers: 1,
  })
  await admin.get(`/api/performers/${cases[1]!.id}/documents/selfie`)
  await admin.send(rejectDocument, {
    params: { id: cases[1]!.id, type: 'selfie' },
    body: { codes: ['blurry'] },
  })
  expect(await counts(admin)).toMatchObject({ waiting: 2, resubmitted: 0, closed: 0 })
  await admin.send(rejectDocument, {
    params: { id: cases[2]!.id, type: 'idFront' },
    body: { codes: ['tampering'] },
  })
  expect(await counts(admin)).toMatchObject({ waiting: 1, mine: 0, closed: 1 })
  expect(await counts(admin, cases[0]!.organisation.id)).toMatchObject({ waiting: 1, closed: 0 })
})

test('the organisations of the queue are those with waiting cases, those with the most first', async () => {
  const waiting = async () => admin.send(listReviewOrganisations)
  const busy = await app.signedIn('user')
  const { organisation } = await registerPerformer(busy)
  const { id } = await registerPerformer(busy)
  await registerPerformer(busy)
  const before = await waiting()
  expect(before[0]).toEqual({ ...organisation, waiting: 3 })
  const counts = before.map((each) => each.waiting)
  expect(counts).toEqual(counts.toSorted((one, next) => next - one))
  await admin.delete(`/api/performers/${id}`)
  expect((await waiting()).find((each) => each.id === organisation.id)?.waiting).toBe(2)
  expect(refusalOf(await user.get('/api/review/organisations'))).toEqual([403, 'FORBIDDEN'])
})

test('one call returns a case and creates the entry of the view; a prefetch is marked and is no view', async () => {
  const formerName = { kind: 'former', name: '試験 花子', from: null, until: '2020-03-31' }
  const { id } = await registerPerformer(user, { fields: { otherNames: JSON.stringify([formerName]) } })
  await note(id, '本人に電話で確認済み')
  const views = async () =>
    (
      await admin.send(listAuditLogs, {
        query: { resourceId: id, action: 'read', resourceType: 'performer' },
      })
    ).map(({ details }) => details)
  await openCase(id, admin, '1')
  expect(await views()).toEqual([{ prefetch: true }])
  const found = await openCase(id)
  expect(await views()).toEqual([{}, { prefetch: true }])
  expect(found).toMatchObject({
    performer: { id, name: '見本 花子', otherNames: [formerName], status: 'pending' },
    notes: [{ by: '鈴木 一郎', text: '本人に電話で確認済み' }],
    claim: null,
  })
  expect(found.documents.map(({ type }) => type)).toEqual(['agreementFile', 'idFront', 'selfie'])
  expect(found.history.map(({ action }) => action)).toEqual(['update', 'create'])
  expect(refusalOf(await user.get(`/api/review/cases/${id}`))).toEqual([403, 'FORBIDDEN'])
  await admin.delete(`/api/performers/${id}`)
  expect(refusalOf(await admin.get(`/api/review/cases/${id}`))).toEqual([404, 'PERFORMER_NOT_FOUND'])
})

test('notes are for admins: the owner sees neither text nor entry nor update, and a repeat adds none', async () => {
  const { id } = await registerPerformer(user)
  const { heard } = await listen(user)
  const headers = { 'idempotency-key': crypto.randomUUID() }
  const added = await note(id, '顔写真を要確認', headers)
  expect(await note(id, '顔写真を要確認', headers)).toEqual(added)
  on(11)
  await note(id, '二人目のメモ')
  expect((await openCase(id, other)).notes.map(({ text }) => text)).toEqual([
    '二人目のメモ',
    '顔写真を要確認',
  ])
  const log = { query: { resourceId: id, action: 'update' } } as const
  expect(await admin.send(listAuditLogs, log)).toMatchObject([
    { details: { after: { note: '二人目のメモ' } } },
    { details: { after: { note: '顔写真を要確認' } } },
  ])
  expect(await user.send(listAuditLogs, log)).toEqual([])
  expect((await user.send(performerHistory, { params: { id } })).map(({ action }) => action)).toEqual([
    'create',
  ])
  await replace(user, id, 'selfie', await samplePng(50, 50))
  await expect.poll(() => changesIn(heard)).toContain(`document ${id}`)
  expect(changesIn(heard)).not.toContain(`performer ${id}`)
  const refused = await admin.post(`/api/review/cases/${id}/notes`, { text: ' ' })
  expect(refused).toMatchObject({ status: 400, json: { field: 'text' } })
})
