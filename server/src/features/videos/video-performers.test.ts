import { randomUUID } from 'node:crypto'
import type { AuditEntry } from '@kyc/contract/audit.ts'
import { deletePerformer } from '@kyc/contract/performers.ts'
import { listVideoCandidates, listVideoPerformers, listVideos, type Video } from '@kyc/contract/videos.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { sealing } from '../../testing/app/performer-rows.ts'
import { type TestAccount, useStage } from '../../testing/app/test-app.ts'
import { nextOf, refusalOf, replyOf, type TestClient } from '../../testing/app/test-client.ts'
import { videoCalls } from '../../testing/app/video-calls.ts'

const { app, admin } = useStage({ admin: ['admin', '管理 三郎'] })
let owner: TestAccount
let other: TestAccount

beforeEach(async () => {
  owner = await app.signedIn('user', '登録 太郎')
  other = await app.signedIn('user', '別人 次郎')
})

const unknown = '01900000-0000-7000-8000-000000000000'

const { make, people, add, remove, show, entriesOf, waiting } = videoCalls(() => ({ app, owner, admin }))

async function cast(video: Video, by: TestClient = owner): Promise<string[]> {
  const performers = await by.send(listVideoPerformers, { params: { id: video.id } })
  return performers.map(({ id }) => id)
}

function addedIn({ performers }: AuditEntry['details']): string[] {
  return (performers as { added: string[] } | undefined)?.added ?? [] // as add-performers.ts writes it
}

describe('performers of a video', () => {
  test('are in the order in which they were added; those already on it are skipped', async () => {
    const video = await make()
    const [a = '', b = '', c = ''] = await people(['甲', '乙', '丙'])
    const reply = await add(video, [c, a])
    expect([reply.status, reply.headers.get('location')]).toEqual([201, `/api/videos/${video.id}/performers`])
    expect((await add(video, [a, b, b, c])).json).toMatchObject({ performerCount: 3 })
    expect(await cast(video)).toEqual([c, a, b])
    expect((await add(video, [a])).status).toBe(201)
    expect((await entriesOf(video)).map(({ details }) => details)).toMatchObject([
      { performers: { added: [b] } },
      { performers: { added: [c, a] } },
      { after: {} },
    ])
  })

  test('are listed in pages, each once', async () => {
    const video = await make()
    const ids = await people(['一', '二', '三'])
    await add(video, ids)
    const first = await owner.get(`/api/videos/${video.id}/performers?limit=2`)
    expect(first.headers.get('x-total-count')).toBe('3')
    const second = await owner.get(nextOf(first) ?? '')
    const pages = [first, second].flatMap((reply) => replyOf(listVideoPerformers, reply))
    expect(pages.map(({ id }) => id)).toEqual(ids)
    expect(second.headers.get('link')).toBeNull()
  })

  test.each(['no-id', unknown, 'of another owner', 'CAPITALS'])(
    'are not added if one of them is unknown: %s',
    async (id) => {
      const video = await make()
      const [mine = ''] = await people(['甲'])
      const [theirs = ''] = await people(['乙'], other)
      const bad = id === 'of another owner' ? theirs : id === 'CAPITALS' ? mine.toUpperCase() : id
      expect(refusalOf(await add(video, [mine, bad]))).toEqual([404, 'PERFORMER_NOT_FOUND'])
      expect(await cast(video)).toEqual([])
      expect(await entriesOf(video)).toHaveLength(1)
    },
  )

  test('an admin adds only performers of the video’s owner, and removes them', async () => {
    const video = await make()
    const [mine = ''] = await people(['甲'])
    const [theirs = ''] = await people(['乙'], other)
    expect(refusalOf(await add(video, [mine, theirs], admin))).toEqual([409, 'PERFORMER_OF_OTHER_OWNER'])
    expect(refusalOf(await add(video, [unknown, theirs], admin))).toEqual([404, 'PERFORMER_NOT_FOUND'])
    expect(await cast(video)).toEqual([])
    expect((await add(video, [mine], admin)).status).toBe(201)
    expect((await remove(video, mine, admin)).status).toBe(204)
    expect((await entriesOf(video))[0]?.details).toEqual({ performers: { removed: [mine] } })
  })

  test('the database refuses a performer of another owner', async () => {
    const video = await make()
    const [theirs = ''] = await people(['乙'], other)
    const insert = (ownerId: string) =>
      app.sql(
        `INSERT INTO video_performer (video_id, performer_id, owner_id, id, added_by, added_at)
         VALUES ($1, $2, $3, gen_random_uuid(), $3, now())`,
        [video.id, theirs, ownerId],
      )
    await expect(insert(owner.accountId)).rejects.toThrow(/foreign key/)
    await expect(insert(other.accountId)).rejects.toThrow(/foreign key/)
  })

  test('a removed performer is gone, can’t be removed twice and can be added again', async () => {
    const video = await make()
    const [id = ''] = await people(['甲'])
    await add(video, [id])
    expect((await remove(video, id)).status).toBe(204)
    for (const gone of [id, unknown, 'no-id'])
      expect(refusalOf(await remove(video, gone))).toEqual([404, 'PERFORMER_NOT_FOUND'])
    expect((await add(video, [id])).json).toMatchObject({ performerCount: 1 })
  })

  test('with a key a repeat returns the saved reply and adds no removed performer (D20)', async () => {
    const video = await make()
    const [id = '', second = ''] = await people(['甲', '乙'])
    const headers = { 'idempotency-key': randomUUID() }
    const path = `/api/videos/${video.id}/performers`
    const send = (performerIds: string[]) => owner.call('POST', path, { json: { performerIds }, headers })
    const first = await send([id])
    await remove(video, id)
    const again = await send([id])
    expect([again.json, again.headers.get('idempotent-replayed')]).toEqual([first.json, 'true'])
    expect(await cast(video)).toEqual([])
    expect(refusalOf(await send([second]))).toEqual([422, 'IDEMPOTENCY_KEY_REUSED'])
  })

  test('a deleted performer is on no video, in no count and can’t be added or removed (D17)', async () => {
    const video = await make('封印の見本')
    const [id = '', second = ''] = await people(['甲', '乙'])
    await add(video, [id, second])
    await admin.send(deletePerformer, { params: { id } })
    for (const by of [owner, admin]) {
      expect(await cast(video, by)).toEqual([second])
      expect((await show(video, by)).performerCount).toBe(1)
      const listed = await by.send(listVideos, { query: { search: '封印の見本' } })
      expect(listed.find((each) => each.id === video.id)?.performerCount).toBe(1)
      expect(refusalOf(await add(video, [id], by))).toEqual([404, 'PERFORMER_NOT_FOUND'])
      expect(refusalOf(await remove(video, id, by))).toEqual([404, 'PERFORMER_NOT_FOUND'])
    }
    const { headers } = await owner.get(`/api/videos/${video.id}/performers`)
    expect(headers.get('x-total-count')).toBe('1')
  })
})

describe('candidates', () => {
  test('are the performers of the video’s owner, newest first, marked if already added', async () => {
    const video = await make()
    const [a = '', b = ''] = await people(['甲', '乙'])
    await people(['丙'], other)
    await add(video, [a])
    for (const by of [owner, admin]) {
      const candidates = await by.send(listVideoCandidates, { params: { id: video.id } })
      expect(candidates.map(({ performer, added }) => [performer.id, added])).toEqual([
        [b, false],
        [a, true],
      ])
    }
    const query = { search: '乙' }
    const found = await owner.send(listVideoCandidates, { params: { id: video.id }, query })
    expect(found.map(({ performer }) => performer.id)).toEqual([b])
  })

  test('of an admin’s own video are the admin’s own performers', async () => {
    const video = await make('管理の見本', admin)
    const [own = ''] = await people(['丁'], admin)
    await people(['甲'])
    const found = await admin.send(listVideoCandidates, { params: { id: video.id } })
    expect(found.map(({ performer }) => performer.id)).toEqual([own])
  })

  test('have cursors of their own', async () => {
    const video = await make()
    await people(['甲', '乙'])
    const link = (await owner.get('/api/performers?limit=1')).headers.get('link') ?? ''
    const cursor = /cursor=([\w-]+)/.exec(link)?.[1]
    const reply = await owner.get(`/api/videos/${video.id}/candidates?limit=1&cursor=${cursor}`)
    expect(refusalOf(reply)).toEqual([400, 'CURSOR_INVALID'])
  })
})

describe('concurrent calls', () => {
  test('a performer that is just being sealed is not added', async () => {
    const video = await make()
    const [id = ''] = await people(['甲'])
    await app.sql('BEGIN')
    await app.sql(`UPDATE performer SET ${sealing} WHERE id = $1`, [id])
    const adding = add(video, [id])
    await waiting()
    await app.sql('COMMIT')
    expect(refusalOf(await adding)).toEqual([404, 'PERFORMER_NOT_FOUND'])
    const rows = await app.sql('SELECT 1 FROM video_performer WHERE video_id = $1', [video.id])
    expect(rows).toEqual([])
  })

  test('several additions add each performer once, with one entry by the addition that did', async () => {
    const video = await make()
    const ids = await people(['甲', '乙', '丙', '丁'])
    const replies = await Promise.all([
      add(video, ids),
      add(video, [...ids].reverse()),
      add(video, ids.slice(1)),
    ])
    expect(replies.map(({ status }) => status)).toEqual([201, 201, 201])
    expect((await cast(video)).toSorted()).toEqual(ids.toSorted())
    // One addition adds all, or the shortest runs first and another one adds the rest.
    const added = (await entriesOf(video)).flatMap(({ details }) => addedIn(details))
    expect(added.toSorted()).toEqual(ids.toSorted())
  })

  test('an addition and a removal end as if one followed the other', async () => {
    const video = await make()
    const [id = ''] = await people(['甲'])
    await add(video, [id])
    const [added, removed] = await Promise.all([add(video, [id]), remove(video, id)])
    expect([added.status, removed.status]).toEqual([201, 204])
    const changes = (await entriesOf(video)).filter(({ action }) => action === 'update')
    // The later one determines the result, and the log agrees.
    expect(await cast(video)).toEqual(changes.length === 3 ? [id] : [])
  })

  test('of two removals of the same performer one succeeds', async () => {
    const video = await make()
    const [id = ''] = await people(['甲'])
    await add(video, [id])
    const replies = await Promise.all([remove(video, id), remove(video, id, admin)])
    expect(replies.map(({ status }) => status).sort()).toEqual([204, 404])
  })
})
