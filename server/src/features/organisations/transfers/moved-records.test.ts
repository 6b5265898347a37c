import { listPacks } from '@kyc/contract/packs.ts'
import { updatePerformer } from '@kyc/contract/performers.ts'
import { listPublications } from '@kyc/contract/publications.ts'
import { getTakedown, listTakedowns, type Takedown } from '@kyc/contract/takedowns.ts'
import { getVideoFacts } from '@kyc/contract/title-facts.ts'
import type { Video } from '@kyc/contract/videos.ts'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { campaignCalls } from '../../../testing/app/campaign-calls.ts'
import { moveDatabase } from '../../../testing/app/database-clock.ts'
import { askToMove, moveRecords } from '../../../testing/app/move-records.ts'
import { foundCompany } from '../../../testing/app/organisations.ts'
import { samplePng } from '../../../testing/app/sample-files.ts'
import { type TestAccount, useStage } from '../../../testing/app/test-app.ts'
import { refusalOf } from '../../../testing/app/test-client.ts'
import { TestClock } from '../../../testing/app/test-clock.ts'
import { titleCalls } from '../../../testing/app/title-calls.ts'
import { sceneryFacts } from '../../../testing/app/title-facts.ts'
import { videoCalls } from '../../../testing/app/video-calls.ts'

// What the former organisation still sees of records that have moved: nothing.

const clock = new TestClock('2025-11-04T03:00:00Z')
const { app, admin, first, second } = useStage(
  { admin: 'admin', first: ['superadmin', '最高 一'], second: ['superadmin', '最高 二'] },
  { overrides: { clock } },
)
let owner: TestAccount
let next: TestAccount
let to: string
let video: Video
let performer: string
const { make, add } = videoCalls(() => ({ app, owner, admin }))
const { approved, complete, publish } = titleCalls(() => ({ app, owner, video }))
const { begin, itemsOf, record, run } = campaignCalls(() => ({ app, owner }))

beforeAll(() => moveDatabase(app, clock.now()))
beforeEach(async () => {
  owner = await app.signedIn('user', '前の 花子')
  next = await app.signedIn('user', '後の 太郎')
  to = await foundCompany(app, next)
  video = await make('元の題名')
  performer = await approved()
  await add(video, [performer])
})

const move = (performers = [performer], videos = [video.id]) =>
  moveRecords({ first, second }, { from: owner.accountId, to, performers, videos })

async function entered(): Promise<Takedown> {
  const body = { kind: 'cancellation', videoId: video.id, performerId: performer, text: '出演をやめます。' }
  const reply = await owner.post('/api/takedowns', body)
  expect(reply.status, JSON.stringify(reply.json)).toBe(201)
  return reply.json as Takedown // of the contract's reply
}

test('a request about a moved title is read by the new organisation, and no longer by the former one (D108)', async () => {
  const { id } = await entered()
  await move()
  expect((await owner.get(`/api/takedowns/${id}`)).status).toBe(404)
  expect(await owner.send(listTakedowns)).toEqual([])
  expect(await next.send(listTakedowns)).toMatchObject([{ id }])
  expect(await next.send(getTakedown, { params: { id } })).toMatchObject({ video: { id: video.id } })
})

test('the former organisation neither opens the proof of a request about a moved title nor decides or acts on it', async () => {
  await complete()
  expect((await publish('2025-11-01')).status).toBe(200)
  const { id } = await entered()
  const form = new FormData()
  form.append('file', new Blob([await samplePng()]), '証拠.png')
  await owner.call('POST', `/api/takedowns/${id}/evidence`, { form, headers: { 'idempotency-key': id } })
  const { evidence, stops, version } = await owner.send(getTakedown, { params: { id } })
  await move()
  const path = `/api/takedowns/${id}`
  const file = `${path}/evidence/${evidence[0]?.id}`
  for (const reply of [
    await owner.get(file),
    await owner.post(`${path}/confirmation`, { version }),
    await owner.post(`${path}/stops/${stops[0]?.id}`, {}),
  ])
    expect(reply.status).toBe(404)
  const { appearances } = await next.send(getVideoFacts, { params: { id: video.id } })
  expect(appearances).toMatchObject([{ ended: null }])
  expect((await next.get(file)).status).toBe(200)
})

test('a title moves only together with what it was derived from: a request stops both (D108)', async () => {
  const derived = await make('総集編')
  const { describeVideo } = titleCalls(() => ({ app, owner, video: derived }))
  const source = { videoId: video.id, kind: 'omnibus' } as const
  await describeVideo({ ...sceneryFacts, shootingEndedOn: null, derivedFrom: [source] })
  const ask = (performers: string[], videos: string[]) =>
    askToMove(first, { from: owner.accountId, to, performers, videos })
  for (const reply of [await ask([], [derived.id]), await ask([performer], [video.id])])
    expect(refusalOf(reply)).toEqual([409, 'TRANSFER_INCOMPLETE'])
  expect((await ask([performer], [video.id, derived.id])).status).toBe(201)
})

test('a campaign of the former organisation no longer shows the name of a moved performer', async () => {
  const { id } = await record()
  const campaign = await begin()
  await run()
  await move([id], [])
  await next.send(updatePerformer, { params: { id }, body: { lastName: '新姓', firstName: '花子' } })
  expect(await itemsOf(campaign.id)).toContainEqual(
    expect.objectContaining({ performer: { id, name: null } }),
  )
})

test('a pack of the former organisation no longer shows the title of a moved video', async () => {
  const created = await owner.post('/api/packs', { shape: 'cardBrands', videoIds: [video.id] })
  expect(created.status, JSON.stringify(created.json)).toBe(201)
  await move()
  await next.patch(`/api/videos/${video.id}`, { title: '新しい題名' })
  const [pack] = await owner.send(listPacks)
  expect(pack).toMatchObject({ state: 'ended' })
  expect(JSON.stringify(pack)).not.toMatch(/題名/)
})

test('a title that is on sale on a channel of both organisations moves, and keeps both publications', async () => {
  await complete()
  expect((await publish('2025-11-01')).status).toBe(200)
  await move()
  // A move of an earlier version left the channel of the former organisation, and a partner published on that of the new one.
  await app.sql(
    `INSERT INTO publication (id, video_id, channel_id, started_on, created_by, created_at, updated_at)
     SELECT gen_random_uuid(), u.video_id, c.id, u.started_on, u.created_by, now(), now()
     FROM publication u, channel c WHERE u.video_id = $1 AND c.owner_id = $2`,
    [video.id, owner.accountId],
  )
  await moveRecords(
    { first, second },
    { from: to, to: owner.accountId, performers: [performer], videos: [video.id] },
  )
  const { publications } = await owner.send(listPublications, { params: { id: video.id } })
  expect(publications).toMatchObject([{ endedOn: null }, { endedOn: null }])
})
