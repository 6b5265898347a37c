import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { countScans } from '../features/documents/cleaning/jpeg-scans.ts'
import { pdfOf, sampleJpeg, samplePdf, samplePng } from './sample-files.ts'

/** Files that mean harm or are broken, made in code. */

export const svg = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>',
)
export const html = Buffer.from('<!doctype html><html><script>alert(1)</script></html>')
export const gif = Buffer.from('R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==', 'base64')

export async function jpegWithScriptTail(): Promise<Buffer> {
  return Buffer.concat([Buffer.from(await sampleJpeg()), Buffer.from('<script>alert(1)</script>')])
}

/** A picture that is also a page: the script stands in a comment that every decoder skips. */
export async function jpegThatIsHtml(): Promise<Buffer> {
  const picture = Buffer.from(await sampleJpeg())
  const comment = Buffer.from('*/--><script>alert(1)</script>')
  const segment = Buffer.concat([Buffer.from([0xff, 0xfe, 0, comment.length + 2]), comment])
  return Buffer.concat([picture.subarray(0, 2), segment, picture.subarray(2)])
}

/**
 * A progressive JPEG with further scans that decoders accept without a warning: its second scan again, as one of full
 * precision. Each costs a pass over all pixels.
 */
export function withScans(jpeg: Buffer, scans: number): Buffer {
  const [tables, startOfScan] = [Buffer.from([0xff, 0xc4]), Buffer.from([0xff, 0xda])]
  const from = jpeg.indexOf(tables, jpeg.indexOf(startOfScan))
  const at = jpeg.indexOf(startOfScan, from)
  const scan = Buffer.from(jpeg.subarray(from, jpeg.indexOf(tables, at)))
  const header = at - from + 2
  scan[header + scan.readUInt16BE(header) - 1] = 0
  const end = jpeg.length - 2 // the end mark
  const more = Array.from({ length: scans - countScans(jpeg, scans) }, () => scan)
  return Buffer.concat([jpeg.subarray(0, end), ...more, jpeg.subarray(end)])
}

export async function pngWithZipTail(): Promise<Buffer> {
  return Buffer.concat([
    Buffer.from(await samplePng()),
    Buffer.from('PK\x03\x04<script>alert(1)</script>', 'latin1'),
  ])
}

/** 64 × 48 pixels lying on its side, with a place, a camera and a comment in its metadata. */
export async function jpegWithMetadata(): Promise<Buffer> {
  return sharp(Buffer.from(await sampleJpeg()))
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
  const png = Buffer.from(await samplePng())
  const control = Buffer.alloc(8)
  control.writeUInt32BE(1, 0)
  // Right behind the 8 bytes of the signature and the 25 of IHDR.
  return Buffer.concat([png.subarray(0, 33), chunk('acTL', control), png.subarray(33)])
}

/** One empty page; `objects` are numbered from 4, `catalog` and `trailer` are added to those dictionaries. */
export function pdfWith(parts: {
  catalog?: string
  objects?: (string | Buffer)[]
  trailer?: string
}): Buffer {
  const { catalog = '', objects = [], trailer = '' } = parts
  const text = pdfOf(
    [
      `<< /Type /Catalog /Pages 2 0 R ${catalog} >>`,
      '<< /Type /Pages /Count 1 /Kids [3 0 R] >>',
      '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] >>',
      ...objects.map((object) => object.toString('latin1')),
    ],
    trailer,
  )
  return Buffer.from(text, 'latin1')
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

/** An object stream of any dictionary: readers ask for /N and /First, not for a type. */
const hiddenIn = (dictionary: string) => {
  const bytes = deflateSync(Buffer.from('1 0 << /S /Launch /F (calc.exe) >>'))
  const head = `<< ${dictionary} /Length ${bytes.length} >>\nstream\n`
  return pdfWith({ objects: [Buffer.concat([Buffer.from(head), bytes, Buffer.from('\nendstream')])] })
}

const script = '<< /S /JavaScript /JS (app.alert(1)) >>'

/** Every PDF that D10 refuses, by what is wrong with it. */
export const hostilePdfs: Readonly<Record<string, Buffer>> = {
  'a script that runs on opening': pdfWith({ catalog: `/OpenAction ${script}` }),
  'a script with an escaped name': pdfWith({ catalog: '/OpenAction << /S /Java#53cript /JS (x) >>' }),
  'a named script': pdfWith({
    catalog: '/Names << /JavaScript << /Names [(a) 4 0 R] >> >>',
    objects: [script],
  }),
  'a script in an object stream': pdfWith({ objects: [objectStream(script)] }),
  'a script behind an odd filter': pdfWith({
    objects: [
      objectStream(script, '/Filter /ASCIIHexDecode', (body) => Buffer.from(`${body.toString('hex')}>`)),
    ],
  }),
  'a script behind a filter that stands elsewhere': pdfWith({
    objects: [objectStream(script, '/Filter 5 0 R'), '/FlateDecode'],
  }),
  'a script behind a filter with an escaped name': pdfWith({
    objects: [objectStream(script, '/Filter /#46lateDecode')],
  }),
  'a script behind a predictor': pdfWith({
    objects: [objectStream(script, '/Filter /FlateDecode /DecodeParms << /Predictor 12 /Columns 4 >>')],
  }),
  'an object stream that is damaged': pdfWith({
    objects: [objectStream('x', '/Filter /FlateDecode', (b) => b)],
  }),
  'an object stream that is a bomb': pdfWith({ objects: [objectStream(' '.repeat(70 * 1024 * 1024))] }),
  'an object stream without a type': hiddenIn('/N 1 /First 4 /Filter /FlateDecode'),
  'an object stream behind a string that says obj': hiddenIn(
    '/Filter /FlateDecode /X (obj) /Type /ObjStm /N 1 /First 4',
  ),
  'an object stream behind a string that says stream': hiddenIn(
    '/Type /ObjStm /X (>> stream) /N 1 /First 4 /Filter /FlateDecode',
  ),
  'an object stream behind a comment': hiddenIn(
    '/Type /ObjStm %>> stream\n /N 1 /F#69rst 4 /Filter /FlateDecode',
  ),
  'object streams without an end': pdfWith({ objects: ['1 0 obj << '.repeat(100_000)] }),
  'a launch action': pdfWith({ catalog: '/OpenAction << /S /Launch /F (calc.exe) >>' }),
  'an embedded file': pdfWith({
    catalog: '/Names << /EmbeddedFiles << /Names [(a) 4 0 R] >> >>',
    objects: ['<< /Type /Filespec /F (a.exe) /EF << /F 5 0 R >> >>', '<< /Length 1 >>\nstream\nx\nendstream'],
  }),
  'an associated file': pdfWith({
    catalog: '/AF [4 0 R]',
    objects: ['<< /Type /Filespec /F (a.exe) /EF << /F 5 0 R >> >>', '<< /Length 1 >>\nstream\nx\nendstream'],
  }),
  encryption: pdfWith({ trailer: '/Encrypt << /Filter /Standard /V 1 /R 2 /O (x) /U (x) /P -4 >>' }),
  'a form with scripts (XFA)': pdfWith({ catalog: '/AcroForm << /XFA 4 0 R >>', objects: ['(x)'] }),
  'too many pages': Buffer.from(samplePdf(201)),
  'no pages': Buffer.from(samplePdf(0)),
  'nothing behind its header': Buffer.from('%PDF-1.7\n%%EOF\n'),
  'its end cut off': Buffer.from(samplePdf()).subarray(0, -20),
}
