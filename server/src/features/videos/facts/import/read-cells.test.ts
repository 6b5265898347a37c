import { appearanceColumns, factColumns, shootingColumns, titleColumns } from '@kyc/contract/fact-columns.ts'
import type { FactCells } from '@kyc/contract/fact-imports.ts'
import type { StoredAppearance, StoredTitle } from '@kyc/contract/title-facts.ts'
import { appearanceInput, titleFactsInput } from '@kyc/contract/title-facts-input.ts'
import { contractFacts } from '@kyc/contract/title-vocabulary.ts'
import { expect, test } from 'vitest'
import { storedTitle } from '../title-facts.ts'
import { factTexts, type LineFacts } from './fact-texts.ts'
import type { LineError } from './line-errors.ts'
import { partsInput, titleInput } from './read-cells.ts'

const member = (performerId: string, externalId: string | null) => ({
  performerId,
  externalId,
  name: '見本 花子',
  status: 'approved' as const,
  reliance: null,
  dateOfBirth: null,
  registeredOn: '2025-01-01',
  version: 1,
  facts: {},
  papers: null,
})
const title: StoredTitle = {
  maker: '見本制作',
  productNumber: 'MH-1',
  category: 'notCovered',
  categoryReason: '風景だけの\n映像',
  reviewingBody: '審査会',
  reviewNumber: '12',
  derivedFrom: [],
  shootings: [
    { kind: 'main', plannedOn: null, place: '東京', shotOn: '2025-05-20', performerIds: [] },
    { kind: 'main', plannedOn: null, place: null, shotOn: '2025-05-18', performerIds: ['p1'] },
    { kind: 'main', plannedOn: null, place: null, shotOn: '2025-05-19', performerIds: ['p2'] },
    { kind: 'stills', plannedOn: '2025-05-30', place: null, shotOn: null, performerIds: [] },
  ],
  shootingEndedOn: '2025-05-31',
  contentReview: { on: '2025-09-01', by: '管理 太郎', passed: false, checked: '全編' },
  evidence: [],
}
const proof = 'performer' as const
const appearance: StoredAppearance = {
  contract: {
    offeredOn: '2025-03-20',
    signedOn: '2025-04-01',
    receivedOn: '2025-04-02',
    named: [...contractFacts],
    partnerIds: ['p2'],
    voidClauses: ['penalty', 'exemption'],
    proof,
  },
  sheet: {
    edition: '2',
    receivedOn: '2025-03-25',
    explainedOn: '2025-03-25',
    explainedBy: '制作 花子',
    minutes: 40,
    language: '日本語',
    proof,
  },
  footage: {
    offeredOn: '2025-07-01',
    way: 'link',
    until: '2025-07-31',
    answer: 'seen',
    address: 'https://example.com/footage',
    proof,
  },
  consents: (['depiction', 'distribution', 'download', 'live'] as const).map((kind) => ({
    kind,
    wording: '1版',
    givenOn: '2025-04-01',
    endsOn: '2030-04-01',
    withdrawnOn: '2026-04-01',
    proof,
  })),
  ended: { kind: 'cancelled', on: '2026-05-01' },
}
const facts: LineFacts = {
  title,
  performerId: 'p1',
  appearance,
  cast: [member('p1', 'A-1'), member('p2', 'A-2'), member('p3', null)],
}
const none: LineFacts = {
  ...facts,
  title: { ...title, shootings: [], contentReview: null, shootingEndedOn: null },
  appearance: { contract: null, sheet: null, footage: null, consents: [], ended: null },
}

const read = (of: LineFacts, cells: FactCells) => {
  const errors: LineError[] = []
  const [ofTitle, parts] = [titleInput(of, cells, errors), partsInput(of, cells, errors)]
  return { title: ofTitle, parts, errors }
}

test('every column of stored facts is written and read back unchanged', () => {
  const cells = factTexts(facts)
  const filled = factColumns.map(({ path }) => path).filter((path) => cells[path])
  expect(factColumns.map(({ path }) => path).filter((path) => !filled.includes(path))).toEqual([
    'reopenReason',
    'shootings.stills',
    'shootings.other',
  ])
  const { errors, ...back } = read(facts, cells)
  expect(errors).toEqual([])
  expect(storedTitle(titleFactsInput.parse(back.title))).toEqual(title)
  const unproven = Object.entries(appearance).map(([part, value]) => [
    part,
    JSON.parse(JSON.stringify(value, (key, each) => (key === 'proof' ? undefined : each))),
  ])
  expect(appearanceInput.parse(back.parts)).toEqual(Object.fromEntries(unproven))
})

test('cells are what a producer writes: labels, lists and ids of performers', () => {
  expect(factTexts(facts)).toMatchObject({
    category: '対象外',
    'contentReview.passed': '不合格',
    'shootings.main': '2025-05-18、2025-05-20',
    'contract.named': 'すべて',
    'contract.partnerIds': 'A-2',
    'contract.voidClauses': '違約金や損害賠償額の予定、制作者の責任の免除',
    'sheet.minutes': '40',
    'footage.way': '映像のリンク',
    'consents.download.givenOn': '2025-04-01',
    'ended.kind': '任意解除',
  })
})

test('an empty cell leaves its fact', () => {
  expect(read(facts, {})).toEqual({ title, parts: {}, errors: [] })
  expect(read(facts, { 'contract.receivedOn': '2025-04-03' }).parts).toMatchObject({
    contract: { signedOn: '2025-04-01', receivedOn: '2025-04-03', partnerIds: ['p2'] },
  })
})

test.each([
  ['category', '対象', { title: { category: 'covered' } }],
  ['contentReview.passed', '合格', { title: { contentReview: { passed: true } } }],
  ['contract.named', '相手役，報酬の額と支払時期', { parts: { contract: { named: ['partners', 'fee'] } } }],
  ['contract.named', 'すべて', { parts: { contract: { named: [...contractFacts] } } }],
  ['contract.partnerIds', 'A-2、p3', { parts: { contract: { partnerIds: ['p2', 'p3'] } } }],
  ['contract.partnerIds', 'すべて', { parts: { contract: { partnerIds: ['p2', 'p3'] } } }],
  ['sheet.minutes', '６０', { parts: { sheet: { minutes: 60 } } }],
  ['footage.answer', '確認を辞退した', { parts: { footage: { answer: 'declined' } } }],
  ['ended.kind', '取消し', { parts: { ended: { kind: 'rescinded' } } }],
])('a cell of %s takes %s', (path, text, expected) => {
  expect(read(none, { [path]: text })).toMatchObject({ ...expected, errors: [] })
})

test.each([
  [
    'category',
    '対象です',
    '「対象です」は使えません。対象、対象外、施行前の契約、本人のみのどれかを入力してください。',
  ],
  ['contentReview.passed', '可', '「可」は使えません。合格、不合格のどれかを入力してください。'],
  ['contract.named', '相手役、天気', /^「天気」は使えません。契約の当事者、/],
  [
    'contract.partnerIds',
    'A-9',
    'この動画の出演者に「A-9」が見つかりません。IDまたは外部IDを入力してください。',
  ],
  ['footage.way', '郵送', /^「郵送」は使えません。対面で上映、/],
  ['shootings.main', '2025-02-30', '「2025-02-30」は正しい日付で入力してください。例：1998-04-02'],
])('a cell of %s with %s is an error of that column', (path, text, message) => {
  expect(read(none, { [path]: text }).errors).toEqual([
    { path, message: typeof message === 'string' ? message : expect.stringMatching(message) },
  ])
})

test('each wrong cell of a line is reported', () => {
  const cells = { category: '？', 'contract.named': '？', 'footage.way': '？', 'shootings.other': '？' }
  expect(
    read(none, cells)
      .errors.map(({ path }) => path)
      .toSorted(),
  ).toEqual(Object.keys(cells).toSorted())
})

test('days of shooting are added for the performer, to the shooting of that day or the one planned for it', () => {
  const shootings = (cells: FactCells, of = facts) => (read(of, cells).title as StoredTitle).shootings
  expect(shootings({ 'shootings.main': '2025-05-18、2025-05-19、2025-05-20、2025-06-01' })).toEqual([
    ...title.shootings.slice(0, 2),
    { kind: 'main', plannedOn: null, place: null, shotOn: '2025-05-19', performerIds: ['p2', 'p1'] },
    ...title.shootings.slice(3),
    { kind: 'main', plannedOn: null, place: null, shotOn: '2025-06-01', performerIds: ['p1'] },
  ])
  expect(shootings({ 'shootings.stills': '2025-05-30' }).at(-1)).toMatchObject({ shotOn: '2025-05-30' })
  expect(
    shootings({ 'shootings.other': '2025-06-01' }, { ...facts, performerId: null }).at(-1),
  ).toMatchObject({
    performerIds: [],
  })
  expect(read(facts, { 'shootings.main': '2025-05-18' }).errors).toEqual([
    { path: 'shootings.main', message: '記録済みの撮影（2025-05-20）は、動画の画面でだけ変更できます。' },
  ])
})

test('a consent of another day is added, one of the same day is corrected, and none is removed', () => {
  const stored = appearance.consents.map(({ proof: _, ...each }) => each)
  const consents = (cells: FactCells) => (read(facts, cells).parts as StoredAppearance).consents
  const live = 'consents.live'
  expect(consents({ [`${live}.givenOn`]: '2026-06-01', [`${live}.wording`]: '2版' })).toEqual([
    ...stored,
    { kind: 'live', givenOn: '2026-06-01', wording: '2版' },
  ])
  expect(consents({ [`${live}.wording`]: '2版' })).toEqual([
    ...stored.slice(0, 3),
    { ...stored[3], wording: '2版' },
  ])
})

test('the reason for moving the end of shooting is not kept while the end stays', () => {
  expect(read(facts, { reopenReason: '追加' }).title).not.toHaveProperty('reopenReason')
  expect(read(facts, { reopenReason: '追加', shootingEndedOn: '2025-06-30' }).title).toMatchObject({
    reopenReason: '追加',
  })
})

test('each column is a fact of the video, of a shooting or of the appearance', () => {
  expect(factColumns).toHaveLength(titleColumns.length + shootingColumns.length + appearanceColumns.length)
  expect(new Set(factColumns.map(({ label }) => label)).size).toBe(factColumns.length)
})
