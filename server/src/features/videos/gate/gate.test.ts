import {
  getReadiness,
  listDueVideos,
  listVideosOfPerformer,
  type Readiness,
} from '@kyc/contract/readiness.ts'
import { listVideos, type Video } from '@kyc/contract/videos.ts'
import { beforeEach, expect, test } from 'vitest'
import { moveDatabase } from '../../../testing/app/database-clock.ts'
import {
  insertPerformerKeys,
  insertPerformerRows,
  performerRow,
} from '../../../testing/app/performer-rows.ts'
import { type TestAccount, useStage } from '../../../testing/app/test-app.ts'
import { refusalOf, type TestClient, type TestReply } from '../../../testing/app/test-client.ts'
import { TestClock } from '../../../testing/app/test-clock.ts'
import { completeAppearance, coveredFacts } from '../../../testing/app/title-facts.ts'
import { videoCalls } from '../../../testing/app/video-calls.ts'
import { prepareGates, recomputeGates } from './recompute-gates.ts'

const clock = new TestClock('2025-09-15T00:00:00Z')
const { app, admin, first, second } = useStage(
  { admin: 'admin', first: 'superadmin', second: 'superadmin' },
  { overrides: { clock } },
)
let owner: TestAccount
let video: Video
let performer: string

const { make, add, show, entriesOf } = videoCalls(() => ({ app, owner, admin }))

beforeEach(async () => {
  await moveTo('2025-09-15T00:00:00Z')
  owner = await app.signedIn('user', '登録 太郎')
  video = await make()
  performer = await approved()
  await add(video, [performer])
})

async function moveTo(at: string): Promise<void> {
  clock.moveTo(at)
  await moveDatabase(app, clock.now())
}

async function approved(): Promise<string> {
  const row = performerRow(owner.accountId, {
    status: 'approved',
    date_of_birth: '1990-04-02',
    created_at: new Date('2025-03-01T00:00:00Z'),
  })
  await insertPerformerRows(app.services.db, [row])
  await insertPerformerKeys(app.services, [row.id])
  return row.id
}

const readiness = (day?: string, by: TestClient = owner): Promise<Readiness> =>
  by.send(getReadiness, { params: { id: video.id }, query: { day } })
const describe = async (facts: object = {}) => {
  const { version } = (await owner.get(`/api/videos/${video.id}/facts`)).json as { version: number }
  return owner.put(`/api/videos/${video.id}/facts`, { ...coveredFacts, ...facts, version })
}
const appear = async (parts: object = completeAppearance()) => {
  const { appearances } = (await owner.get(`/api/videos/${video.id}/facts`)).json as {
    appearances: { performerId: string; version: number }[]
  }
  const performers = appearances.map(({ performerId: id, version }) => ({ id, version }))
  return owner.put(`/api/videos/${video.id}/appearances`, { performers, ...parts })
}
const publish = (startedOn: string, by: TestClient = owner, channel = '見本ストア'): Promise<TestReply> =>
  by.put(`/api/videos/${video.id}/publications`, { channel, startedOn })
const rulesOf = ({ answers }: Readiness) => answers[0]?.blockers.map(({ rule }) => rule)
const complete = async () => {
  await describe()
  await appear()
}

test('a new video names everything that is missing; with all facts it waits for its day, which is named', async () => {
  expect((await readiness()).state).toBe('missing')
  await complete()
  const answer = await readiness()
  expect(answer.answers).toMatchObject([
    {
      channel: null,
      blockers: [{ rule: 'fourMonths', performerId: null, from: '2025-10-01' }],
      changesOn: '2025-10-01',
    },
  ])
  expect((await readiness('2025-10-01')).state).toBe('complete')
})

test('a publication is recorded from the first lawful day on, and refused before it with each blocker', async () => {
  await complete()
  for (const by of [owner, admin, first])
    expect(await publish('2025-09-30', by)).toMatchObject({
      status: 409,
      json: {
        code: 'RECORDS_MISSING',
        errors: [
          { field: 'fourMonths', message: 'すべての撮影が終わってから4か月を経過していません（9条）' },
        ],
      },
    })
  expect((await publish('2025-10-01')).status).toBe(200)
  const { publications } = (await owner.get(`/api/videos/${video.id}/publications`)).json as {
    publications: { id: string }[]
  }
  const earlier = { channel: '見本ストア', startedOn: '2025-09-30', version: 1 }
  const path = `/api/videos/${video.id}/publications/${publications[0]?.id}`
  expect(refusalOf(await owner.put(path, earlier))).toEqual([409, 'RECORDS_MISSING'])
})

test('the end of a publication is recorded whatever the records lack', async () => {
  await complete()
  await publish('2025-10-01')
  await appear({ ended: { kind: 'cancelled', on: '2025-10-05' } })
  const { publications } = (await owner.get(`/api/videos/${video.id}/publications`)).json as {
    publications: { id: string }[]
  }
  const input = { channel: '見本ストア', startedOn: '2025-10-01', endedOn: '2025-10-05', version: 1 }
  expect((await owner.put(`/api/videos/${video.id}/publications/${publications[0]?.id}`, input)).status).toBe(
    200,
  )
  expect(refusalOf(await publish('2025-10-06'))).toEqual([409, 'RECORDS_MISSING'])
})

test('the list shows and filters by the answer, which changes with every fact and on its day', async () => {
  await complete()
  const listed = async (gate: Video['gate']) =>
    (await owner.send(listVideos, { query: { gate } })).map(({ id }) => id)
  expect([(await show(video)).gate, await listed('missing')]).toEqual(['missing', [video.id]])
  await moveTo('2025-09-30T15:00:00Z')
  expect([(await show(video)).gate, await listed('missing'), await listed('unknown')]).toEqual([
    'unknown',
    [],
    [video.id],
  ])
  await recomputeGates(app.services)
  expect([(await show(video)).gate, await listed('complete')]).toEqual(['complete', [video.id]])
  await appear({ ended: { kind: 'cancelled', on: '2025-10-01' } })
  expect([(await show(video)).gate, await listed('complete')]).toEqual(['missing', []])
})

test.each([
  ['status', "UPDATE performer SET status = 'rejected' WHERE id = $1"],
  ['date of birth', "UPDATE performer SET date_of_birth = '2010-01-01' WHERE id = $1"],
  ['appearance', "UPDATE video_performer SET facts = '{}' WHERE performer_id = $1"],
  ['removal', 'DELETE FROM video_performer WHERE performer_id = $1'],
])(
  'a change of a fact by any program (%s) makes the stored answer unknown until it is computed again',
  async (_, statement) => {
    await moveTo('2025-10-02T00:00:00Z')
    await complete()
    expect((await show(video)).gate).toBe('complete')
    await app.sql(statement, [performer])
    expect((await show(video)).gate).toBe('unknown')
    await recomputeGates(app.services)
    expect((await show(video)).gate).toBe('missing')
  },
)

test('videos from before the gate, and answers of older rules, are computed by the job', async () => {
  await moveTo('2025-10-02T00:00:00Z')
  await complete()
  await app.sql('DELETE FROM video_gate WHERE video_id = $1', [video.id])
  expect((await show(video)).gate).toBe('unknown')
  await prepareGates(app.services)
  await recomputeGates(app.services)
  expect((await show(video)).gate).toBe('complete')
  await app.sql("UPDATE video_gate SET rules_version = '2020-01-01' WHERE video_id = $1", [video.id])
  await prepareGates(app.services)
  expect((await show(video)).gate).toBe('unknown')
})

test('a channel that offers downloads, or wants young consents, has an answer of its own', async () => {
  await moveTo('2025-10-02T00:00:00Z')
  await complete()
  await publish('2025-10-01')
  await publish('2025-10-01', owner, '別のストア')
  const { channels } = {
    channels: (await owner.get(`/api/videos/${video.id}/channels`)).json as { id: string }[],
  }
  const rules = { consentMonths: 3, download: true, version: 1 }
  const path = `/api/videos/${video.id}/channels/${channels[0]?.id}`
  expect((await owner.put(path, rules)).status).toBe(200)
  expect(refusalOf(await owner.put(path, { ...rules, download: false }))).toEqual([409, 'CONFLICT'])
  const answer = await readiness()
  expect(answer.state).toBe('partly')
  expect(answer.answers).toMatchObject([
    { blockers: [] },
    { channel: { name: '別のストア' }, blockers: [{ rule: 'consent', items: ['download'] }] },
    { channel: { name: '見本ストア' }, blockers: [] },
  ])
  expect((await show(video)).gate).toBe('unknown')
})

test('what changes by itself within a week is listed, and a performer’s page names the videos that wait for the person', async () => {
  await complete()
  expect(await owner.send(listDueVideos)).toEqual([])
  await moveTo('2025-09-27T00:00:00Z')
  const due = { id: video.id, title: video.title, gate: 'missing', changesOn: '2025-10-01' }
  expect(await owner.send(listDueVideos)).toEqual([due])
  const stranger = await app.signedIn('user')
  expect(await stranger.send(listDueVideos)).toEqual([])
  expect((await admin.send(listDueVideos)).filter(({ id }) => id === video.id)).toEqual([due])
  await appear({ footage: null })
  const one = { params: { id: performer } }
  expect(await owner.send(listVideosOfPerformer, one)).toEqual([
    { id: video.id, title: video.title, gate: 'missing', rules: ['footage'] },
  ])
  expect(refusalOf(await stranger.get(`/api/performers/${performer}/videos`))).toEqual([
    404,
    'PERFORMER_NOT_FOUND',
  ])
})

const override = (body: object, by: TestClient = first) =>
  by.call('POST', `/api/videos/${video.id}/overrides`, { json: { reason: '確認した', ...body } })
const act = async (verb: 'PUT' | 'DELETE', by: TestClient) => {
  const [one] = (await readiness(undefined, by)).overrides
  const path = `/api/videos/${video.id}/overrides/${one?.id}${verb === 'PUT' ? '/confirmation' : ''}`
  return by.call(verb, path, { json: {} })
}

test('a rule of class A is never overridden, not even by the login of the server', async () => {
  for (const by of [owner, admin])
    expect((await override({ rule: 'fourMonths', until: '2999-12-31' }, by)).status).toBe(403)
  const all = { rule: 'fourMonths', until: '2999-12-31', opinion: '見解' }
  expect(refusalOf(await override(all))).toEqual([409, 'RULE_NEVER_OVERRIDDEN'])
  const row = `INSERT INTO gate_override (id, video_id, rule, reason, opinion, until_on, requested_by, requested_at)
    VALUES (gen_random_uuid(), '${video.id}', 'fourMonths', '', '', '2999-12-31', '${first.accountId}', now())`
  await expect(app.sql(row)).rejects.toThrow('gate_override_rule')
})

test('a rule of class C is overridden by a superadmin until a day, which is shown and ends', async () => {
  await moveTo('2025-10-02T00:00:00Z')
  await complete()
  await describe({ contentReview: null })
  expect((await override({ rule: 'contentReview' })).json).toMatchObject({ errors: [{ field: 'until' }] })
  expect((await override({ rule: 'contentReview', until: '2025-10-03' })).status).toBe(200)
  const answer = await readiness()
  expect([answer.state, answer.answers[0]?.overridden, answer.answers[0]?.changesOn]).toMatchObject([
    'complete',
    [{ rule: 'contentReview' }],
    '2025-10-04',
  ])
  expect((await readiness('2025-10-04')).state).toBe('missing')
  expect((await act('DELETE', first)).status).toBe(200)
  expect((await show(video)).gate).toBe('missing')
  const entries = await entriesOf(video)
  expect(entries.filter(({ details }) => 'override' in details)).toHaveLength(2)
})

test('a rule of class B is overridden by two superadmins with a legal opinion', async () => {
  await moveTo('2025-10-02T00:00:00Z')
  await describe()
  const { contract, ...others } = completeAppearance()
  await appear({ ...others, contract: { ...contract, receivedOn: '2025-04-16' } })
  expect(rulesOf(await readiness())).toEqual(['copy'])
  expect((await override({ rule: 'copy' })).json).toMatchObject({ errors: [{ field: 'opinion' }] })
  const asked = await override({ rule: 'copy', performerId: performer, opinion: '弁護士の見解。書庫に保管' })
  expect(asked.status).toBe(200)
  expect(rulesOf(await readiness())).toEqual(['copy'])
  expect(refusalOf(await act('PUT', first))).toEqual([409, 'OWN_REQUEST'])
  await app.sql("UPDATE account SET created_at = '2024-01-01' WHERE id = $1", [second.accountId])
  expect((await act('PUT', second)).status).toBe(200)
  expect(rulesOf(await readiness())).toEqual([])
  expect((await publish('2025-10-02')).status).toBe(200)
})

test('a request for an override ends when its author is no superadmin any more', async () => {
  await moveTo('2025-10-02T00:00:00Z')
  await complete()
  const author = await app.signedIn('superadmin')
  await override({ rule: 'copy', opinion: '弁護士の見解' }, author)
  const [asked] = (await readiness()).overrides
  await app.sql("UPDATE account SET role = 'admin', own_role = 'admin' WHERE id = $1", [author.accountId])
  expect((await readiness()).overrides).toEqual([])
  const path = `/api/videos/${video.id}/overrides/${asked?.id}/confirmation`
  expect(refusalOf(await second.put(path, {}))).toEqual([404, 'NOT_FOUND'])
})

test('a publication and a fact that forbids it: whichever comes second is refused or closes the gate', async () => {
  await moveTo('2025-10-02T00:00:00Z')
  await complete()
  const [published] = await Promise.all([
    publish('2025-10-02'),
    appear({ ended: { kind: 'stopped', on: '2025-10-01' } }),
  ])
  expect([200, 409]).toContain(published.status)
  expect([(await readiness()).state, (await show(video)).gate]).toEqual(['missing', 'missing'])
  expect(refusalOf(await publish('2025-10-03', owner, '別のストア'))).toEqual([409, 'RECORDS_MISSING'])
})
