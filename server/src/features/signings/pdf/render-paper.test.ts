import { array, asyncProperty, constantFrom, assert as forAll, property, record, string } from 'fast-check'
import { expect, test } from 'vitest'
import { popplerTest, usePoppler } from '../../../testing/app/poppler.ts'
import { samplePaper } from '../../../testing/app/sample-contracts.ts'
import { breakLines } from './break-lines.ts'
import { drawable, type Weight, widthOf } from './fonts.ts'
import { textWidth } from './page-layout.ts'
import { missingCharacters, type PaperParagraph, renderPaper } from './render-paper.ts'

const poppler = usePoppler()

const characters = constantFrom(
  ...'あいうえおかがきぎっゃーアイウヴヶ甲乙出演契約書髙﨑𠮷邉第条、。「」（）・：；？！％〜…①ABCabcfiffl0123456789.,:;-/()éüñŁąşĞЯ',
  ' ',
  '　',
  '🙂',
  '한',
)
const text = (maxLength: number) => string({ unit: characters, minLength: 1, maxLength })

test('equal papers have equal bytes', async () => {
  expect(await renderPaper(samplePaper)).toEqual(await renderPaper(samplePaper))
})

test('characters that no font has are named, and drawn as the mark 〓', async () => {
  expect(missingCharacters('髙橋🙂とŁucja、한🙂\n')).toEqual(['🙂', '한'])
  expect(missingCharacters('é e\u0301 葛\u{e0100} \u200b⼀')).toEqual([])
  await expect(renderPaper({ ...samplePaper, title: '🙂\u0000\ud800' })).resolves.toMatchObject({ pages: 1 })
})

test('a line never begins with a closing mark and never ends with an opening one', () => {
  const lines = breakLines('「あ」、いうえお（か）。きっく、'.repeat(40), 'regular', 12)
  for (const line of lines) {
    expect(line).not.toMatch(/^[、。」）っ]/)
    expect(line).not.toMatch(/[「（]$/)
  }
})

test('lines contain the whole text, and none is wider than the page', () => {
  forAll(
    property(text(300), (written) => {
      const lines = breakLines(drawable(written), 'regular', 20)
      expect(lines.join('').replaceAll(/\s/g, '')).toBe(drawable(written).replaceAll(/\s/g, ''))
      for (const line of lines) expect(widthOf(line, 'regular')).toBeLessThanOrEqual(20)
    }),
    { numRuns: 500 },
  )
})

test('words and numbers are not broken', () => {
  const lines = breakLines('The performer may rescind the contract for 1,000.50 yen.', 'regular', 8)
  expect(lines.flatMap((line) => line.split(' '))).toEqual(
    'The performer may rescind the contract for 1,000.50 yen.'.split(' '),
  )
})

popplerTest(
  'generated contracts contain all of their texts, which another reader returns',
  { timeout: 240_000 },
  async () => {
    const paragraph: Parameters<typeof array<PaperParagraph>>[0] = record({
      kind: constantFrom('heading', 'text', 'fact'),
      label: text(30),
      text: text(200),
    })
    const papers = record({
      title: text(40),
      language: constantFrom('ja' as const, 'en' as const),
      paragraphs: array(paragraph, { minLength: 1, maxLength: 8 }),
      footer: text(30),
    })
    await forAll(
      asyncProperty(papers, async (paper) => {
        // Without the footer, which stands between the pages.
        const area = ['-raw', '-x', '0', '-y', '0', '-W', '596', '-H', '760']
        const { out, warnings } = await poppler('pdftotext', (await renderPaper(paper)).bytes, ...area)
        expect(warnings).toBe('')
        const read = withoutSpaces(out)
        for (const paragraph of paper.paragraphs)
          for (const line of linesOf(paragraph)) expect(read).toContain(line)
      }),
      { numRuns: process.env.KYC_FULL_TESTS ? 300 : 40 },
    )
  },
)

/** What each line shows. */
function linesOf({ kind, label = '', text }: PaperParagraph): string[] {
  const lines = (part: string, weight: Weight, width: number) => breakLines(drawable(part), weight, width)
  const shownLines =
    kind === 'fact'
      ? [...lines(label, 'regular', 132 / 9), ...lines(text, 'regular', (textWidth - 146) / 10)]
      : lines(text, kind === 'heading' ? 'bold' : 'regular', textWidth / (kind === 'heading' ? 11.5 : 10))
  return shownLines.map((line) => withoutSpaces(shown(line))).filter((line) => line !== '')
}

function shown(line: string): string {
  return Array.from(line, (character) => (missingCharacters(character).length > 0 ? '〓' : character)).join(
    '',
  )
}

function withoutSpaces(text: string): string {
  return text.replaceAll(/\s/g, '')
}
