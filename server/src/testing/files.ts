import sharp from 'sharp'

/** Files as people upload them, made in code. */

export interface PictureOptions {
  readonly width?: number
  readonly height?: number
  /** Another value gives another picture. */
  readonly shade?: number
}

/** A plain JPEG. */
export function jpegFile(options: PictureOptions = {}): Promise<Buffer> {
  return canvas(options).jpeg().toBuffer()
}

/** A plain PNG. */
export function pngFile(options: PictureOptions = {}): Promise<Buffer> {
  return canvas(options).png().toBuffer()
}

function canvas({ width = 64, height = 48, shade = 120 }: PictureOptions) {
  return sharp({ create: { width, height, channels: 3, background: { r: shade, g: 90, b: 60 } } })
}

/**
 * A PDF of `pages` empty pages. `objects` are added as they are, numbered from 100; `catalog` and `trailer` are added
 * to those dictionaries.
 */
export function pdfFile(
  options: { pages?: number; objects?: (string | Buffer)[]; catalog?: string; trailer?: string } = {},
): Buffer {
  const { pages = 1, objects = [], catalog = '', trailer = '' } = options
  const kids = Array.from({ length: pages }, (_, index) => `${index + 3} 0 R`)
  const numbered: [number, string | Buffer][] = [
    [1, `<< /Type /Catalog /Pages 2 0 R ${catalog} >>`],
    [2, `<< /Type /Pages /Count ${pages} /Kids [${kids.join(' ')}] >>`],
    ...kids.map((_, index): [number, string] => [
      index + 3,
      '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] >>',
    ]),
    ...objects.map((object, index): [number, string | Buffer] => [100 + index, object]),
  ]
  return writePdf(numbered, trailer)
}

function writePdf(objects: [number, string | Buffer][], trailer: string): Buffer {
  const parts: Buffer[] = [Buffer.from('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n', 'latin1')]
  let at = parts[0]?.length ?? 0
  const offsets = new Map<number, number>()
  for (const [number, body] of objects) {
    offsets.set(number, at)
    const part = Buffer.concat([
      Buffer.from(`${number} 0 obj\n`),
      Buffer.from(body),
      Buffer.from('\nendobj\n'),
    ])
    parts.push(part)
    at += part.length
  }
  const sections = [...offsets].map(
    ([number, offset]) => `${number} 1\n${String(offset).padStart(10, '0')} 00000 n \n`,
  )
  const size = Math.max(...offsets.keys()) + 1
  parts.push(
    Buffer.from(
      `xref\n0 1\n0000000000 65535 f \n${sections.join('')}trailer\n<< /Size ${size} /Root 1 0 R ${trailer} >>\n` +
        `startxref\n${at}\n%%EOF\n`,
    ),
  )
  return Buffer.concat(parts)
}
