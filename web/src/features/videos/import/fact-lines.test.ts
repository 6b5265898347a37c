import type { CheckedFacts, FactCells } from '@kyc/contract/fact-imports.ts'
import { expect, test } from 'vitest'
import { readSheet } from '../../performers/bulk/read-sheet.ts'
import { callsOfVideos, factLines } from './fact-lines.ts'
import { leftFacts } from './left-facts.ts'

const csv = [
  '動画の外部ID,タイトル,出演者の外部ID,氏名,契約日,撮影した日（本編）,契約書に記載のある事項,備考',
  'V-1,見本作品,A-1,山田 花子,2025/4/1,2025年5月20日・予備,すべて,x',
  'V-2,別の作品,A-2,佐藤 一,,"2025/5/20,2025/5/21",,',
  'V-1,見本作品,A-3,鈴木 二,2025-13-01,,,',
].join('\n')
const sheetOf = (text: string) => readSheet(new File([text], '契約.csv'))
const invalid: CheckedFacts = {
  state: 'invalid',
  changes: [],
  errors: [{ path: 'contract.signedOn', message: '契約日は正しい日付で入力してください。例：1998-04-02' }],
  video: { id: 'v1', name: '見本作品' },
  performer: null,
  seen: null,
}

test('the lines of a sheet are read by their headings, with days in one form; names are not sent', async () => {
  const { lines, ignored } = factLines(await sheetOf(csv))
  expect(ignored).toEqual(['備考'])
  expect(lines[0]).toEqual({
    row: 2,
    line: {
      'video.externalId': 'V-1',
      'performer.externalId': 'A-1',
      'contract.signedOn': '2025-04-01',
      // Left for the server to refuse.
      'shootings.main': '2025年5月20日・予備',
      'contract.named': 'すべて',
    },
    names: { 'video.title': '見本作品', 'performer.name': '山田 花子' },
  })
  expect(lines[1]?.line['shootings.main']).toBe('2025-05-20、2025-05-21')
})

test.each([
  ['without a column that finds the video', '契約日\n2025-04-01', '「動画ID」「動画の外部ID」「品番」'],
  ['with a repeated column', '動画ID,契約日,契約日\nx,y,z', '「契約日」の列が2つ以上'],
  ['without lines', '動画ID,契約日', '見出しの下に行がありません。'],
])('a sheet %s is refused', async (_, text, message) => {
  const rows = await sheetOf(text)
  expect(() => factLines(rows)).toThrow(message)
})

test('the lines of one video are sent in one call', () => {
  const line = (video: number) => ({ line: { 'video.id': `v${video}` } as FactCells })
  const mixed = Array.from({ length: 120 }, (_, index) => line(index % 2))
  expect(callsOfVideos(mixed).map((call) => new Set(call.map(({ line }) => line['video.id'])).size)).toEqual([
    1, 1,
  ])
})

test('the lines that were not entered are saved with the reason, and can be imported again', async () => {
  const { lines } = factLines(await sheetOf(csv))
  const left = lines.map((each) => ({ ...each, result: invalid }))
  const rows = await readSheet(new File([await leftFacts(left)], '取り込んでいない行.xlsx'))
  expect(rows[1]?.cells[0]).toBe('契約日は正しい日付で入力してください。例：1998-04-02')
  const again = factLines(rows)
  expect(again.ignored).toEqual(['理由'])
  expect(again.lines).toEqual(lines)
})
