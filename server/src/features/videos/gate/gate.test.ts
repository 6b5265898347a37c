import { listDueVideos, listVideosOfPerformer } from '@kyc/contract/readiness.ts'
import { listVideos, type Video } from '@kyc/contract/videos.ts'
import { beforeEach, expect, test } from 'vitest'
import { moveDatabase } from '../../../testing/app/database-clock.ts'
import { type TestAccount, useStage } from '../../../testing/app/test-app.ts'
import { refusalOf } from '../../../testing/app/test-client.ts'
import { TestClock } from '../../../testing/app/test-clock.ts'
import { titleCalls } from '../../../testing/app/title-calls.ts'
import { videoCalls } from '../../../testing/app/video-calls.ts'
import { prepareGates, recomputeGates } from './recompute-gates.ts'

const clock = new TestClock('2025-09-15T00:00:00Z')
const { app, admin, first } = useStage({ admin: 'admin', first: 'superadmin' }, { overrides: { clock } })
let owner: TestAccount
let video: Video
let performer: string

const { make, add, remove, show } = videoCalls(() => ({ app, owner, admin }))

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

const { approved, appear, complete, publish, readiness } = titleCalls(() => ({
  app,
  owner,
  video,
}))

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

test('a planned publication is not moved to a day on which the records lack something', async () => {
  await complete()
  await appear({
    consents: [
      { kind: 'depiction', givenOn: '2025-04-01' },
      { kind: 'distribution', givenOn: '2025-04-01', endsOn: '2025-11-30' },
    ],
  })
  expect(refusalOf(await publish('2025-12-01'))).toEqual([409, 'RECORDS_MISSING'])
  expect((await publish('2025-10-01')).status).toBe(200)
  const { publications } = (await owner.get(`/api/videos/${video.id}/publications`)).json as {
    publications: { id: string }[]
  }
  const move = (startedOn: string, version: number) =>
    owner.put(`/api/videos/${video.id}/publications/${publications[0]?.id}`, {
      ...{ channel: '見本ストア', startedOn, version },
    })
  expect(refusalOf(await move('2025-12-01', 1))).toEqual([409, 'RECORDS_MISSING'])
  expect((await move('2025-11-30', 1)).status).toBe(200)
})

test('a publication that began before the end of a contract is refused after it, unless it was over by then', async () => {
  await complete()
  await moveTo('2025-10-10T00:00:00Z')
  await appear({ ended: { kind: 'cancelled', on: '2025-10-05' } })
  expect(refusalOf(await publish('2025-10-04'))).toEqual([409, 'RECORDS_MISSING'])
  const past = { channel: '見本ストア', startedOn: '2025-10-02', endedOn: '2025-10-04' }
  expect((await owner.put(`/api/videos/${video.id}/publications`, past)).status).toBe(200)
})

test.each([
  ['an ended contract', { ended: { kind: 'cancelled', on: '2025-09-01' } }],
  [
    'a withdrawn consent',
    { consents: [{ kind: 'depiction', givenOn: '2025-04-01', withdrawnOn: '2025-09-01' }] },
  ],
])('a member cannot forget %s by removing the performer, an admin can', async (_, parts) => {
  await appear(parts)
  expect(refusalOf(await remove(video, performer))).toEqual([409, 'APPEARANCE_ENDED'])
  expect((await remove(video, performer, admin)).status).toBe(204)
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

test('the list shows and filters by the stored answer, which changes with a fact and on the day that it waits for', async () => {
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

test('a channel that offers downloads, or requires recent consents, has an answer of its own', async () => {
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
