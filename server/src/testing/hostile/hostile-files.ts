import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { countScans } from '../../features/documents/cleaning/jpeg-scans.ts'
import { sampleJpeg, samplePng } from '../app/sample-files.ts'

/** Malicious and broken files, generated in code. */

export const svg = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>',
)
export const html = Buffer.from('<!doctype html><html><script>alert(1)</script></html>')
/** The start of an iPhone's picture: its brand is all that the type detection reads. */
export const heic = Buffer.from('00000018667479706865696300000000686569636d696631', 'hex')

export const gif = Buffer.from('R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==', 'base64')

export async function jpegWithScriptTail(): Promise<Buffer> {
  return Buffer.concat([Buffer.from(await sampleJpeg()), Buffer.from('<script>alert(1)</script>')])
}

/** A picture that is also an HTML page: the script is in a comment, which decoders skip. */
export async function jpegThatIsHtml(): Promise<Buffer> {
  const picture = Buffer.from(await sampleJpeg())
  const comment = Buffer.from('*/--><script>alert(1)</script>')
  const segment = Buffer.concat([Buffer.from([0xff, 0xfe, 0, comment.length + 2]), comment])
  return Buffer.concat([picture.subarray(0, 2), segment, picture.subarray(2)])
}

/**
 * A progressive JPEG with additional scans that decoders accept without a warning: copies of its second scan
 * with full precision. Each costs a pass over all pixels.
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

/** A rotated picture with an owner, a camera and a place in its metadata. */
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

/** A small PNG whose header declares the given size: only decoding it would be expensive. */
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
  // After the signature (8 bytes) and IHDR (25 bytes).
  return Buffer.concat([png.subarray(0, 33), chunk('acTL', control), png.subarray(33)])
}
