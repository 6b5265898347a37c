import { listAuditLogs } from '@kyc/contract/audit.ts'
import { requiredDocumentTypes } from '@kyc/contract/document-vocabulary.ts'
import { addReviewNote, claimReviewCase, getReviewCase, releaseReviewCase } from '@kyc/contract/review.ts'
import { beforeEach, expect, test } from 'vitest'
import { openAndVerify, tryToVerify, verifyDocuments } from '../../testing/app/factories.ts'
import { insertRecord } from '../../testing/app/performer-rows.ts'
import { type TestAccount, useStage } from '../../testing/app/test-app.ts'
import { refusalOf } from '../../testing/app/test-client.ts'
import { TestClock } from '../../testing/app/test-clock.ts'
import { deleteExpiredClaims } from '../records/review-claims.ts'

/** Concurrent pairs; 1,000 with RACE_PAIRS. */
const pairs = Number(process.env.RACE_PAIRS ?? 3)

const clock = new TestClock('2026-05-01T00:00:00Z')
const { app, user, admin, other, superadmin } = useStage(
  {
    user: 'user',
    admin: ['admin', '鈴木 一郎'],
    other: ['admin', '高橋 次郎'],
    superadmin: ['superadmin', '最高 責任'],
  },
  { overrides: { clock } },
)
let id: string

beforeEach(async () => {
  clock.moveTo('2026-05-01T00:00:00Z')
  await register()
})

async function register(): Promise<void> {
  id = await insertRecord(app, user, requiredDocumentTypes, { seenBy: [admin, other, superadmin] })
  // Without these values, an approval would fill them in, a change that the other accounts have not seen.
  await app.sql(
    `UPDATE performer SET id_kind = 'residence_card', date_of_birth = '1990-01-01' WHERE id = $1`,
    [id],
  )
}

const after = (minutes: number) => clock.moveTo(new Date(clock.now().getTime() + minutes * 60_000))
const claim = async (by: TestAccount, body = {}) =>
  (await by.send(claimReviewCase, { params: { id }, body })).claim
const put = (by: TestAccount, body?: object) => by.put(`/api/review/cases/${id}/claim`, body)
const claimSeenBy = async (by: TestAccount) => (await by.send(getReviewCase, { params: { id } })).claim
const verify = (by: TestAccount, type = 'selfie') => tryToVerify(by, { id, type })
const reject = (by: TestAccount, type = 'selfie') =>
  by.put(`/api/performers/${id}/documents/${type}/reject`, { codes: ['blurry'] })
const claimed = [409, 'CASE_CLAIMED']

async function entries(action: 'update' | 'verify' | 'reject') {
  return admin.send(listAuditLogs, { query: { resourceId: id, action } })
}

test('a claim holds for 15 minutes, is shown with its holder, and is renewed by the holder', async () => {
  expect(await claim(admin)).toEqual({ by: '鈴木 一郎', mine: true, until: '2026-05-01T00:15:00.000Z' })
  after(10)
  expect(refusalOf(await put(other))).toEqual(claimed)
  expect(await claim(admin)).toMatchObject({ until: '2026-05-01T00:25:00.000Z' })
  after(14)
  expect(await claimSeenBy(other)).toMatchObject({ by: '鈴木 一郎', mine: false })
  expect(JSON.stringify((await put(other)).json)).not.toContain('鈴木')
  after(1)
  expect(await claimSeenBy(other)).toBeNull()
  expect(await claim(other)).toMatchObject({ by: '高橋 次郎', mine: true })
  expect(await entries('update')).toEqual([])
})

test('only the holder releases a claim', async () => {
  await claim(admin)
  await other.send(releaseReviewCase, { params: { id } })
  expect(await claimSeenBy(other)).toMatchObject({ by: '鈴木 一郎' })
  await admin.send(releaseReviewCase, { params: { id } })
  expect(await claim(other)).toMatchObject({ mine: true })
})

test('a takeover is for superadmins, with one entry that the owner does not see', async () => {
  expect(refusalOf(await put(admin, { takeOver: true }))).toEqual([403, 'FORBIDDEN'])
  await claim(admin)
  expect(refusalOf(await put(superadmin))).toEqual(claimed)
  expect(await claim(superadmin, { takeOver: true })).toMatchObject({ by: '最高 責任', mine: true })
  await claim(superadmin, { takeOver: true })
  expect(await entries('update')).toMatchObject([
    { details: { before: { claimedBy: '鈴木 一郎' }, after: { claimedBy: '最高 責任' } } },
  ])
  expect(await user.send(listAuditLogs, { query: { resourceId: id, action: 'update' } })).toEqual([])
  expect(refusalOf(await put(admin))).toEqual(claimed)
  expect(refusalOf(await verify(admin))).toEqual(claimed)
})

test('decisions are refused to all others while a claim is valid', async () => {
  await claim(admin)
  expect(refusalOf(await verify(other))).toEqual(claimed)
  expect(refusalOf(await reject(superadmin))).toEqual(claimed)
  expect([...(await entries('verify')), ...(await entries('reject'))]).toEqual([])
  await other.send(addReviewNote, { params: { id }, body: { text: '確認済み' } })
  after(15)
  expect((await verify(other)).status).toBe(200)
})

test('a decision renews the own claim, and the last pending document ends it', async () => {
  await claim(admin)
  after(10)
  await openAndVerify(admin, { params: { id, type: 'selfie' } })
  expect(await claimSeenBy(admin)).toMatchObject({ until: '2026-05-01T00:25:00.000Z' })
  await verifyDocuments(admin, id, ['agreementFile', 'idFront'])
  expect(await claimSeenBy(admin)).toBeNull()
  expect((await reject(other)).status).toBe(200)
  expect(await claimSeenBy(other)).toBeNull()
})

test('the claim ends with the deletion of the record, and the job deletes expired ones', async () => {
  await claim(admin)
  expect((await other.delete(`/api/performers/${id}`)).status).toBe(204)
  expect(await app.sql('SELECT FROM review_claim WHERE performer_id = $1', [id])).toEqual([])
  expect(refusalOf(await put(admin))).toEqual([404, 'PERFORMER_NOT_FOUND'])
  await register()
  await claim(admin)
  const stored = () => app.sql('SELECT FROM review_claim WHERE performer_id = $1', [id])
  after(14)
  await deleteExpiredClaims(app.services)
  expect(await stored()).toHaveLength(1)
  after(1)
  await deleteExpiredClaims(app.services)
  expect(await stored()).toEqual([])
})

test(`of two reviewers who claim at once, one succeeds (${pairs} pairs)`, async () => {
  for (let pair = 0; pair < pairs; pair++) {
    after(15)
    const replies = await Promise.all([put(admin), put(other)])
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409])
    const winner = replies[0]?.status === 200 ? '鈴木 一郎' : '高橋 次郎'
    expect(await claimSeenBy(superadmin)).toMatchObject({ by: winner })
  }
})

test(`a takeover during a claim wins in either order, with at most one entry (${pairs} pairs)`, async () => {
  const takeovers = async () => {
    const query = "SELECT count(*)::int AS n FROM audit_event WHERE rid = $1 AND action = 'update'"
    return (await app.sql<{ n: number }>(query, [id]))[0]?.n ?? 0
  }
  for (let pair = 0; pair < pairs; pair++) {
    after(15)
    const before = await takeovers()
    const [own, taken] = await Promise.all([put(admin), put(superadmin, { takeOver: true })])
    expect(taken.status).toBe(200)
    expect(await claimSeenBy(admin)).toMatchObject({ by: '最高 責任' })
    const written = (await takeovers()) - before
    expect(written).toBe(own.status === 200 ? 1 : 0)
    if (written === 0) expect(refusalOf(own)).toEqual(claimed)
  }
})

test(`a decision at the same time as a takeover comes before it or is refused (${pairs} pairs)`, async () => {
  for (let pair = 0; pair < pairs; pair++) {
    await register()
    await claim(admin)
    const [decision, taken] = await Promise.all([reject(admin), put(superadmin, { takeOver: true })])
    expect(taken.status).toBe(200)
    expect(await claimSeenBy(admin)).toMatchObject({ by: '最高 責任' })
    if (decision.status !== 200) expect(refusalOf(decision)).toEqual(claimed)
    expect(await entries('reject')).toHaveLength(decision.status === 200 ? 1 : 0)
    expect(refusalOf(await verify(admin, 'idFront'))).toEqual(claimed)
  }
})
