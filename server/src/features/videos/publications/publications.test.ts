import type { AuditEntry } from '@kyc/contract/audit.ts'
import { addPublication, listPublications, type Publications } from '@kyc/contract/publications.ts'
import type { Video } from '@kyc/contract/videos.ts'
import { beforeEach, expect, test } from 'vitest'
import { insertPublication } from '../../../testing/app/factories.ts'
import { type TestAccount, useStage } from '../../../testing/app/test-app.ts'
import { refusalOf, type TestClient, type TestReply } from '../../../testing/app/test-client.ts'
import { videoCalls } from '../../../testing/app/video-calls.ts'

const { app, admin } = useStage({ admin: ['admin', '管理 三郎'] })
let owner: TestAccount
let video: Video

const { makeComplete, people, add, remove, show, entriesOf } = videoCalls(() => ({ app, owner, admin }))

beforeEach(async () => {
  owner = await app.signedIn('user', '登録 太郎')
  video = await makeComplete()
})

const path = () => `/api/videos/${video.id}/publications`
const publish = (input: object, by: TestClient = owner): Promise<TestReply> =>
  by.put(path(), { channel: '見本ストア', startedOn: '2026-05-01', ...input })
const correct = (id: string, input: object, by: TestClient = owner): Promise<TestReply> =>
  by.call('PUT', `${path()}/${id}`, {
    json: { channel: '見本ストア', startedOn: '2026-05-01', version: 1, ...input },
  })
const state = (known: boolean, by: TestClient = owner): Promise<TestReply> =>
  by.call('PUT', `/api/videos/${video.id}/publications-known`, { json: { known } })
const isOfPublications = ({ action, details }: AuditEntry) =>
  action === 'update' && !('category' in (details.after as object))
const list = (by: TestClient = owner): Promise<Publications> =>
  by.send(listPublications, { params: { id: video.id } })

test('a new video is unknown until a member states that no publication is missing, which can be taken back', async () => {
  expect([video.sale, await list()]).toEqual([
    'unknown',
    { state: 'unknown', known: false, publications: [], channels: [] },
  ])
  expect((await state(true)).status).toBe(200)
  expect((await show(video)).sale).toBe('none')
  await state(true)
  expect((await state(false)).status).toBe(200)
  expect((await show(video)).sale).toBe('unknown')
  const entries = (await entriesOf(video)).filter(isOfPublications)
  expect(entries.map(({ details }) => details?.after)).toEqual([
    { publicationsKnown: false },
    { publicationsKnown: true },
  ])
})

test('a publication creates its channel by name, and a repeat changes nothing', async () => {
  const input = { channel: ' 見本ストア ', address: 'https://shop.example/1', externalId: 'S-1' }
  const replies = await Promise.all([publish(input), publish(input)])
  expect(replies.map(({ status }) => status)).toEqual([200, 200])
  expect(await list()).toMatchObject({
    state: 'onSale',
    known: false,
    publications: [
      {
        channel: '見本ストア',
        startedOn: '2026-05-01',
        endedOn: null,
        address: 'https://shop.example/1',
        externalId: 'S-1',
        version: 1,
      },
    ],
    channels: ['見本ストア'],
  })
  const entries = (await entriesOf(video)).filter(isOfPublications)
  expect(entries).toMatchObject([{ details: { after: { channel: '見本ストア', startedOn: '2026-05-01' } } }])
})

test('a video is on sale once on a channel, and again after that has ended', async () => {
  const { publications } = await owner.send(addPublication, {
    params: { id: video.id },
    body: { channel: '見本ストア', startedOn: '2026-05-01' },
  })
  const id = publications[0]?.id ?? ''
  expect(refusalOf(await publish({ startedOn: '2026-06-01' }))).toEqual([409, 'PUBLISHED_THERE'])
  expect((await correct(id, { endedOn: '2026-05-31' })).status).toBe(200)
  expect((await publish({ startedOn: '2026-06-01' })).status).toBe(200)
  expect(refusalOf(await correct(id, { endedOn: null, version: 2 }))).toEqual([409, 'PUBLISHED_THERE'])
  expect((await publish({ channel: '別のストア' })).status).toBe(200)
  expect((await list()).channels).toEqual(['別のストア', '見本ストア'])
})

test('the state follows the days: on sale up to the last day, then ended or, if others may be missing, unknown', async () => {
  await publish({ startedOn: '2020-01-01', endedOn: '2020-12-31' })
  expect((await show(video)).sale).toBe('unknown')
  await state(true)
  expect((await show(video)).sale).toBe('ended')
  await publish({ channel: '別のストア', endedOn: '2999-12-31' })
  expect((await show(video)).sale).toBe('onSale')
})

test('of two corrections of one version the second is refused, and equal values change nothing', async () => {
  await publish({})
  const id = (await list()).publications[0]?.id ?? ''
  expect((await correct(id, {})).status).toBe(200)
  const replies = await Promise.all([
    correct(id, { endedOn: '2026-05-31' }),
    correct(id, { endedOn: '2026-06-30' }),
  ])
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 409])
  expect(replies.map(({ json }) => (json as { code?: string }).code)).toContain('CONFLICT')
  const entries = (await entriesOf(video)).filter(isOfPublications)
  expect(entries).toHaveLength(2)
  expect(refusalOf(await correct(video.id, {}))).toEqual([404, 'PUBLICATION_NOT_FOUND'])
})

test.each([
  [{ channel: ' ' }, 'channel', '公開先を入力してください。'],
  [
    { startedOn: '2026-02-30' },
    'startedOn',
    '公開を開始した日は正しい日付で入力してください。例：1998-04-02',
  ],
  [{ endedOn: '2026-04-30' }, 'endedOn', '公開を終了した日は、開始した日以降にしてください。'],
  [{ address: 'javascript:alert(1)' }, 'address', '公開先のアドレスは https:// から入力してください。'],
  [{ channel: 'あ'.repeat(61) }, 'channel', '公開先は60文字以内で入力してください。'],
])('a publication with %o is refused at %s', async (input, field, message) => {
  const reply = await publish(input)
  expect(reply.json).toMatchObject({ status: 400, errors: [{ field, message }] })
  expect((await list()).publications).toEqual([])
})

test('a video has at most 200 publications', async () => {
  await publish({})
  await app.sql(
    `INSERT INTO publication (id, video_id, channel_id, started_on, ended_on, created_by, created_at, updated_at)
     SELECT gen_random_uuid(), video_id, channel_id, started_on - n, started_on, created_by, created_at, updated_at
     FROM publication, generate_series(1, 199) n WHERE video_id = $1`,
    [video.id],
  )
  expect(refusalOf(await publish({ channel: '別のストア' }))).toEqual([409, 'TOO_MANY_PUBLICATIONS'])
})

test('once a publication is recorded, only an admin removes a performer from the video', async () => {
  const [one = '', two = ''] = await people(['甲', '乙'])
  await add(video, [one, two])
  expect((await remove(video, one)).status).toBe(204)
  await insertPublication(app, video.id, { endedOn: '2026-05-31' })
  expect(refusalOf(await remove(video, two))).toEqual([409, 'VIDEO_PUBLISHED'])
  expect((await remove(video, two, admin)).status).toBe(204)
})
