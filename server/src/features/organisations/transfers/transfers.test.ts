import { listAuditLogs } from '@kyc/contract/audit.ts'
import { dashboardStats } from '@kyc/contract/dashboard.ts'
import { listOwnOrganisations } from '@kyc/contract/organisations.ts'
import { performerHistory } from '@kyc/contract/performer-history.ts'
import { getPerformer, listPerformers } from '@kyc/contract/performers.ts'
import { cancelTransfer, confirmTransfer, listTransfers, requestTransfer } from '@kyc/contract/transfers.ts'
import { getVideo, listVideoCandidates, listVideoPerformers, listVideos } from '@kyc/contract/videos.ts'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { moveDatabase } from '../../../testing/app/database-clock.ts'
import { registerPerformer, registrationForm } from '../../../testing/app/factories.ts'
import { type TestAccount, useStage } from '../../../testing/app/test-app.ts'
import { refusalOf, type TestReply } from '../../../testing/app/test-client.ts'
import { TestClock } from '../../../testing/app/test-clock.ts'
import { videoCalls } from '../../../testing/app/video-calls.ts'

const clock = new TestClock('2026-05-20T15:00:00Z')
/** Concurrent pairs; 500 with RACE_PAIRS. */
const pairs = Number(process.env.RACE_PAIRS ?? 5)

// Each pair registers a performer, so the quota of a day must be larger than usual.
const { app, first, second } = useStage(
  { first: ['superadmin', '最高 一'], second: ['superadmin', '最高 二'] },
  { overrides: { clock }, env: { REGISTRATIONS_PER_DAY: '100000' } },
)
let from: TestAccount
let to: TestAccount

beforeAll(() => moveDatabase(app, clock.now()))
beforeEach(async () => {
  from = await app.signedIn('user', '移す 花子')
  to = await company()
})

/** An account whose organisation is a company. */
async function company(): Promise<TestAccount> {
  const account = await app.signedIn('user', '受ける 太郎')
  await app.sql("UPDATE organisation SET kind = 'producer', person_id = NULL WHERE id = $1", [
    account.accountId,
  ])
  return account
}

const { make, people, add } = videoCalls(() => ({ app, owner: from, admin: first }))
const reason = '会社の統合'

interface Records {
  readonly performers: string[]
  readonly videos: string[]
}

function ask(records?: Records, by = first): Promise<TestReply> {
  const body = { to: to.accountId, reason, ...(records && { records }) }
  return by.post(`/api/organisations/${from.accountId}/transfers`, body)
}

async function requested(records?: Records): Promise<string> {
  const reply = await ask(records)
  expect(reply.status, JSON.stringify(reply.json)).toBe(201)
  return (reply.json as { id: string }).id // of the contract's reply
}

const confirm = (id: string, by = second) => by.put(`/api/transfers/${id}/confirmation`)

/** The visible ids and the counted number of an account's performers and videos. */
async function seen(by: TestAccount) {
  const performers = (await by.send(listPerformers)).map(({ id }) => id).sort()
  const videos = (await by.send(listVideos)).map(({ id }) => id).sort()
  const { totalPerformers, waitingReviews, totalDocuments } = await by.send(dashboardStats)
  expect([totalPerformers, waitingReviews]).toEqual([performers.length, performers.length])
  return { performers, videos, totalDocuments }
}

describe('a move of records', () => {
  test('shows them to the new organisation only, with counts, documents and history', async () => {
    const { id } = await registerPerformer(from, { fields: { external_id: 'A-1' } })
    const stays = await registerPerformer(from, { fields: { external_id: 'A-2' } })
    const video = await make('移る作品')
    await add(video, [id])
    const transfer = await requested({ performers: [id], videos: [video.id] })
    expect((await seen(from)).performers).toHaveLength(2)
    expect((await confirm(transfer)).status).toBe(204)
    expect(await seen(from)).toEqual({ performers: [stays.id], videos: [], totalDocuments: 3 })
    expect(await seen(to)).toEqual({ performers: [id], videos: [video.id], totalDocuments: 3 })
    expect((await from.get(`/api/performers/${id}`)).status).toBe(404)
    expect((await to.get(`/api/performers/${id}/documents/idFront`)).status).toBe(200)
    const history = await to.send(performerHistory, { params: { id } })
    expect(history.map(({ action, by }) => [action, by])).toEqual([
      ['update', '管理者'],
      ['create', '管理者'],
    ])
    expect(await first.send(listTransfers)).toEqual([])
  })

  test('does not show the new organisation who registered the records in the former one (D3)', async () => {
    const { id } = await registerPerformer(from)
    const video = await make('移る作品')
    await add(video, [id])
    await confirm(await requested({ performers: [id], videos: [video.id] }))
    const shownTo = async (by: TestAccount) => [
      (await by.send(getPerformer, { params: { id } })).registeredBy,
      ...(await by.send(listPerformers, { query: { organisation: to.accountId } })).map(
        ({ registeredBy }) => registeredBy,
      ),
      ...(await by.send(listPerformers, { query: { organisation: to.accountId, search: '花子' } })).map(
        ({ registeredBy }) => registeredBy,
      ),
      (await by.send(getVideo, { params: { id: video.id } })).registeredBy,
      ...(await by.send(listVideos, { query: { organisation: to.accountId } })).map(
        ({ registeredBy }) => registeredBy,
      ),
      ...(await by.send(listVideoPerformers, { params: { id: video.id } })).map(
        ({ registeredBy }) => registeredBy,
      ),
      ...(await by.send(listVideoCandidates, { params: { id: video.id } })).map(
        ({ performer }) => performer.registeredBy,
      ),
    ]
    expect(await shownTo(to)).toEqual(Array(7).fill('管理者'))
    expect(await shownTo(first)).toEqual(Array(7).fill('移す 花子'))
  })

  test('is recorded for both organisations and for each record, with the reason', async () => {
    const [id = ''] = await people(['動'])
    await confirm(await requested({ performers: [id], videos: [] }))
    const entries = await second.send(listAuditLogs, { query: { resourceId: id } })
    expect(entries).toMatchObject([
      {
        action: 'update',
        userId: second.accountId,
        details: { before: { organisation: '移す 花子' }, after: { organisation: '受ける 太郎' }, reason },
      },
    ])
    for (const account of [from, to]) {
      const own = await account.send(listAuditLogs, { query: { resourceType: 'organisation' } })
      expect(own.map(({ details }) => details.change)).toEqual(['moved', 'move_requested'])
    }
  })

  test('is confirmed only by another superadmin, who has held the role for days (D116)', async () => {
    const [id = ''] = await people(['待'])
    const transfer = await requested({ performers: [id], videos: [] })
    expect(refusalOf(await confirm(transfer, first))).toEqual([409, 'OWN_REQUEST'])
    const prepared = await app.signedIn('superadmin')
    await app.sql("UPDATE account SET role_since = database_now() - interval '6 days' WHERE id = $1", [
      prepared.accountId,
    ])
    expect(refusalOf(await confirm(transfer, prepared))).toEqual([409, 'SECOND_PERSON_TOO_NEW'])
    expect(await first.send(listTransfers)).toMatchObject([{ id: transfer, own: true, performerCount: 1 }])
    expect(await second.send(listTransfers)).toMatchObject([{ own: false, merge: false, reason }])
    // All superadmins get a mail (D116).
    const mails = (await app.mails()).filter(({ subject }) => subject.endsWith('記録の移行が申請されました'))
    expect(mails.slice(-3).map(({ to }) => to)).toEqual(expect.arrayContaining([first.email, second.email]))
    await second.send(cancelTransfer, { params: { id: transfer } })
    expect(refusalOf(await confirm(transfer))).toEqual([404, 'NOT_FOUND'])
    expect((await seen(from)).performers).toEqual([id])
  })

  test('ends when its author is no superadmin any more', async () => {
    const [id = ''] = await people(['降'])
    const transfer = await requested({ performers: [id], videos: [] })
    await app.sql("UPDATE account SET role = 'admin' WHERE id = $1", [first.accountId])
    expect(refusalOf(await confirm(transfer))).toEqual([404, 'NOT_FOUND'])
    await app.sql("UPDATE account SET role = 'superadmin' WHERE id = $1", [first.accountId])
    await second.send(cancelTransfer, { params: { id: transfer } })
  })

  test('ends unconfirmed after seven days', async () => {
    const [id = ''] = await people(['期'])
    const transfer = await requested({ performers: [id], videos: [] })
    const now = clock.now()
    clock.moveTo(new Date(now.getTime() + 7 * 86_400_000).toISOString())
    expect(await first.send(listTransfers)).toEqual([])
    clock.moveTo(now.toISOString())
    await second.send(cancelTransfer, { params: { id: transfer } })
  })

  test('never separates a video from its performers, sealed ones included', async () => {
    const [one = '', other = ''] = await people(['一', '二'])
    const video = await make('一緒の作品')
    await add(video, [one, other])
    for (const records of [
      { performers: [one], videos: [video.id] },
      { performers: [one], videos: [] },
      { performers: [], videos: [video.id] },
    ])
      expect(refusalOf(await ask(records))).toEqual([409, 'TRANSFER_INCOMPLETE'])
    await first.delete(`/api/performers/${other}`)
    await confirm(await requested({ performers: [one], videos: [video.id] }))
    expect(await seen(to)).toMatchObject({ performers: [one], videos: [video.id] })
    const [sealed] = await app.sql('SELECT owner_id FROM performer WHERE id = $1', [other])
    expect(sealed).toEqual({ owner_id: to.accountId })
    // The move of the sealed performer has an entry too, which no organisation sees.
    const [newest] = await first.send(listAuditLogs, { query: { resourceId: other } })
    expect(newest).toMatchObject({ action: 'seal', userId: second.accountId })
    expect(await to.send(listAuditLogs, { query: { resourceId: other } })).toEqual([])
  })

  test('is refused for a taken external id, unknown records and the same organisation, and moves nothing', async () => {
    const [id = ''] = await people(['外'])
    await app.sql("UPDATE performer SET external_id = 'X-1' WHERE id = $1", [id])
    await registerPerformer(to, { fields: { external_id: 'X-1' } })
    expect(refusalOf(await ask({ performers: [id], videos: [] }))).toEqual([409, 'EXTERNAL_ID_TAKEN'])
    expect(refusalOf(await ask())).toEqual([409, 'EXTERNAL_ID_TAKEN'])
    expect(refusalOf(await ask({ performers: [to.accountId], videos: [] }))).toEqual([
      404,
      'PERFORMER_NOT_FOUND',
    ])
    expect(refusalOf(await ask({ performers: [], videos: ['x'] }))).toEqual([404, 'VIDEO_NOT_FOUND'])
    expect(refusalOf(await ask({ performers: [], videos: [] }))).toEqual([400, 'INVALID_INPUT'])
    const self = { to: from.accountId, reason }
    const reply = await first.post(`/api/organisations/${from.accountId}/transfers`, self)
    expect(reply.json).toMatchObject({ code: 'INVALID_INPUT', field: 'to' })
    expect(await first.send(listTransfers)).toEqual([])
  })
})

describe('a merge', () => {
  test('moves every record and member, and disables the organisation with the reason', async () => {
    const ids = await people(['甲', '乙'])
    const video = await make('合併の作品')
    await add(video, ids)
    await confirm(await requested())
    expect(await seen(to)).toMatchObject({ performers: ids.toSorted(), videos: [video.id] })
    expect(await seen(from)).toMatchObject({ performers: ids.toSorted(), videos: [video.id] })
    expect(await from.send(listOwnOrganisations)).toMatchObject([
      { id: to.accountId, role: 'representative' },
    ])
    const [closed] = await app.sql(
      'SELECT kind, disabled_reason, person_id FROM organisation WHERE id = $1',
      [from.accountId],
    )
    expect(closed).toEqual({
      kind: 'producer',
      disabled_reason: '「受ける 太郎」に統合しました。',
      person_id: null,
    })
    expect(refusalOf(await ask())).toEqual([403, 'ORGANISATION_DISABLED'])
    const moved = { before: { organisation: '移す 花子' }, after: { organisation: '受ける 太郎' } }
    for (const resourceId of [...ids, video.id]) {
      const [newest] = await to.send(listAuditLogs, { query: { resourceId } })
      expect(newest).toMatchObject({ action: 'update', details: moved })
    }
  })

  test(`a registration at the same time either moves too or fails; nothing stays behind (${pairs} pairs)`, {
    tags: 'long',
  }, async () => {
    for (let pair = 0; pair < pairs; pair++) {
      ;[from, to] = [await app.signedIn('user', '移す 花子'), await company()]
      const transfer = await requested()
      const form = await registrationForm()
      const [registered, confirmed] = await Promise.all([
        from.call('POST', '/api/performers', { form }),
        new Promise((resolve) => setTimeout(resolve, 60 * (pair % 5))).then(() => confirm(transfer)),
      ])
      expect(confirmed.status).toBe(204)
      const left = await app.sql('SELECT id FROM performer WHERE owner_id = $1', [from.accountId])
      expect(left).toEqual([])
      expect((await seen(to)).performers).toHaveLength(registered.status === 201 ? 1 : 0)
    }
  })

  test('two confirmations at once carry out the merge once', async () => {
    await people(['同'])
    const transfer = await requested()
    const third = await app.signedIn('superadmin')
    const replies = await Promise.all([confirm(transfer), confirm(transfer, third)])
    expect(replies.map(({ status }) => status).sort()).toEqual([204, 404])
    const own = await to.send(listAuditLogs, { query: { resourceType: 'organisation' } })
    expect(own.filter(({ details }) => details.change === 'merged')).toHaveLength(1)
  })
})

test('a merge into a personal organisation is refused', async () => {
  const body = { to: from.accountId, reason }
  const reply = await first.post(`/api/organisations/${to.accountId}/transfers`, body)
  expect(reply.json).toMatchObject({ code: 'INVALID_INPUT', field: 'to' })
})

test('only superadmins see and request transfers', async () => {
  const admin = await app.signedIn('admin')
  expect((await admin.get('/api/transfers')).status).toBe(403)
  expect((await ask(undefined, admin)).status).toBe(403)
  expect([requestTransfer, confirmTransfer].map(({ who, stepUp }) => [who, stepUp])).toEqual([
    ['superadmin', true],
    ['superadmin', true],
  ])
})
