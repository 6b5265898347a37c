import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { jpegFile, pdfFile, pngFile } from './files.ts'

/** Files that mean harm or are broken, made in code. */

export const svg = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>',
)
export const html = Buffer.from('<!doctype html><html><script>alert(1)</script></html>')
export const gif = Buffer.from('R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==', 'base64')

export async function jpegWithScriptTail(): Promise<Buffer> {
  return Buffer.concat([await jpegFile(), Buffer.from('<script>alert(1)</script>')])
}

/** A picture that is also a page: the script stands in a comment that every decoder skips. */
export async function jpegThatIsHtml(): Promise<Buffer> {
  const picture = await jpegFile()
  const comment = Buffer.from('*/--><script>alert(1)</script>')
  const segment = Buffer.concat([Buffer.from([0xff, 0xfe, 0, comment.length + 2]), comment])
  return Buffer.concat([picture.subarray(0, 2), segment, picture.subarray(2)])
}

export async function pngWithZipTail(): Promise<Buffer> {
  return Buffer.concat([await pngFile(), Buffer.from('PK\x03\x04<script>alert(1)</script>', 'latin1')])
}

/** 64 × 48 pixels lying on its side, with a place, a camera and a comment in its metadata. */
export async function jpegWithMetadata(): Promise<Buffer> {
  return sharp(await jpegFile())
    .withExif({
      IFD0: { Copyright: 'SECRET-OWNER', Make: 'SECRET-CAMERA' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '35/1 39/1 31/1' },
    })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()
}

/** A PNG of a few hundred bytes that claims any size: only decoding it would cost anything. */
export function pngThatClaims(width: number, height: number): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([1, 0, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.alloc(100_000))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data])
  const out = Buffer.alloc(body.length + 8)
  out.writeUInt32BE(data.length, 0)
  body.copy(out, 4)
  out.writeUInt32BE(crc32(body), out.length - 4)
  return out
}

export async function apng(): Promise<Buffer> {
  const png = await pngFile()
  const control = Buffer.alloc(8)
  control.writeUInt32BE(1, 0)
  // Right behind the 8 bytes of the signature and the 25 of IHDR.
  return Buffer.concat([png.subarray(0, 33), chunk('acTL', control), png.subarray(33)])
}

const objectStream = (
  content: string,
  dictionary = '/Filter /FlateDecode',
  encode: (body: Buffer) => Buffer = (body) => deflateSync(body),
) => {
  const body = `1 0 ${content}`
  const bytes = encode(Buffer.from(body))
  const head = `<< /Type /ObjStm /N 1 /First 4 ${dictionary} /Length ${bytes.length} >>\nstream\n`
  return Buffer.concat([Buffer.from(head), bytes, Buffer.from('\nendstream')])
}

const script = '<< /S /JavaScript /JS (app.alert(1)) >>'

/** Every PDF that D10 refuses, by what is wrong with it. */
export const hostilePdfs: Readonly<Record<string, Buffer>> = {
  'a script that runs on opening': pdfFile({ catalog: `/OpenAction ${script}` }),
  'a script with an escaped name': pdfFile({ catalog: '/OpenAction << /S /Java#53cript /JS (x) >>' }),
  'a named script': pdfFile({
    catalog: '/Names << /JavaScript << /Names [(a) 100 0 R] >> >>',
    objects: [script],
  }),
  'a script in an object stream': pdfFile({ objects: [objectStream(script)] }),
  'a script behind an odd filter': pdfFile({
    objects: [
      objectStream(script, '/Filter /ASCIIHexDecode', (body) => Buffer.from(`${body.toString('hex')}>`)),
    ],
  }),
  'a script behind a filter that stands elsewhere': pdfFile({
    objects: [objectStream(script, '/Filter 101 0 R'), '/FlateDecode'],
  }),
  'a script behind a filter with an escaped name': pdfFile({
    objects: [objectStream(script, '/Filter /#46lateDecode')],
  }),
  'a script behind a predictor': pdfFile({
    objects: [objectStream(script, '/Filter /FlateDecode /DecodeParms << /Predictor 12 /Columns 4 >>')],
  }),
  'an object stream that is damaged': pdfFile({
    objects: [objectStream('x', '/Filter /FlateDecode', (b) => b)],
  }),
  'an object stream that is a bomb': pdfFile({ objects: [objectStream(' '.repeat(70 * 1024 * 1024))] }),
  'a launch action': pdfFile({ catalog: '/OpenAction << /S /Launch /F (calc.exe) >>' }),
  'an embedded file': pdfFile({
    catalog: '/Names << /EmbeddedFiles << /Names [(a) 100 0 R] >> >>',
    objects: [
      '<< /Type /Filespec /F (a.exe) /EF << /F 101 0 R >> >>',
      '<< /Length 1 >>\nstream\nx\nendstream',
    ],
  }),
  'an associated file': pdfFile({
    catalog: '/AF [100 0 R]',
    objects: [
      '<< /Type /Filespec /F (a.exe) /EF << /F 101 0 R >> >>',
      '<< /Length 1 >>\nstream\nx\nendstream',
    ],
  }),
  encryption: pdfFile({ trailer: '/Encrypt << /Filter /Standard /V 1 /R 2 /O (x) /U (x) /P -4 >>' }),
  'a form with scripts (XFA)': pdfFile({ catalog: '/AcroForm << /XFA 100 0 R >>', objects: ['(x)'] }),
  'too many pages': pdfFile({ pages: 201 }),
  'no pages': pdfFile({ pages: 0 }),
  'nothing behind its header': Buffer.from('%PDF-1.7\n%%EOF\n'),
  'its end cut off': pdfFile().subarray(0, -20),
}
