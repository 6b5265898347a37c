import { expect, test } from 'vitest'
import { paragraphsOf as paragraphs, type TextPiece } from './page-text.ts'

const paragraphsOf = (pieces: readonly TextPiece[]) => paragraphs(pieces).map(({ text }) => text)

/** A line at `foot` from the left edge. */
function line(str: string, width: number, foot: number, height = 11): TextPiece {
  return { str, width, height, transform: [height, 0, 0, height, 60, foot], hasEOL: true }
}

test('lines that the edge of the page broke become one paragraph, others stay apart', () => {
  const pieces = [
    line('出演契約書', 80, 780, 16),
    line('制作者と出演者は、次の作品への出', 470, 750),
    line('演について、契約を結びます。', 300, 732),
    line('第1条（作品）', 100, 700, 13),
    line('この契約は、一つの作品だけを対象とします。', 440, 680),
  ]
  expect(paragraphsOf(pieces)).toEqual([
    '出演契約書',
    '制作者と出演者は、次の作品への出演について、契約を結びます。',
    '第1条（作品）',
    'この契約は、一つの作品だけを対象とします。',
  ])
})

test('English words stay apart where a line was broken', () => {
  const pieces = [line('The performer appears in the', 470, 750), line('title named below.', 200, 732)]
  expect(paragraphsOf(pieces)).toEqual(['The performer appears in the title named below.'])
})

test('pieces of one line are joined, also without a mark of its end, and a scan has no text', () => {
  const piece = (str: string, left: number, foot: number): TextPiece => ({
    ...line(str, 40, foot),
    transform: [11, 0, 0, 11, left, foot],
    hasEOL: false,
  })
  expect(paragraphsOf([piece('報酬', 60, 700), piece('：', 100, 700), piece('なし', 60, 600)])).toEqual([
    '報酬：',
    'なし',
  ])
  expect(paragraphsOf([{ ...line('', 0, 0), str: ' ' }])).toEqual([])
})

test('headings and the foot of the page are recognised by their size', () => {
  const pieces = [
    line('第1条（作品）', 100, 700, 13),
    line('この契約は、一つの作品だけを対象とします。', 440, 680),
    line('1 / 3', 20, 40, 8),
  ]
  expect(paragraphs(pieces).map(({ size }) => size)).toEqual(['large', 'text', 'small'])
})

test('slanted text such as a watermark comes once, after the text of the page', () => {
  const mark = (foot: number): TextPiece => ({
    ...line('見本', 40, foot),
    transform: [10, 3, -3, 10, 60, foot],
  })
  const text = line('この契約は、一つの作品だけを対象とします。', 440, 680)
  expect(paragraphsOf([mark(700), text, mark(600), mark(500)])).toEqual([text.str, '見本'])
})
