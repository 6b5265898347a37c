import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { setImmediate as turn } from 'node:timers/promises'
import readWorkbook from 'read-excel-file/node'
import { expect, test } from 'vitest'
import { type Cell, streamWorkbook } from './stream-workbook.ts'

const columns = [
  { header: '番号', width: 10 },
  { header: '内容', width: 30 },
]

function workbook(rows: AsyncIterable<readonly Cell[]>, rowsPerSheet?: number) {
  const cover = { name: '表紙', rows: () => [['件数', '<&>']] as const }
  return streamWorkbook({ name: '記録', columns, rows, cover, rowsPerSheet })
}

async function* oneByOne(rows: readonly Cell[][]) {
  for (const row of rows) {
    await turn()
    yield row
  }
}

async function read(bytes: AsyncIterable<Uint8Array>) {
  const book = await readWorkbook(Buffer.concat(await Readable.from(bytes).toArray()), { trim: false })
  return book.map(({ sheet, data }) => ({ sheet, data }))
}

test('an independent reader reads the cover and all rows', async () => {
  const many = Array.from({ length: 3000 }, (_, n): Cell[] => [`${n}`, `内容 ${n} ${'あ'.repeat(200)}`])
  expect(await read(workbook(oneByOne([...many, [null, 'b']])))).toEqual([
    { sheet: '表紙', data: [['件数', '<&>']] },
    { sheet: '記録', data: [['番号', '内容'], ...many, [null, 'b']] },
  ])
})

test('a new sheet begins only with a row that exceeds the full one', async () => {
  const rows = ['a', 'b', 'c', 'd'].map((text, n): Cell[] => [`${n}`, text])
  const heads = ['番号', '内容']
  const sheets = (await read(workbook(oneByOne(rows), 3))).slice(1)
  expect(sheets).toEqual([
    { sheet: '記録', data: [heads, ...rows.slice(0, 2)] },
    { sheet: '記録（2）', data: [heads, ...rows.slice(2)] },
  ])
})

test('texts stay unchanged, except for characters that XML can not contain', async () => {
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
  const [, log] = await read(workbook(oneByOne(texts.map((text) => ['x', text]))))
  const replaced = ['a\ufffdb', 'a\ufffdb', 'a\ufffdb', 'x'.repeat(32_767), `${'x'.repeat(32_766)}…`]
  expect(log?.data.slice(1).map((row) => row[1])).toEqual([...kept, ...replaced])
})

test('an error of the source is thrown to the reader', async () => {
  async function* failing() {
    yield ['1', 'a']
    throw new Error('the database is gone')
  }
  await expect(read(workbook(failing()))).rejects.toThrow('the database is gone')
})

test('pulls rows as bytes are read, and ends the source when the reader stops', async () => {
  let pulled = 0
  let ended = false
  async function* endless() {
    try {
      // Random bytes don't compress, so each pulled row appears in the output.
      for (; ; pulled++) yield [`${pulled}`, randomBytes(20_000).toString('base64')]
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
