import { listAuditLogs } from '@kyc/contract/audit.ts'
import { sheetColumns } from '@kyc/contract/fact-columns.ts'
import { checkFacts, type FactCells, importFacts } from '@kyc/contract/fact-imports.ts'
import { getVideoFacts, type VideoFacts } from '@kyc/contract/title-facts.ts'
import type { Video } from '@kyc/contract/videos.ts'
import { streamXlsxRows } from 'hucre/xlsx'
import { beforeEach, expect, test } from 'vitest'
import { type TestAccount, useStage } from '../../../../testing/app/test-app.ts'
import { refusalOf, type TestClient } from '../../../../testing/app/test-client.ts'
import { completeAppearance, coveredFacts } from '../../../../testing/app/title-facts.ts'
import { videoCalls } from '../../../../testing/app/video-calls.ts'

const { app, admin, superadmin } = useStage(
  { admin: ['admin', '管理 三郎'], superadmin: 'superadmin' },
  { env: { LOOKS_ALERT: '1,5' } },
)
let owner: TestAccount
let video: Video
let one: string
let two: string

const { make, people, add, entriesOf } = videoCalls(() => ({ app, owner, admin }))

beforeEach(async () => {
  owner = await app.signedIn('user', '登録 太郎')
  video = await make('見本作品', owner, 'V-1')
  const ids = await people(['甲', '乙'])
  ;[one = '', two = ''] = ids
  await add(video, ids)
})

const check = (lines: FactCells[], by: TestClient = owner) => by.send(checkFacts, { body: { lines } })
/** What the page does: the dry run, then the lines without an error with what it has seen. */
const seen = async (lines: FactCells[], by: TestClient = owner) =>
  (await check(lines, by)).lines.map((line, index) => ({
    cells: lines[index] ?? {},
    seen: line.seen ?? { title: 0, appearance: null },
  }))
const enter = (lines: Awaited<ReturnType<typeof seen>>, by: TestClient = owner) =>
  by.send(importFacts, { body: { lines } })
const importAll = async (lines: FactCells[], by: TestClient = owner) => enter(await seen(lines, by), by)
const facts = (): Promise<VideoFacts> => owner.send(getVideoFacts, { params: { id: video.id } })
const byHand = (parts: object, version = 1) =>
  owner.put(`/api/videos/${video.id}/appearances`, { performers: [{ id: one, version }], ...parts })
const changes = async () => (await entriesOf(video)).filter(({ action }) => action === 'update')
const lineOf = (performerId: string, cells: FactCells = {}): FactCells => ({
  'video.id': video.id,
  'performer.id': performerId,
  ...cells,
})
const contract = { 'contract.signedOn': '2025-04-01', 'contract.named': 'すべて' }

test('a dry run reports what each line would change, and writes nothing', async () => {
  const before = [await facts(), (await entriesOf(video)).length]
  const { lines } = await check([
    lineOf(one, { ...contract, maker: '見本制作', 'shootings.main': '2025-05-20' }),
    lineOf(two, { 'contract.receivedOn': '2025-04-02' }),
    lineOf(two.replace(/.$/, 'x')),
  ])
  expect(lines[0]).toEqual({
    state: 'changed',
    errors: [],
    changes: [
      { path: 'maker', before: '', after: '見本制作' },
      { path: 'shootings.main', before: '', after: '2025-05-20' },
      { path: 'contract.signedOn', before: '', after: '2025-04-01' },
      { path: 'contract.named', before: '', after: 'すべて' },
    ],
    video: { id: video.id, name: '見本作品' },
    performer: { id: one, name: '甲 一' },
    seen: { title: 1, appearance: 1 },
  })
  expect(lines[1]).toMatchObject({
    state: 'invalid',
    errors: [{ path: 'contract.signedOn', message: '契約日を入力してください。' }],
  })
  expect(lines[2]?.errors).toEqual([
    { path: 'performer.id', message: 'この動画の出演者に見つかりません。先に動画に追加してください。' },
  ])
  expect([await facts(), (await entriesOf(video)).length]).toEqual(before)
})

test('an import enters the good lines with the entries of entering them by hand; a repeat changes nothing', async () => {
  const lines = [
    lineOf(one, { ...contract, maker: '見本制作', category: '対象', 'shootings.main': '2025-05-20' }),
    lineOf(two, { ...contract, 'shootings.main': '2025-05-20', 'consents.depiction.givenOn': '2025-04-01' }),
    { 'video.externalId': 'V-9', maker: '他社' },
  ]
  expect((await importAll(lines)).lines.map(({ state }) => state)).toEqual(['changed', 'changed', 'invalid'])
  const stored = await facts()
  expect(stored).toMatchObject({
    version: 2,
    maker: '見本制作',
    category: 'covered',
    shootings: [{ kind: 'main', shotOn: '2025-05-20', performerIds: [one, two] }],
    appearances: [
      { version: 2, contract: { signedOn: '2025-04-01', proof: 'stated' } },
      { version: 2, contract: { signedOn: '2025-04-01' }, consents: [{ kind: 'depiction' }] },
    ],
  })
  const entries = await changes()
  expect(entries.map(({ details }) => Object.keys(Object(details?.after)))).toHaveLength(4)
  expect((await importAll(lines)).lines.map(({ state }) => state)).toEqual(['same', 'same', 'invalid'])
  expect(await facts()).toEqual(stored)
  expect(await changes()).toHaveLength(entries.length)
})

test('a video is found by id, external id or product number, in the organisation of the call only', async () => {
  await importAll([{ 'video.externalId': 'V-1', productNumber: 'MH-1' }])
  const other = await make('他社の作品', await app.signedIn('user'), 'V-2')
  const found = async (cells: FactCells, by: TestClient = owner) => {
    const [line] = (await check([cells], by)).lines
    return line?.video?.id ?? line?.errors[0]
  }
  expect(await found({ productNumber: 'MH-1', maker: '甲' })).toBe(video.id)
  expect(await found({ 'video.id': video.id, 'video.externalId': 'V-1' })).toBe(video.id)
  const missing = '動画が見つかりません。'
  expect(await found({ 'video.id': video.id, 'video.externalId': 'V-2' })).toEqual({
    path: 'video.id',
    message: missing,
  })
  expect(await found({ 'video.id': other.id })).toEqual({ path: 'video.id', message: missing })
  expect(await found({ 'video.externalId': 'V-2' })).toEqual({ path: 'video.externalId', message: missing })
  expect(await found({ maker: '甲' })).toEqual({
    path: 'video.id',
    message: '動画ID、動画の外部ID、品番のどれかを入力してください。',
  })
  expect(await found({ 'video.id': other.id }, admin)).toBe(other.id)
  const line = { cells: { 'video.id': other.id, maker: '甲' }, seen: { title: 1, appearance: null } }
  expect((await enter([line])).lines[0]?.errors).toEqual([{ path: 'video.id', message: missing }])
  await make('同じ番号の作品', owner, 'V-3')
  await importAll([{ 'video.externalId': 'V-3', productNumber: 'MH-1' }])
  expect(await found({ productNumber: 'MH-1' })).toEqual({
    path: 'productNumber',
    message: 'この動画は2件以上あります。動画IDを入力してください。',
  })
})

test('lines of one video name each performer once, and agree on the facts of the video', async () => {
  const { lines } = await check([
    lineOf(one, { maker: '甲' }),
    lineOf(one, { maker: '乙' }),
    lineOf(two, { maker: '甲' }),
    { 'video.id': video.id, 'sheet.receivedOn': '2025-04-01' },
  ])
  const repeated = { path: null, message: '同じ動画と出演者の行がほかにもあります。' }
  const different = { path: 'maker', message: '同じ動画のほかの行と値が違います。' }
  expect(lines.map(({ errors }) => errors)).toEqual([
    [repeated, different],
    [repeated, different],
    [different],
    [{ path: 'performer.id', message: '出演者IDまたは出演者の外部IDを入力してください。' }],
  ])
})

test('the rules of entering facts by hand refuse a line, under its column', async () => {
  await owner.put(`/api/videos/${video.id}/facts`, { ...coveredFacts, version: 1 })
  const { contract: signed } = completeAppearance()
  const withdrawn = { kind: 'distribution', givenOn: '2025-04-01', withdrawnOn: '2025-06-01' }
  await byHand({ contract: signed, consents: [withdrawn], ended: { kind: 'cancelled', on: '2025-06-01' } })
  const errors = async (cells: FactCells) => (await check([lineOf(one, cells)])).lines[0]?.errors
  expect(await errors({ shootingEndedOn: '2025-06-30' })).toEqual([
    { path: 'reopenReason', message: '撮影の終了を変更する理由を入力してください。' },
  ])
  expect(await errors({ 'consents.distribution.withdrawnOn': '2025-07-01' })).toMatchObject([
    {
      path: 'consents.distribution.withdrawnOn',
      message: expect.stringMatching(/^撤回された同意は、変更も削除もできません。/),
    },
  ])
  expect(await errors({ 'ended.on': '2025-07-01' })).toMatchObject([
    { path: 'ended.on', message: expect.stringMatching(/管理者だけです。$/) },
  ])
  expect(await errors({ 'contract.receivedOn': '2025-03-31' })).toEqual([
    { path: 'contract.receivedOn', message: '契約書の写しを受け取った日は、契約日以降にしてください。' },
  ])
  expect(await errors({ 'consents.live.endsOn': '2025-13-01' })).toEqual([
    { path: 'consents.live.givenOn', message: '同意した日を入力してください。' },
    { path: 'consents.live.endsOn', message: '同意の最終日は正しい日付で入力してください。例：1998-04-02' },
  ])
  expect(await errors({ shootingEndedOn: '2025-06-30', reopenReason: '追加の撮影' })).toEqual([])
  const renewed = lineOf(one, { 'consents.distribution.givenOn': '2025-08-01' })
  expect((await importAll([renewed, lineOf(two, contract)])).lines.map(({ state }) => state)).toEqual([
    'changed',
    'changed',
  ])
  expect((await facts()).appearances[0]?.consents).toMatchObject([withdrawn, { givenOn: '2025-08-01' }])
})

test('a line whose facts were changed since the dry run is refused, and the others are entered', async () => {
  const lines = await seen([lineOf(one, contract), lineOf(two, { ...contract, maker: '見本制作' })])
  await byHand({ sheet: completeAppearance().sheet })
  const result = await enter(lines)
  const conflict = { path: null, message: '確認のあとに変更されました。もう一度確認してください。' }
  expect(result.lines.map(({ state, errors }) => [state, errors])).toEqual([
    ['invalid', [conflict]],
    ['changed', []],
  ])
  const { appearances, maker } = await facts()
  expect([maker, ...appearances.map((each) => each.contract?.signedOn)]).toEqual([
    '見本制作',
    undefined,
    '2025-04-01',
  ])
})

test('of two imports of different facts at once, one is refused', async () => {
  const lines = await Promise.all(['甲', '乙'].map((maker) => seen([{ 'video.id': video.id, maker }])))
  const results = await Promise.all(lines.map((each) => enter(each)))
  expect(results.map(({ lines: [line] }) => line?.state).toSorted()).toEqual(['changed', 'invalid'])
  expect(await changes()).toHaveLength(2)
})

test('an unknown column and more lines than a call takes are refused', async () => {
  const post = (lines: object[]) => owner.post('/api/videos/facts/check', { lines })
  expect(refusalOf(await post([{ 'contract.fee': '1' }]))).toEqual([400, 'INVALID_INPUT'])
  expect(refusalOf(await post(Array.from({ length: 101 }, () => ({}))))).toEqual([400, 'INVALID_INPUT'])
})

test('the template has the present facts of each appearance, which an import finds unchanged, and an entry', async () => {
  await importAll([lineOf(one, { ...contract, maker: '見本制作', 'shootings.main': '2025-05-20' })])
  await byHand(completeAppearance([two]), 2)
  await make('出演者のない作品')
  await make('他社の作品', await app.signedIn('user'))
  const reply = await owner.get('/api/videos/facts')
  expect(reply.status).toBe(200)
  const rows: string[][] = []
  for await (const { values } of streamXlsxRows(reply.bytes)) rows.push(values.map((each) => `${each ?? ''}`))
  const [header, ...lines] = rows
  expect(header).toEqual(sheetColumns.map(({ label }) => label))
  const read = lines.map((cells) =>
    Object.fromEntries(
      sheetColumns.flatMap(({ path }, index) => (cells[index] ? [[path, cells[index]]] : [])),
    ),
  )
  expect(read).toMatchObject([
    { 'video.title': '出演者のない作品' },
    { 'performer.name': '甲 一', maker: '見本制作', 'contract.partnerIds': two },
    { 'performer.name': '乙 一' },
  ])
  expect(read[2]).not.toHaveProperty('maker')
  const sent = read.map(({ 'video.title': _, 'performer.name': __, ...cells }) => cells)
  expect((await check(sent)).lines.map(({ state }) => state)).toEqual(['same', 'same', 'same'])
  const entries = await admin.send(listAuditLogs, { query: { action: 'export', resourceType: 'video' } })
  // Its performers count like those of an exported list (D38).
  const mails = await app.mails()
  expect(mails.filter(({ to, text }) => to === superadmin.email && text.includes(owner.email))).toHaveLength(
    1,
  )
  expect(entries[0]).toMatchObject({
    details: { listFilter: '契約などの取り込み' },
  })
})
