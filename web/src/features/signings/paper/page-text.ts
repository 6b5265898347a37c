import type { PDFDocumentProxy } from 'pdfjs-dist'
import { useEffect, useState } from 'react'

/** A piece of text of pdf.js; `transform` ends with the place of its left foot. */
export interface TextPiece {
  readonly str: string
  readonly width: number
  readonly height: number
  readonly transform: readonly unknown[]
  readonly hasEOL: boolean
}

interface Line {
  text: string
  readonly left: number
  right: number
  readonly foot: number
  height: number
}

/** A paragraph of a page. `small`: as the foot of the page; `large`: as its headings. */
export interface Paragraph {
  readonly text: string
  readonly size: 'small' | 'text' | 'large'
}

/** A line that ends within this share of the longest one is continued by the next. */
const fullLine = 0.9

/** Joins lines to paragraphs, since narrow screens break elsewhere. Slanted text (a watermark) comes last, once. */
export function paragraphsOf(pieces: readonly TextPiece[]): Paragraph[] {
  const slanted = pieces.filter(isSlanted)
  const marks = [...new Set(slanted.map(({ str }) => str.trim()))].join(' ').trim()
  return [
    ...paragraphsOfLines(linesOf(pieces.filter((piece) => !slanted.includes(piece)))),
    ...(marks === '' ? [] : [{ text: marks, size: 'small' } as const]),
  ]
}

/** Neither horizontal nor vertical. */
function isSlanted({ transform }: TextPiece): boolean {
  return [0, 1].every((index) => Math.abs(Number(transform[index])) > 0.01)
}

function paragraphsOfLines(lines: readonly Line[]): Paragraph[] {
  const edge = Math.max(0, ...lines.map(({ right }) => right))
  const usual = usualHeight(lines)
  const paragraphs: Paragraph[] = []
  let before: Line | undefined
  for (const line of lines) {
    const continues =
      before !== undefined &&
      before.right >= edge * fullLine &&
      Math.abs(before.height - line.height) < 0.5 &&
      Math.abs(before.foot - line.foot) <= line.height * 2.2
    const start = continues ? paragraphs.pop()?.text : undefined
    const text = start === undefined ? line.text : joined(start, line.text)
    paragraphs.push({ text, size: sizeOf(line, usual) })
    before = line
  }
  return paragraphs
}

/** The height of most of the text. */
function usualHeight(lines: readonly Line[]): number {
  const byHeight = new Map<number, number>()
  for (const { height, text } of lines) {
    const key = Math.round(height * 2) / 2
    byHeight.set(key, (byHeight.get(key) ?? 0) + text.length)
  }
  return [...byHeight].sort(([, a], [, b]) => b - a)[0]?.[0] ?? 0
}

function sizeOf({ height }: Line, usual: number): Paragraph['size'] {
  if (height < usual * 0.92) return 'small'
  return height > usual * 1.08 ? 'large' : 'text'
}

function linesOf(pieces: readonly TextPiece[]): Line[] {
  const lines: Line[] = []
  let open: Line | undefined
  for (const { str, width, height, transform, hasEOL } of pieces) {
    const [left, foot] = [Number(transform[4]), Number(transform[5])]
    if (str.trim() !== '') {
      if (open && Math.abs(open.foot - foot) < 1) {
        open.text += str
        open.right = left + width
        // A label at the start of the line may be smaller than the text after it.
        open.height = Math.max(open.height, height)
      } else {
        if (open) lines.push(open)
        open = { text: str, left, right: left + width, foot, height }
      }
    } else if (open && str !== '') open.text += ' '
    if (hasEOL && open) {
      lines.push(open)
      open = undefined
    }
  }
  if (open) lines.push(open)
  return lines.map((line) => ({ ...line, text: line.text.trim() }))
}

/** Words need a space between them, Japanese text does not. */
function joined(first: string, second: string): string {
  return /[!-~]$/.test(first) && /^[!-~]/.test(second) ? `${first} ${second}` : first + second
}

/** The text of a page; undefined while it is read. Empty for a scan, and if it cannot be read. */
export function usePageText(
  pdf: PDFDocumentProxy | undefined,
  number: number,
): readonly Paragraph[] | undefined {
  const [text, setText] = useState<{
    readonly of: PDFDocumentProxy
    readonly number: number
    readonly paragraphs: readonly Paragraph[]
  }>()
  useEffect(() => {
    if (!pdf) return
    let cancelled = false
    const set = (paragraphs: readonly Paragraph[]) => {
      if (!cancelled) setText({ of: pdf, number, paragraphs })
    }
    textOf(pdf, number).then(set, () => set([]))
    return () => {
      cancelled = true
    }
  }, [pdf, number])
  return text && text.of === pdf && text.number === number ? text.paragraphs : undefined
}

async function textOf(pdf: PDFDocumentProxy, number: number): Promise<Paragraph[]> {
  const { items } = await (await pdf.getPage(number)).getTextContent()
  return paragraphsOf(items.filter((item) => 'str' in item))
}
