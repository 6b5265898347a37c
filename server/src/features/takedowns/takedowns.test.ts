import { randomUUID } from 'node:crypto'
import { type AuditEntry, listAuditLogs } from '@kyc/contract/audit.ts'
import { completeTakedown, getTakedown, listTakedowns, type Takedown } from '@kyc/contract/takedowns.ts'
import { getVideoFacts } from '@kyc/contract/title-facts.ts'
import type { Video } from '@kyc/contract/videos.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { type TestAccount, useStage } from '../../testing/app/test-app.ts'
import { refusalOf, type TestClient, type TestReply } from '../../testing/app/test-client.ts'
import { TestClock } from '../../testing/app/test-clock.ts'
import { titleCalls } from '../../testing/app/title-calls.ts'
import { videoCalls } from '../../testing/app/video-calls.ts'

const clock = new TestClock('2025-11-04T03:00:00Z')
const { app, admin, other } = useStage({ admin: 'admin', other: 'user' }, { overrides: { clock } })
let owner: TestAccount
let video: Video
let performer: string

const { make, add } = videoCalls(() => ({ app, owner, admin }))
const { approved, complete, publish } = titleCalls(() => ({ app, owner, video }))
const ofTitle = (each: Video) => titleCalls(() => ({ app, owner, video: each }))

beforeEach(async () => {
  clock.moveTo('2025-11-04T03:00:00Z')
  owner = await app.signedIn('user')
  video = await make()
  performer = await approved()
  await add(video, [performer])
  await complete()
})

const enter = (change: object = {}, by: TestClient = owner): Promise<TestReply> =>
  by.post('/api/takedowns', { kind: 'cancellation', videoId: video.id, text: '出演をやめます。', ...change })
const entered = async (change: object = {}): Promise<Takedown> => {
  const reply = await enter({ performerId: performer, ...change })
  expect(reply.status, JSON.stringify(reply.json)).toBe(201)
  return reply.json as Takedown // of the declared shape, which the reply was checked against
}
const show = (id: string, by: TestClient = owner) => by.send(getTakedown, { params: { id } })
const act = ({ id }: Takedown, path: string, body: object = {}, by: TestClient = owner): Promise<TestReply> =>
  by.post(`/api/takedowns/${id}/${path}`, body)
const confirm = async (takedown: Takedown) =>
  act(takedown, 'confirmation', { version: (await show(takedown.id)).version })
const open = (query: object = {}, by: TestClient = owner) => by.send(listTakedowns, { query })
const blockers = async (each: Video = video) =>
  (await ofTitle(each).readiness()).answers[0]?.blockers.map(({ rule }) => rule)

/** Makes another title that is derived from `from` and complete otherwise. */
async function derived(from: Video): Promise<Video> {
  const title = await make('総集編')
  await ofTitle(title).describeVideo({ derivedFrom: [{ videoId: from.id, kind: 'omnibus' }] })
  return title
}

describe('the receipt of a request', () => {
  test('closes the title and all that is derived from it, also indirectly, and asks every channel on sale to stop', async () => {
    const trailer = await derived(video)
    const second = await derived(trailer)
    expect((await publish('2025-11-01')).status).toBe(200)
    expect((await publish('2025-11-01', owner, '別のストア')).status).toBe(200)
    const takedown = await entered()
    expect(takedown).toMatchObject({
      ...{ kind: 'cancellation', state: 'held', way: 'hand', text: '出演をやめます。' },
      ...{ video: { id: video.id }, performer: { id: performer } },
      ...{ receivedAt: '2025-11-04T03:00:00.000Z', dueAt: '2025-11-05T03:00:00.000Z' },
    })
    expect(takedown.number).toMatch(/^T-[0-9A-Z]{4}-[0-9A-Z]{4}$/)
    expect(takedown.derived.map(({ id }) => id).toSorted()).toEqual([trailer.id, second.id].toSorted())
    expect(takedown.stops.map(({ channel }) => channel)).toEqual(['別のストア', '見本ストア'])
    for (const each of [video, trailer, second]) expect(await blockers(each)).toContain('withdrawal')
    const refused = await publish('2025-11-04', owner, '三番目のストア')
    expect(refusalOf(refused)).toEqual([409, 'RECORDS_MISSING'])
    expect(await open()).toMatchObject([{ id: takedown.id, asked: 2, acknowledged: 0 }])
  })

  test('also stops what is derived from the title later, even after the derivation is taken back', async () => {
    await entered()
    const later = await derived(video)
    expect(await blockers(later)).toContain('withdrawal')
    await ofTitle(later).describeVideo({ derivedFrom: [] })
    expect(await blockers(later)).toContain('withdrawal')
  })

  test('is opened again after its completion once a title on sale is recorded as derived', async () => {
    const takedown = await entered()
    await confirm(takedown)
    const complete = async () => act(takedown, 'completion', { version: (await show(takedown.id)).version })
    expect((await complete()).status).toBe(200)
    const later = await make('総集編')
    await add(later, [performer])
    await ofTitle(later).complete()
    expect((await ofTitle(later).publish('2025-11-01')).status).toBe(200)
    await ofTitle(later).describeVideo({ derivedFrom: [{ videoId: video.id, kind: 'omnibus' }] })
    expect(await show(takedown.id)).toMatchObject({
      ...{ state: 'confirmed', closedAt: null },
      stops: [{ videoId: later.id, acknowledgedAt: null }],
    })
    expect(refusalOf(await complete())).toEqual([409, 'TAKEDOWN_STATE'])
    const [entry] = await admin.send(listAuditLogs, { query: { resourceId: takedown.id } })
    expect(entry?.details).toMatchObject({ after: { takedownState: 'confirmed' } })
  })

  test('is mailed to the members and the office, without words of the sender and the title', async () => {
    const superadmin = await app.signedIn('superadmin')
    const { number } = await entered()
    const mails = (await app.mails()).filter(({ text }) => text.includes(number))
    expect(mails.map(({ to }) => to)).toEqual(expect.arrayContaining([owner.email, superadmin.email]))
    for (const mail of mails) expect(`${mail.subject}${mail.text}`).not.toMatch(/出演をやめます|見本作品/)
  })

  test('has an entry of the request and one of each title, without words of the sender', async () => {
    const { id, number } = await entered()
    const entries: AuditEntry[] = await admin.send(listAuditLogs, { query: { resourceId: id } })
    expect(entries).toMatchObject([
      {
        action: 'create',
        details: { takedownKind: 'cancellation', takedownWay: 'hand', takedownState: 'held' },
      },
    ])
    const [ofVideo] = await owner.send(listAuditLogs, { query: { resourceId: video.id } })
    expect(ofVideo).toMatchObject({ action: 'update', details: { takedown: number } })
    expect(JSON.stringify(entries)).not.toContain('出演をやめます')
  })

  test('is refused for a title or a performer that the account does not see, and for a time in the future', async () => {
    expect(refusalOf(await enter({}, other))).toEqual([404, 'VIDEO_NOT_FOUND'])
    expect(refusalOf(await enter({ performerId: await approved() }))).toEqual([404, 'PERFORMER_NOT_FOUND'])
    const late = await enter({ receivedAt: '2025-11-04T03:00:01Z' })
    expect(late).toMatchObject({ status: 400, json: { errors: [{ field: 'receivedAt' }] } })
    expect(await open()).toEqual([])
  })

  test('is entered once for one key, and another text with the key is refused', async () => {
    const headers = { 'idempotency-key': randomUUID() }
    const json = { kind: 'cancellation', videoId: video.id, text: '出演をやめます。' }
    const send = (body: object) => owner.call('POST', '/api/takedowns', { json: body, headers })
    const replies = await Promise.all([send(json), send(json)])
    expect(replies.map(({ status }) => status)).toEqual([201, 201])
    expect(replies[0]?.json).toEqual(replies[1]?.json)
    expect(await open()).toHaveLength(1)
    expect(refusalOf(await send({ ...json, text: '別の内容' }))).toEqual([422, 'IDEMPOTENCY_KEY_REUSED'])
  })

  test('of a complaint shows both meanings of a business day', async () => {
    const { dueAt, dueWithHolidaysAt } = await entered({ kind: 'card', receivedAt: '2025-10-30T01:00:00Z' })
    expect([dueAt, dueWithHolidaysAt]).toEqual(['2025-11-10T15:00:00.000Z', '2025-11-11T15:00:00.000Z'])
  })
})

describe('the performer of a request', () => {
  const name = async ({ id }: Takedown, performerId: string, by: TestClient = owner) =>
    by.call('PUT', `/api/takedowns/${id}/performer`, {
      json: { performerId, version: (await show(id, owner)).version },
    })

  test('must appear in the title, and has an entry that names the request', async () => {
    const takedown = await entered({ performerId: null })
    const stranger = await approved()
    expect(refusalOf(await name(takedown, stranger))).toEqual([404, 'PERFORMER_NOT_FOUND'])
    expect(refusalOf(await name(takedown, performer, other))).toEqual([404, 'TAKEDOWN_NOT_FOUND'])
    expect(await name(takedown, performer)).toMatchObject({
      status: 200,
      json: { performer: { id: performer }, version: takedown.version + 1 },
    })
    expect((await name(takedown, performer)).json).toMatchObject({ version: takedown.version + 1 })
    const entries = await admin.send(listAuditLogs, {
      query: { resourceId: performer, resourceType: 'takedown' },
    })
    expect(entries).toMatchObject([{ details: { change: 'performer_named', takedown: takedown.number } }])
    const [kept] = await app.sql<{ by: string }>('SELECT record_kept_by($1) AS by', [performer])
    expect(kept?.by).toBe('request')
  })

  test('can be exchanged until the request is confirmed, which ends the appearance of the one named last', async () => {
    const second = await approved()
    await add(video, [second])
    const takedown = await entered()
    expect((await name(takedown, second)).status).toBe(200)
    expect((await confirm(takedown)).status).toBe(200)
    expect(refusalOf(await name(takedown, performer))).toEqual([409, 'TAKEDOWN_STATE'])
    const { appearances } = await owner.send(getVideoFacts, { params: { id: video.id } })
    const ended = appearances.filter(({ ended }) => ended).map(({ performerId }) => performerId)
    expect(ended).toEqual([second])
  })

  test('named after the confirmation ends the appearance at once', async () => {
    const takedown = await entered({ performerId: null })
    expect((await confirm(takedown)).status).toBe(200)
    expect((await name(takedown, performer)).status).toBe(200)
    const { appearances } = await owner.send(getVideoFacts, { params: { id: video.id } })
    expect(appearances.find((each) => each.performerId === performer)?.ended).toMatchObject({
      kind: 'cancelled',
      on: '2025-11-04',
    })
  })
})

describe('the course of a request', () => {
  test('confirmation ends the appearance on the day of the receipt, and completion follows every channel', async () => {
    await publish('2025-11-01')
    const takedown = await entered({ receivedAt: '2025-11-02T16:00:00Z' })
    expect(refusalOf(await act(takedown, 'completion', { version: takedown.version }))).toEqual([
      409,
      'TAKEDOWN_STATE',
    ])
    expect((await confirm(takedown)).status).toBe(200)
    const { appearances } = await owner.send(getVideoFacts, { params: { id: video.id } })
    expect(appearances).toMatchObject([{ ended: { kind: 'cancelled', on: '2025-11-03' } }])
    const confirmed = await show(takedown.id)
    expect(refusalOf(await act(takedown, 'completion', { version: confirmed.version }))).toEqual([
      409,
      'TAKEDOWN_STATE',
    ])
    const [stop] = confirmed.stops
    const acknowledged = await act(takedown, `stops/${stop?.id}`)
    expect(acknowledged.json).toMatchObject({ stops: [{ acknowledgedAt: '2025-11-04T03:00:00.000Z' }] })
    const { publications } = (await owner.get(`/api/videos/${video.id}/publications`)).json as {
      publications: object[]
    }
    expect(publications).toMatchObject([{ endedOn: '2025-11-04' }])
    const completed = await owner.send(completeTakedown, {
      params: { id: takedown.id },
      body: { version: confirmed.version },
    })
    expect(completed).toMatchObject({ state: 'completed', closedBy: expect.any(String) })
    expect(await open()).toEqual([])
    expect(await open({ state: 'closed' })).toMatchObject([{ id: takedown.id }])
    expect(await blockers()).toEqual(expect.arrayContaining(['withdrawal', 'ended']))
  })

  test('repeated acts change nothing and write no second entry', async () => {
    await publish('2025-11-01')
    const takedown = await entered()
    const [stop] = takedown.stops
    for (const _ of [1, 2]) {
      expect((await confirm(takedown)).status).toBe(200)
      expect((await act(takedown, `stops/${stop?.id}`)).status).toBe(200)
    }
    const entries = await admin.send(listAuditLogs, { query: { resourceId: takedown.id } })
    expect(entries.map(({ action }) => action)).toEqual(['update', 'update', 'create'])
  })

  test('an unfounded request is closed by an admin with a reason, opens the title again and stays in the list', async () => {
    const takedown = await entered()
    const body = { version: takedown.version, reason: '別の作品についての申し出でした。' }
    expect((await act(takedown, 'rejection', body)).status).toBe(403)
    const empty = await act(takedown, 'rejection', { ...body, reason: '' }, admin)
    expect(empty).toMatchObject({ status: 400, json: { errors: [{ field: 'reason' }] } })
    expect((await act(takedown, 'rejection', body, admin)).status).toBe(200)
    expect(await blockers()).toEqual([])
    expect((await publish('2025-11-04')).status).toBe(200)
    expect(await open({ state: 'closed' })).toMatchObject([{ state: 'unfounded', reason: body.reason }])
    const log = await admin.send(listAuditLogs, { query: { resourceId: takedown.id } })
    expect(JSON.stringify(log)).not.toContain('別の作品')
  })

  test('of two requests about a title, one that is unfounded leaves it stopped', async () => {
    const [first] = [await entered(), await entered({ kind: 'injunction' })]
    await act(first, 'rejection', { version: first.version, reason: '重複' }, admin)
    expect(await blockers()).toContain('withdrawal')
  })

  test('a page that has seen an older version of the request decides nothing', async () => {
    const takedown = await entered()
    await confirm(takedown)
    const body = { version: takedown.version, reason: '理由' }
    expect(refusalOf(await act(takedown, 'rejection', body, admin))).toEqual([409, 'CONFLICT'])
    expect(await show(takedown.id)).toMatchObject({ state: 'confirmed' })
  })

  test('another organisation sees no request, and a member who only reads changes none', async () => {
    const takedown = await entered()
    expect(refusalOf(await other.get(`/api/takedowns/${takedown.id}`))).toEqual([404, 'TAKEDOWN_NOT_FOUND'])
    expect(await open({}, other)).toEqual([])
    expect(await open({ video: video.id }, other)).toEqual([])
    expect(refusalOf(await act(takedown, 'confirmation', { version: 1 }, other))).toEqual([
      404,
      'TAKEDOWN_NOT_FOUND',
    ])
    const auditor = await app.signedIn('auditor')
    expect((await auditor.get(`/api/takedowns/${takedown.id}`)).status).toBe(200)
    expect((await act(takedown, 'confirmation', { version: 1 }, auditor)).status).toBe(403)
  })
})
