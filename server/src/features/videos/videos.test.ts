import { randomUUID } from 'node:crypto'
import type { BodyIn } from '@kyc/contract/endpoint.ts'
import { createVideo, getVideo, listVideos, updateVideo, type Video } from '@kyc/contract/videos.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { type TestAccount, useStage } from '../../testing/app/test-app.ts'
import { nextOf, refusalOf, replyOf, type TestClient, type TestReply } from '../../testing/app/test-client.ts'
import { videoCalls } from '../../testing/app/video-calls.ts'

const { app, admin } = useStage({ admin: ['admin', '管理 三郎'] })
let owner: TestAccount
let other: TestAccount

beforeEach(async () => {
  owner = await app.signedIn('user', '登録 太郎')
  other = await app.signedIn('user', '別人 次郎')
})

const { make, people, add, remove, show, entriesOf, waiting } = videoCalls(() => ({ app, owner, admin }))

describe('creating a video', () => {
  test('returns the record with its address and creates one entry', async () => {
    const reply = await owner.post('/api/videos', { title: ' 夏の見本 ', externalId: 'sg-1' })
    const video = replyOf(createVideo, reply)
    expect([reply.status, reply.headers.get('location')]).toEqual([201, `/api/videos/${video.id}`])
    expect(video).toMatchObject({
      title: '夏の見本',
      externalId: 'sg-1',
      performerCount: 0,
      registeredBy: '登録 太郎',
    })
    expect(await owner.send(getVideo, { params: { id: video.id } })).toEqual(video)
    expect(await entriesOf(video)).toMatchObject([
      {
        action: 'create',
        resourceType: 'video',
        resourceId: video.id,
        resourceName: '夏の見本',
        details: { after: { title: '夏の見本', externalId: 'sg-1' } },
      },
    ])
  })

  test('a repeat creates no second one; other content with the key is refused (D20)', async () => {
    const headers = { 'idempotency-key': randomUUID() }
    const send = (title: string) => owner.call('POST', '/api/videos', { json: { title }, headers })
    const [first, second] = await Promise.all([send('同時'), send('同時')])
    expect(first.json).toEqual(second.json)
    expect([first, second].filter((each) => each.headers.get('idempotent-replayed'))).toHaveLength(1)
    expect(refusalOf(await send('別の題'))).toEqual([422, 'IDEMPOTENCY_KEY_REUSED'])
    expect((await owner.get('/api/videos')).headers.get('x-total-count')).toBe('1')
  })

  test('an external id is unique within an owner, also among concurrent calls, and not between owners', async () => {
    const headers = () => ({ 'idempotency-key': randomUUID() })
    const send = (by: TestClient, title: string) =>
      by.call('POST', '/api/videos', { json: { title, externalId: 'x-1' }, headers: headers() })
    const replies = await Promise.all([send(owner, 'a'), send(owner, 'b')])
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 409])
    const refused = replies.find(({ status }) => status === 409)
    expect(refused?.json).toMatchObject({ code: 'EXTERNAL_ID_TAKEN', field: 'externalId' })
    expect((await send(other, 'c')).status).toBe(201)
    expect((await make('d', owner, '')).externalId).toBeNull()
  })

  test.each([[''], [' '], ['あ'.repeat(201)], ['a\u0000']])(
    'refuses the title %j and names the field',
    async (title) => {
      const reply = await owner.post('/api/videos', { title })
      expect(reply.json).toMatchObject({ status: 400, code: 'INVALID_INPUT', field: 'title' })
    },
  )
})

describe('visibility (D2, D23)', () => {
  test('every call returns 404 for another user’s video; an admin sees all, with the owner’s name', async () => {
    const video = await make()
    const [performer = ''] = await people(['山'])
    await add(video, [performer])
    const path = `/api/videos/${video.id}`
    for (const reply of [
      await other.get(path),
      await other.get(`${path}/performers`),
      await other.get(`${path}/candidates`),
      await other.patch(path, { title: 'x' }),
      await add(video, [performer], other),
      await remove(video, performer, other),
    ])
      expect(refusalOf(reply)).toEqual([404, 'VIDEO_NOT_FOUND'])
    expect(await other.send(listVideos)).toEqual([])
    expect(await show(video, admin)).toMatchObject({
      organisation: { id: owner.accountId, name: '登録 太郎' },
    })
    expect(await show(video)).toMatchObject({ registeredBy: '登録 太郎', performerCount: 1 })
  })

  test('other users see none of its entries; the owner sees an admin’s act as that of 管理者', async () => {
    const video = await make('秘密の題')
    await admin.send(updateVideo, { params: { id: video.id }, body: { title: '改題' } })
    expect(await entriesOf(video, other)).toEqual([])
    const [newest] = await entriesOf(video, owner)
    expect(newest).toMatchObject({ resourceName: '改題', user: { name: '管理者' }, ipAddress: null })
  })
})

describe('the list', () => {
  test('is newest first, with each video once and the total', async () => {
    const videos: Video[] = []
    for (let n = 0; n < 5; n++) videos.push(await make(`頁 ${n}`))
    const seen: string[] = []
    let address: string | undefined = '/api/videos?limit=2'
    while (address !== undefined) {
      const reply: TestReply = await owner.get(address)
      expect(reply.headers.get('x-total-count')).toBe('5')
      seen.push(...replyOf(listVideos, reply).map(({ id }) => id))
      address = nextOf(reply)
    }
    expect(seen).toEqual(videos.map(({ id }) => id).reverse())
  })

  test.each(['夏', 'ナツ', 'さんぷる', 'ｓａｍｐｌｅ', '高橋', 'sample 夏', 'ナツ・夏', 'プ'])(
    '%s finds the title',
    async (search) => {
      const video = await make('夏なつサンプル Sample 髙橋')
      await make('冬の見本')
      const found = await owner.send(listVideos, { query: { search } })
      expect(found.map(({ id }) => id)).toEqual([video.id])
    },
  )

  test.each(['%', '_', "'", '夏冬', '夏 冬', '夏・冬', '・', '\u{301}'])(
    '%s finds nothing',
    async (search) => {
      await make('夏の見本')
      await make('冬の見本')
      expect(await owner.send(listVideos, { query: { search } })).toEqual([])
    },
  )

  test('a cursor works only in its own list', async () => {
    await make('一')
    await make('二')
    const link = (await owner.get('/api/videos?limit=1')).headers.get('link') ?? ''
    const cursor = /cursor=([\w-]+)/.exec(link)?.[1]
    expect(refusalOf(await owner.get(`/api/videos?limit=1&search=一&cursor=${cursor}`))).toEqual([
      400,
      'CURSOR_INVALID',
    ])
  })

  test('reports a total above the bound as inexact (D19)', async () => {
    await app.sql(
      `INSERT INTO video (id, owner_id, registered_by, title, search_text, created_at, updated_at)
       SELECT gen_random_uuid(), $1, $1, '見本 ' || n, '見本' || n, now(), now() FROM generate_series(1, 1001) n`,
      [owner.accountId],
    )
    const { headers } = await owner.get('/api/videos?search=見本')
    expect([headers.get('x-total-count'), headers.get('x-total-count-exact')]).toEqual(['1000', 'false'])
  })
})

describe('changing a video', () => {
  test('changes the given fields and records before and after; unchanged values create no entry', async () => {
    const video = await make('旧題', owner, 'e-1')
    const update = (body: BodyIn<typeof updateVideo>) =>
      owner.send(updateVideo, { params: { id: video.id }, body })
    expect(await update({ title: '新題' })).toMatchObject({ title: '新題', externalId: 'e-1' })
    await update({ title: '新題', externalId: 'e-1' })
    expect(await update({ externalId: '' })).toMatchObject({ externalId: null })
    expect((await entriesOf(video)).map(({ action, details }) => [action, details])).toEqual([
      ['update', { before: { externalId: 'e-1' }, after: { externalId: null } }],
      ['update', { before: { title: '旧題' }, after: { title: '新題' } }],
      ['create', { after: { title: '旧題', externalId: 'e-1' } }],
    ])
  })

  test('an external id of another video of the owner is refused', async () => {
    await make('一', owner, 'taken')
    const video = await make('二')
    const reply = await owner.patch(`/api/videos/${video.id}`, { externalId: 'taken' })
    expect(reply.json).toMatchObject({ status: 409, code: 'EXTERNAL_ID_TAKEN', field: 'externalId' })
  })

  test('of two concurrent edits the later one gets a conflict and changes nothing', async () => {
    const video = await make('旧題')
    await app.sql('BEGIN')
    await app.sql("UPDATE video SET title = '先', version = version + 1 WHERE id = $1", [video.id])
    const later = owner.patch(`/api/videos/${video.id}`, { title: '後' })
    await waiting()
    await app.sql('COMMIT')
    expect(refusalOf(await later)).toEqual([409, 'CONFLICT'])
    expect((await show(video)).title).toBe('先')
    expect(await entriesOf(video)).toHaveLength(1)
  })
})
