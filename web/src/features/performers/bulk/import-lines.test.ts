import { recordLimits } from '@kyc/contract/record-limits.ts'
import { writeXlsx } from 'hucre/xlsx'
import { expect, test } from 'vitest'
import { callsOf, importLines, repeatedIds, type SheetLine } from './import-lines.ts'
import { importTemplate } from './import-template.ts'
import { leftLines } from './left-lines.ts'
import { readSheet } from './read-sheet.ts'
import type { CheckedRow } from './use-import.ts'

const header = ['姓', '名', '姓(ﾛｰﾏ字)', '名（ローマ字）', '生年月日', '身分証の種類', '外部ID', '備考']
const csv = [
  header.join(','),
  '山田,花子,ｙａｍａｄａ,Hanako,1998/4/2,運転免許証,A-1,"a, b"',
  ',,,,,,,',
  '=1+1,次郎,OTSUYAMA,JIRO,平成10年4月2日,健康保険証,A-1,',
].join('\r\n')
const expected = [
  {
    row: 2,
    line: {
      lastName: '山田',
      firstName: '花子',
      lastNameRoman: 'YAMADA',
      firstNameRoman: 'HANAKO',
      date_of_birth: '1998-04-02',
      idKind: 'drivers_license',
      external_id: 'A-1',
    },
  },
  {
    row: 4,
    line: {
      lastName: '=1+1',
      firstName: '次郎',
      lastNameRoman: 'OTSUYAMA',
      firstNameRoman: 'JIRO',
      date_of_birth: '1998-04-02',
      // An unknown kind of ID stays as entered: the server refuses it.
      idKind: '健康保険証',
      external_id: 'A-1',
    },
  },
]
test.each([
  ['UTF-8', new TextEncoder().encode(csv)],
  ['UTF-8 with a byte order mark', new TextEncoder().encode(`\ufeff${csv}`)],
])('a .csv file in %s is read with row numbers, and its values are normalised', async (_, bytes) => {
  const { lines, ignored } = importLines(await readSheet(new File([bytes], '名簿.csv')))
  expect(lines).toEqual(expected)
  expect(ignored).toEqual(['備考'])
  expect([...repeatedIds(lines)]).toEqual([2, 4])
})

test('a .csv file in Shift_JIS, as Excel in Japan saves it, is read', async () => {
  const bytes = Buffer.from(
    'kKkslrwskKmBaYONgVuDfY6agWoslryBaYONgVuDfY6agWoNCu7gi7QsgrOCrYLnLFRBS0FIQVNISSxTQUtVUkE=',
    'base64',
  )
  const { lines } = importLines(await readSheet(new File([bytes], '名簿.CSV')))
  expect(lines).toEqual([
    {
      row: 2,
      line: { lastName: '髙橋', firstName: 'さくら', lastNameRoman: 'TAKAHASHI', firstNameRoman: 'SAKURA' },
    },
  ])
})

test('the template is read without its sheet of examples, and dates and numbers in it become texts', async () => {
  const template = await importTemplate()
  const rows = await readSheet(new File([template], '出演者の一括登録.xlsx'))
  expect(rows).toHaveLength(1)
  expect(() => importLines(rows)).toThrow('見出しの下に行がありません。')
  const filled = await writeXlsx({
    sheets: [
      {
        name: '出演者',
        rows: [
          [...(rows[0]?.cells ?? [])],
          ['山田', '花子', 'YAMADA', 'HANAKO', null, null, new Date('1998-04-02'), null, null, null, 12],
        ],
      },
    ],
  })
  const { lines } = importLines(await readSheet(new File([new Uint8Array(filled)], 'x.xlsx')))
  expect(lines[0]?.line).toMatchObject({ lastName: '山田', date_of_birth: '1998-04-02', external_id: '12' })
})

const names = { cells: ['姓', '名', '姓（ローマ字）', '名（ローマ字）'], number: 1 }
test.each([
  ['no row', [], 'ファイルに行がありません。'],
  [
    'a missing column',
    [{ number: 1, cells: ['姓', '名', '名（ローマ字）'] }],
    '「姓（ローマ字）」の列がありません',
  ],
  ['a repeated column', [{ ...names, cells: [...names.cells, '姓'] }], '「姓」の列が2つ以上'],
  ['too many lines', [names, ...Array.from({ length: 1001 }, () => names)], '1,000行まで'],
])('a sheet with %s is refused', (_, rows, message) => {
  expect(() => importLines(rows)).toThrow(message)
})

test.each([
  ['too large', new File([new Uint8Array(recordLimits.performerImport.fileBytes + 1)], 'x.csv'), '最大5MB'],
  ['neither .xlsx nor .csv', new File(['%PDF-1.7'], 'x.pdf'), '.xlsx または .csv'],
  [
    'an unreadable .xlsx file',
    new File([new Uint8Array([0x50, 0x4b, 3, 4, 0])], 'x.xlsx'),
    '読み取れませんでした',
  ],
])('a file that is %s is refused', async (_, file, message) => {
  await expect(readSheet(file)).rejects.toThrow(message)
})

test('lines are split into calls within the limits of lines and bytes', () => {
  const { linesPerCall, callBytes, cellChars } = recordLimits.performerImport
  const line = (text: string): SheetLine => ({ row: 1, line: { lastName: text } })
  const short = callsOf(Array.from({ length: linesPerCall + 1 }, () => line('山')))
  expect(short.map((call) => call.length)).toEqual([linesPerCall, 1])
  const long = callsOf(Array.from({ length: linesPerCall }, () => line('山'.repeat(cellChars))))
  expect(long.flat()).toHaveLength(linesPerCall)
  for (const call of long)
    expect(JSON.stringify(call.map((each) => each.line)).length).toBeLessThan(callBytes)
  expect(long.length).toBeGreaterThan(1)
})

const row = (number: number, result: Partial<CheckedRow['result']> = {}): CheckedRow => ({
  row: number,
  line: { lastName: '見本', firstName: `${number}番`, external_id: `A-${number}` },
  result: { state: 'new', errors: [], differs: [], performerId: null, same: [], ...result },
})

test('the lines that were not registered are saved with the reason, and can be imported again', async () => {
  const left = [
    {
      ...row(3, { state: 'invalid', errors: [{ field: 'email', message: '有効なものを。' }] }),
      line: { lastName: '見本', firstName: '3番', external_id: 'A-3', idKind: 'passport' },
    },
    row(6, { same: [{ id: 'p3', name: '見本 花子' }] }),
  ]
  const file = new File([await leftLines(left)], '登録していない行.xlsx')
  const sheet = importLines(await readSheet(file))
  expect(sheet.ignored).toEqual(['理由'])
  expect(sheet.lines.map(({ line }) => line)).toEqual([
    { lastName: '見本', firstName: '3番', external_id: 'A-3', idKind: 'passport' },
    { lastName: '見本', firstName: '6番', external_id: 'A-6' },
  ])
  const [, first, second] = await readSheet(file)
  expect([first?.cells[0], second?.cells[0]]).toEqual([
    'メールアドレス：有効なものを。',
    '氏名が同じ出演者がいます：見本 花子',
  ])
})
