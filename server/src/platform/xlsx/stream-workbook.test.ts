import { Readable } from 'node:stream'
import { setImmediate as turn } from 'node:timers/promises'
import readWorkbook from 'read-excel-file/node'
import { expect, test } from 'vitest'
import type { Cell, Column } from './sheet-rows.ts'
import { streamWorkbook } from './stream-workbook.ts'

const columns: Column[] = [
  { header: '番号', width: 10 },
  { header: '内容', width: 30 },
]
const repeating = columns.map((column): Column => ({ ...column, repeats: true }))

function workbook(
  pages: AsyncIterable<Iterable<readonly Cell[]>>,
  options: { columns?: readonly Column[]; rowsPerSheet?: number } = {},
) {
  const front = { name: '表紙', rows: () => [['件数', '<&>']] as const }
  return streamWorkbook({ name: '記録', columns, pages, front, ...options })
}

async function* paged(...pages: Cell[][][]) {
  for (const page of pages) {
    await turn()
    yield page
  }
}

async function read(bytes: AsyncIterable<Uint8Array>) {
  const book = await readWorkbook(Buffer.concat(await Readable.from(bytes).toArray()), { trim: false })
  return book.map(({ sheet, data }) => ({ sheet, data }))
}

test('an independent reader finds all rows of all pages, empty ones among them, behind the front', async () => {
  const many = Array.from({ length: 3000 }, (_, n): Cell[] => [`${n}`, `内容 ${n} ${'あ'.repeat(200)}`])
  expect(await read(workbook(paged([], many, [], [[null, 'b']], [])))).toEqual([
    { sheet: '表紙', data: [['件数', '<&>']] },
    { sheet: '記録', data: [['番号', '内容'], ...many, [null, 'b']] },
  ])
})

test('a sheet that is just full is the last one; one more row begins another', async () => {
  const rows = ['a', 'b', 'c', 'd'].map((text, n): Cell[] => [`${n}`, text])
  const heads = ['番号', '内容']
  const sheets = (await read(workbook(paged(rows.slice(0, 3), rows.slice(3)), { rowsPerSheet: 3 }))).slice(1)
  expect(sheets).toEqual([
    { sheet: '記録', data: [heads, ...rows.slice(0, 2)] },
    { sheet: '記録（2）', data: [heads, ...rows.slice(2)] },
  ])
})

test.each([
  ['in their cells', columns],
  ['written once for all', repeating],
])('texts %s stay what they are, but for what XML can not hold', async (_, columns) => {
  const kept = [
    '=1+1',
    '<b>&amp;"\'',
    ' a ',
    'a\nb\tc',
    'a\r\nb',
    '_x0041_',
    '_x',
    '𠮷野家',
    'あ\u3000',
    ']]>',
  ]
  const texts = [...kept, 'a\u0000b', 'a\ud800b', 'a\uffffb', 'x'.repeat(32_767), 'x'.repeat(32_768)]
  const [, log] = await read(workbook(paged(texts.map((text) => ['x', text])), { columns }))
  const replaced = ['a\ufffdb', 'a\ufffdb', 'a\ufffdb', 'x'.repeat(32_767), `${'x'.repeat(32_766)}…`]
  expect(log?.data.slice(1).map((row) => row[1])).toEqual([...kept, ...replaced])
})

test('what repeats is written once, and what the table has no room for stands in its cell', async () => {
  const repeated = Array.from({ length: 5000 }, (_, n): Cell[] => [`${n % 3}`, null])
  const different = Array.from({ length: 70_000 }, (_, n): Cell[] => [`番号${n}`, '同じ'])
  const long = [['長'.repeat(2000), '同じ']]
  const rows = [...repeated, ...different, ...long, ...repeated]
  const [, log] = await read(workbook(paged(rows), { columns: repeating }))
  expect(log?.data.slice(1)).toEqual(rows)

  const sizeOf = async (columns: Column[]) =>
    Buffer.concat(await Readable.from(workbook(paged(repeated), { columns })).toArray()).length
  expect(await sizeOf(repeating)).toBeLessThan(await sizeOf(columns))
})

test('a source that fails fails the reader', async () => {
  async function* failing() {
    yield [['1', 'a']]
    throw new Error('the database is gone')
  }
  await expect(read(workbook(failing()))).rejects.toThrow('the database is gone')
})

test('rows are pulled as they are read, and a reader who stops ends the source', async () => {
  let pulled = 0
  let ended = false
  async function* endless() {
    try {
      // Noise, which can't be packed: what is pulled shows in what comes out.
      for (; ; pulled++)
        yield [
          [
            `${pulled}`,
            Buffer.from(Array.from({ length: 20_000 }, () => Math.random() * 256)).toString('base64'),
          ],
        ]
    } finally {
      ended = true
    }
  }
  let taken = 0
  for await (const chunk of workbook(endless())) {
    taken += chunk.length
    if (taken > 1_000_000) break
  }
  expect(ended).toBe(true)
  expect(pulled).toBeLessThan(300)
})
