import { getVideoFacts, saveAppearances, saveVideoFacts, type VideoFacts } from '@kyc/contract/title-facts.ts'
import type { Video } from '@kyc/contract/videos.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { inTransaction } from '../../../platform/db/transaction.ts'
import { type TestAccount, useStage } from '../../../testing/app/test-app.ts'
import { refusalOf, type TestClient, type TestReply } from '../../../testing/app/test-client.ts'
import { completeAppearance, coveredFacts } from '../../../testing/app/title-facts.ts'
import { videoCalls } from '../../../testing/app/video-calls.ts'
import { storedAboutPerformer } from '../../records/stored-about-performer.ts'

const { app, admin } = useStage({ admin: ['admin', '管理 三郎'] })
let owner: TestAccount
let video: Video

const { make, people, add, entriesOf } = videoCalls(() => ({ app, owner, admin }))

beforeEach(async () => {
  owner = await app.signedIn('user', '登録 太郎')
  video = await make()
})

const facts = (by: TestClient = owner): Promise<VideoFacts> =>
  by.send(getVideoFacts, { params: { id: video.id } })
const save = (input: object, version = 1, by: TestClient = owner): Promise<TestReply> =>
  by.put(`/api/videos/${video.id}/facts`, { ...coveredFacts, ...input, version })
const enter = (ids: readonly string[], parts: object, version = 1, by: TestClient = owner) =>
  by.put(`/api/videos/${video.id}/appearances`, {
    performers: ids.map((id) => ({ id, version })),
    ...parts,
  })
const changes = async () => (await entriesOf(video)).filter(({ action }) => action === 'update')

describe('the facts of a video', () => {
  test('are stored with every field, and an equal save changes nothing', async () => {
    expect(await facts()).toMatchObject({ version: 1, category: null, shootings: [], appearances: [] })
    await owner.send(saveVideoFacts, {
      params: { id: video.id },
      body: { ...coveredFacts, maker: '見本制作', productNumber: 'MH-1', version: 1 },
    })
    const stored = await facts()
    expect(stored).toMatchObject({ ...coveredFacts, maker: '見本制作', productNumber: 'MH-1', version: 2 })
    expect((await save({ maker: '見本制作', productNumber: 'MH-1' }, 1)).status).toBe(200)
    expect((await facts()).version).toBe(2)
    expect(await changes()).toHaveLength(1)
  })

  test('are changed by one of two calls at once', async () => {
    const replies = await Promise.all([save({ maker: '甲' }), save({ maker: '乙' })])
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409])
  })

  test('state the end of all shooting once; it is taken back only with a reason, which the log keeps', async () => {
    await save({})
    const taken = { shootingEndedOn: null }
    expect((await save(taken, 2)).json).toMatchObject({ errors: [{ field: 'reopenReason' }] })
    expect((await save({ ...taken, reopenReason: '追加の撮影' }, 2)).status).toBe(200)
    expect((await changes())[0]).toMatchObject({
      details: { reason: '追加の撮影', before: { shootingEndedOn: '2025-05-31' } },
    })
  })

  test.each([
    [{ category: 'other' }, 'category', '区分を選択してください。'],
    [
      { shootingEndedOn: '2026-02-30' },
      'shootingEndedOn',
      'すべての撮影が終わった日は正しい日付で入力してください。例：1998-04-02',
    ],
    [
      { shootings: [{ kind: 'main', performerIds: ['unknown'] }] },
      'shootings.0.performerIds',
      '撮影に参加した出演者は、この動画の出演者から選択してください。',
    ],
    [
      { derivedFrom: [{ kind: 'omnibus', videoId: 'unknown' }] },
      'derivedFrom.0.videoId',
      '元の動画は、同じ組織のほかの動画から選択してください。',
    ],
    [
      { evidence: [{ file: '面談.mp4', bytes: 1, sha256: 'x', place: '金庫', keeper: '制作 花子' }] },
      'evidence.0.sha256',
      'SHA-256は64桁の16進数で入力してください。',
    ],
    [{ maker: 'あ'.repeat(201) }, 'maker', '制作者は200文字以内で入力してください。'],
  ])('with %o are refused at %s', async (input, field, message) => {
    expect((await save(input)).json).toMatchObject({ status: 400, errors: [{ field, message }] })
    expect((await facts()).version).toBe(1)
  })

  test('name as their source another video of the owner, not itself or one of another organisation', async () => {
    const [own, strange] = [await make('元の作品'), await make('他社の作品', await app.signedIn('user'))]
    const from = (videoId: string) => save({ derivedFrom: [{ kind: 'omnibus', videoId }] })
    expect((await from(strange.id)).status).toBe(400)
    expect((await from(video.id)).status).toBe(400)
    expect((await from(own.id)).status).toBe(200)
  })
})

describe('the facts of appearances', () => {
  let one: string
  let two: string
  beforeEach(async () => {
    const ids = await people(['甲', '乙'])
    ;[one = '', two = ''] = ids
    await add(video, ids)
  })

  test('are entered for several at once, part by part, each with an entry about its person', async () => {
    const { contract, sheet } = completeAppearance()
    await owner.send(saveAppearances, {
      params: { id: video.id },
      body: { performers: [one, two].map((id) => ({ id, version: 1 })), sheet },
    })
    expect((await enter([one], { contract }, 2)).status).toBe(200)
    const { appearances } = await facts()
    expect(appearances).toMatchObject([
      {
        performerId: one,
        version: 3,
        sheet: { ...sheet, proof: 'stated' },
        contract: { ...contract, proof: 'stated' },
      },
      { performerId: two, version: 2, sheet, contract: null },
    ])
    expect((await enter([one, two], { sheet }, 1)).status).toBe(200)
    expect(await changes()).toHaveLength(4)
  })

  test('are stored for all performers of a call or for none', async () => {
    const { sheet } = completeAppearance()
    await enter([two], { sheet })
    const other = { sheet: { ...sheet, receivedOn: '2025-03-24' } }
    expect(refusalOf(await enter([one, two], other))).toEqual([409, 'CONFLICT'])
    const [stranger = ''] = await people(['丙'])
    expect(refusalOf(await enter([one, stranger], other))).toEqual([404, 'PERFORMER_NOT_FOUND'])
    expect((await facts()).appearances[0]).toMatchObject({ version: 1, sheet: null })
  })

  test('keep a withdrawn consent as it is, and take a new one', async () => {
    const withdrawn = { kind: 'distribution', givenOn: '2025-04-01', withdrawnOn: '2025-06-01' }
    expect((await enter([one], { consents: [withdrawn] })).status).toBe(200)
    const without = [[], [{ ...withdrawn, withdrawnOn: null }], [{ ...withdrawn, withdrawnOn: '2025-07-01' }]]
    for (const consents of without)
      expect(refusalOf(await enter([one], { consents }, 2))).toEqual([409, 'CONSENT_WITHDRAWN'])
    const again = { kind: 'distribution', givenOn: '2025-08-01' }
    expect((await enter([one], { consents: [withdrawn, again] }, 2)).status).toBe(200)
  })

  test('keep the end of a contract, which only an admin takes back', async () => {
    await enter([one], { ended: { kind: 'cancelled', on: '2025-06-01' } })
    expect(refusalOf(await enter([one], { ended: null }, 2))).toEqual([409, 'APPEARANCE_ENDED'])
    expect((await enter([one], { ended: null }, 2, admin)).status).toBe(200)
  })

  test.each([
    ['contract', { receivedOn: '2025-03-31' }, 'contract.receivedOn'],
    ['contract', { offeredOn: '2025-04-02' }, 'contract.offeredOn'],
    ['contract', { partnerIds: ['unknown'] }, 'contract.partnerIds'],
    ['contract', { named: ['weather'] }, 'contract.named.0'],
    ['sheet', { receivedOn: '' }, 'sheet.receivedOn'],
    ['footage', { until: '2025-06-30' }, 'footage.until'],
  ] as const)('refuse a %s with %o at %s', async (part, change, field) => {
    const input = { ...completeAppearance()[part], ...change }
    expect((await enter([one], { [part]: input })).json).toMatchObject({ status: 400, errors: [{ field }] })
  })

  test('are emptied when the record of the person is destroyed', async () => {
    await enter([one], completeAppearance())
    await inTransaction(app.services.db, (tx) => storedAboutPerformer.video_performer.destroy(tx, one))
    const rows = await app.sql('SELECT facts FROM video_performer WHERE performer_id = $1', [one])
    expect(rows).toEqual([{ facts: {} }])
  })
})
