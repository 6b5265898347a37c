import { randomBytes } from 'node:crypto'
import sharp, { type Sharp } from 'sharp'

/** A valid picture of `width` × `height` pixels in one colour. */
export async function samplePng(
  width = 64,
  height = 40,
  colour = '#88aacc',
): Promise<Uint8Array<ArrayBuffer>> {
  return bytesOf(await picture(width, height, colour).png().toBuffer())
}

/** A picture of noise, which does not compress: by default about 3 MB, several frames of an encrypted object. */
export async function noisyPng(width = 1200, height = 900): Promise<Uint8Array<ArrayBuffer>> {
  const channels = 3
  const raw = { width, height, channels } as const
  return bytesOf(
    await sharp(randomBytes(width * height * channels), { raw })
      .png()
      .toBuffer(),
  )
}

export async function sampleJpeg(
  width = 64,
  height = 40,
  colour = '#ccaa88',
): Promise<Uint8Array<ArrayBuffer>> {
  return bytesOf(await picture(width, height, colour).jpeg().toBuffer())
}

/** A valid PDF of `pages` empty pages. */
export function samplePdf(pages = 1): Uint8Array<ArrayBuffer> {
  const kids = Array.from({ length: pages }, (_, index) => `${index + 3} 0 R`).join(' ')
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${kids}] /Count ${pages} >>`,
    ...Array.from({ length: pages }, () => '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] >>'),
  ]
  return bytesOf(Buffer.from(pdfOf(objects), 'latin1'))
}

/** The text of a PDF with `objects` numbered from 1; the first is its catalog. `trailer` adds trailer entries. */
export function pdfOf(objects: readonly string[], trailer = ''): string {
  let text = '%PDF-1.7\n'
  const offsets = objects.map((object, index) => {
    const offset = text.length
    text += `${index + 1} 0 obj\n${object}\nendobj\n`
    return offset
  })
  const start = text.length
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows}`
  return `${text}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R ${trailer}>>\nstartxref\n${start}\n%%EOF\n`
}

function picture(width: number, height: number, colour: string): Sharp {
  return sharp({ create: { width, height, channels: 3, background: colour } })
}

/** A copy with its own ArrayBuffer, as the type of Blob requires. */
function bytesOf(buffer: Buffer): Uint8Array<ArrayBuffer> {
  return new Uint8Array(buffer)
}
