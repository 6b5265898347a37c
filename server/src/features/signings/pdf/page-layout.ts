import type { Drawing } from '@kyc/contract/contract-statement.ts'
import { breakLines } from './break-lines.ts'
import { drawable, type FaceName, runsOf, type Weight, widthOf } from './fonts.ts'

/** A4 in points. */
export const pageSize = { width: 595.28, height: 841.89 } as const
const margin = { left: 68, right: 68, top: 76, bottom: 84 } as const
export const textWidth = pageSize.width - margin.left - margin.right

type Tone = 'ink' | 'quiet' | 'faint'

/** What stands on a page, with the distance from its left and upper edges in points; of text, to its baseline. */
export type Mark =
  | {
      readonly kind: 'text'
      readonly x: number
      readonly y: number
      readonly face: FaceName
      readonly size: number
      readonly text: string
      readonly tone: Tone
    }
  | {
      readonly kind: 'rule'
      readonly x: number
      readonly y: number
      readonly width: number
      readonly thickness: number
      readonly tone: Tone
    }
  | {
      readonly kind: 'drawing'
      readonly x: number
      readonly y: number
      readonly width: number
      readonly height: number
      readonly strokes: Drawing
    }

export interface Style {
  readonly size: number
  /** From baseline to baseline. */
  readonly leading: number
  readonly weight?: Weight
  readonly tone?: Tone
}

const styles = {
  title: { size: 17, leading: 26, weight: 'bold' },
  heading: { size: 11.5, leading: 19, weight: 'bold' },
  text: { size: 10, leading: 17.5 },
  label: { size: 9, leading: 16, tone: 'quiet' },
  value: { size: 10, leading: 16 },
  hash: { size: 8, leading: 16 },
  small: { size: 8.5, leading: 14, tone: 'quiet' },
  footer: { size: 8, leading: 11, tone: 'quiet' },
} satisfies Record<string, Style>

export const drawingSize = { width: 220, height: 88 } as const
const labelWidth = 132
const columnGap = 14

/** Places texts one below the other on as many pages as they need. */
export interface PageLayout {
  title(text: string): void
  /** @param below the height that must fit under it on the same page */
  heading(text: string, below?: number): void
  text(text: string): void
  small(text: string): void
  /** A row with a name and what it states. */
  fact(label: string, text: string): void
  /** The same with a hash, which is 64 characters long and stays on one line. */
  hash(label: string, text: string): void
  drawing(strokes: Drawing): void
  /** The pages with their footers. */
  pages(footer: string): readonly (readonly Mark[])[]
}

export function createPageLayout(): PageLayout {
  const pages: Mark[][] = [[]]
  let y: number = margin.top
  const add = (mark: Mark) => void pages.at(-1)?.push(mark)
  /** Begins a page unless `height` fits on this one. */
  const reserve = (height: number) => {
    if (y === margin.top || y + height <= pageSize.height - margin.bottom) return
    pages.push([])
    y = margin.top
  }
  const space = (height: number) => {
    if (y > margin.top) y += height
  }
  const write = (line: string, x: number, baseline: number, style: Style) =>
    void pages.at(-1)?.push(...marksOf(line, x, baseline, style))
  const lines = (text: string, style: Style) => {
    for (const line of breakLines(drawable(text), style.weight ?? 'regular', textWidth / style.size)) {
      reserve(style.leading)
      write(line, margin.left, baselineOf(y, style), style)
      y += style.leading
    }
  }
  const row = (label: string, text: string, style: Style) => {
    const names = breakLines(drawable(label), 'regular', labelWidth / styles.label.size)
    const width = textWidth - labelWidth - columnGap
    const values = breakLines(drawable(text), 'regular', width / style.size)
    for (let n = 0; n < Math.max(names.length, values.length); n++) {
      reserve(style.leading + 4)
      const baseline = baselineOf(y, styles.value)
      write(names[n] ?? '', margin.left, baseline, styles.label)
      write(values[n] ?? '', margin.left + labelWidth + columnGap, baseline, style)
      y += style.leading
    }
    y += 4
    add({ kind: 'rule', x: margin.left, y, width: textWidth, thickness: 0.5, tone: 'faint' })
    y += 4
  }
  return {
    title(text) {
      const style: Style = styles.title
      for (const line of breakLines(drawable(text), 'bold', textWidth / style.size)) {
        reserve(style.leading)
        const width = widthOf(line, 'bold') * style.size
        write(line, (pageSize.width - width) / 2, baselineOf(y, style), style)
        y += style.leading
      }
      add({ kind: 'rule', x: margin.left, y: y + 9, width: textWidth, thickness: 0.8, tone: 'ink' })
      y += 26
    },
    heading(text, below = 2 * styles.text.leading) {
      space(12)
      reserve(styles.heading.leading + below)
      lines(text, styles.heading)
      y += 3
    },
    text(text) {
      lines(text, styles.text)
      y += 5
    },
    small(text) {
      space(2)
      lines(text, styles.small)
      y += 4
    },
    fact: (label, text) => row(label, text, styles.value),
    hash: (label, text) => row(label, text, styles.hash),
    drawing(strokes) {
      const { width, height } = drawingSize
      reserve(height)
      add({ kind: 'drawing', x: margin.left, y, width, height, strokes })
      y += height + 8
    },
    pages: (footer) =>
      pages.map((marks, index) => [...marks, ...footerMarks(footer, index + 1, pages.length)]),
  }
}

function marksOf(
  line: string,
  start: number,
  y: number,
  { size, weight = 'regular', tone = 'ink' }: Style,
): Mark[] {
  let x = start
  return runsOf(line, weight).map(({ face, text, width }) => {
    const mark: Mark = { kind: 'text', x, y, face, size, text, tone }
    x += width * size
    return mark
  })
}

/** Centres the letters in the height of their line. */
function baselineOf(top: number, { size, leading }: Style): number {
  return top + (leading - size) / 2 + size * 0.88
}

/** The first line of the footer, and the number of the page. */
function footerMarks(footer: string, page: number, total: number): Mark[] {
  const style: Style = styles.footer
  const y = pageSize.height - 44
  const number = `${page} / ${total}`
  const numberWidth = widthOf(number, 'regular') * style.size
  const [line = ''] = breakLines(drawable(footer), 'regular', (textWidth - numberWidth - 20) / style.size)
  return [
    { kind: 'rule', x: margin.left, y: y - 14, width: textWidth, thickness: 0.5, tone: 'faint' },
    ...marksOf(line, margin.left, y, style),
    ...marksOf(number, pageSize.width - margin.right - numberWidth, y, style),
  ]
}
