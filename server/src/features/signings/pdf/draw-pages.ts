import fontkit from '@cantoo/fontkit'
import { type PDFDocument, type PDFFont, type PDFPage, rgb } from '@cantoo/pdf-lib'
import { type FaceName, fontFile } from './fonts.ts'
import { type Mark, pageSize } from './page-layout.ts'

const tones = {
  ink: rgb(0.1, 0.11, 0.13),
  quiet: rgb(0.36, 0.38, 0.42),
  faint: rgb(0.82, 0.83, 0.86),
} as const

/** Adds the pages to the document, with the used part of each font. */
export async function drawPages(
  document: PDFDocument,
  pages: readonly (readonly Mark[])[],
): Promise<PDFPage[]> {
  const used = new Set(pages.flat().flatMap((mark) => (mark.kind === 'text' ? [mark.face] : [])))
  document.registerFontkit(fontkit)
  const fonts = new Map<FaceName, PDFFont>()
  for (const face of used) {
    const { bytes, name } = fontFile(face)
    // The name of a part of a font begins with six letters. Ligatures would be one character for a reader that copies text.
    const options = { subset: true, customName: `SUBSET+${name}`, features: { liga: false } }
    fonts.set(face, await document.embedFont(bytes, options))
  }
  return pages.map((marks) => {
    const page = document.addPage([pageSize.width, pageSize.height])
    for (const mark of marks) draw(page, fonts, mark)
    return page
  })
}

function draw(page: PDFPage, fonts: ReadonlyMap<FaceName, PDFFont>, mark: Mark): void {
  const y = pageSize.height - mark.y
  switch (mark.kind) {
    case 'text': {
      const font = fonts.get(mark.face)
      if (font) page.drawText(mark.text, { x: mark.x, y, size: mark.size, font, color: tones[mark.tone] })
      break
    }
    case 'rule':
      page.drawLine({
        start: { x: mark.x, y },
        end: { x: mark.x + mark.width, y },
        thickness: mark.thickness,
        color: tones[mark.tone],
      })
      break
    case 'drawing':
      drawStrokes(page, mark, y)
  }
}

/** Points outside of the frame are moved to its edge. */
function drawStrokes(
  page: PDFPage,
  { x, width, height, strokes }: Extract<Mark, { kind: 'drawing' }>,
  top: number,
): void {
  page.drawRectangle({ x, y: top - height, width, height, borderWidth: 0.5, borderColor: tones.faint })
  const inside = (value: number, size: number) => (Math.min(1, Math.max(0, value)) * size).toFixed(2)
  for (const stroke of strokes) {
    const points = stroke.map(([left, down]) => `${inside(left, width)} ${inside(down, height)}`)
    const [first] = points
    if (first === undefined) continue
    // A point is a line to itself, drawn with round ends.
    const path = `M ${first} L ${(points.length > 1 ? points.slice(1) : points).join(' L ')}`
    page.drawSvgPath(path, { x, y: top, borderColor: tones.ink, borderWidth: 1.4, borderLineCap: 1 })
  }
}
