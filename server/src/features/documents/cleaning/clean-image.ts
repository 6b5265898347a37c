import { readFile, stat } from 'node:fs/promises'
import { cleaningLimits } from '@kyc/contract/cleaning-limits.ts'
import { holdsIndividualNumber } from '@kyc/contract/individual-number.ts'
import { limits } from '@kyc/contract/limits.ts'
import { pixelsOf } from '@kyc/contract/masks.ts'
import sharp, { type Metadata, type Sharp } from 'sharp'
import { type CleanImage, FileRefused, type ImageJob } from './cleaning-job.ts'
import { countScans } from './jpeg-scans.ts'
import { pictureHash } from './picture-hash.ts'
import { readCodes } from './read-codes.ts'

/** The last chunk of every PNG: IEND and its checksum. */
const pngEnd = Buffer.from('49454e44ae426082', 'hex')

/** The longest side of a JPEG. A longer PNG would be a strip a few pixels wide. */
const maximumSide = 65_535

/** Restricts the decoder to JPEG and PNG; by default it reads SVG or TIFF under any name. */
export function restrictDecoder(): void {
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({ operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng'] })
  sharp.cache(false)
  // Several processes share the machine; each uses one core.
  sharp.concurrency(1)
}

/**
 * Decodes a picture and re-encodes it in full, for the screen and as a thumbnail: orientation applied, sRGB,
 * 8 bits, and no other content of the file.
 * @throws FileRefused unless the file is complete, of `format`, within the limits of D8 and D59, and without an
 * individual number (D114)
 */
export async function cleanImage(job: ImageJob): Promise<CleanImage> {
  const header = await checkHeader(job)
  const picture = sharp(job.input, {
    failOn: 'error',
    limitInputPixels: limits.pixels,
    sequentialRead: true,
  })
    .autoOrient()
    .toColourspace('srgb')
  try {
    const { width, height, size } = await encode(masked(picture, job, header), job.format).toFile(job.full)
    // Codes are searched and renditions made in the clean picture: it is cheaper to decode than the upload, and already
    // has the boxes of a mask.
    const clean = sharp(job.full, { sequentialRead: true })
    if ((await readCodes(clean.clone())).some(holdsIndividualNumber))
      throw new FileRefused('individual_number', 'a QR code holds an individual number')
    await encode(within(clean.clone(), limits.screenSidePx), job.format).toFile(job.screen)
    const thumbnail = within(sharp(job.screen), limits.thumbnailSidePx)
    const { size: thumbnailSize } = await encode(thumbnail, job.format).toFile(job.thumbnail)
    const hash = job.hashed ? await pictureHash(job.screen) : null
    return { width, height, size, screenSize: (await stat(job.screen)).size, thumbnailSize, hash }
  } catch (error) {
    throw refusedUnlessSystem(error)
  }
}

/** Checks sizes by the header alone, so that a picture of 50,000 × 50,000 pixels costs nothing. */
async function checkHeader(job: ImageJob): Promise<Metadata> {
  const header = await sharp(job.input, { limitInputPixels: false })
    .metadata()
    .catch((error) => {
      throw refusedUnlessSystem(error)
    })
  if (header.format !== job.format) throw new FileRefused('mismatch', `the format is ${header.format}`)
  if (header.width * header.height > limits.pixels) throw new FileRefused('pixels', 'too many pixels')
  if (Math.max(header.width, header.height) > maximumSide)
    throw new FileRefused('pixels', 'a side is too long')
  if (decodedBytes(header) > limits.decodedBytes) throw new FileRefused('costly', 'too large when decoded')
  const bytes = await readFile(job.input)
  if (job.format === 'jpeg' && countScans(bytes, limits.jpegScans) > limits.jpegScans)
    throw new FileRefused('costly', 'too many scans')
  // The decoder accepts a file that has all pixels but no end.
  if (job.format === 'png' && !bytes.includes(pngEnd)) throw new FileRefused('damaged', 'truncated')
  return header
}

const sampleBytes: Readonly<Record<string, number>> = { uchar: 1, char: 1, ushort: 2, short: 2 }

/** Memory for the decoded picture. The decoder keeps an interlaced one twice. */
function decodedBytes({ width, height, channels, depth, isProgressive }: Metadata): number {
  return width * height * channels * (sampleBytes[depth] ?? 8) * (isProgressive ? 2 : 1)
}

/** The picture with its boxes, which refer to its upright size. */
function masked(picture: Sharp, { boxes }: ImageJob, { autoOrient: size }: Metadata): Sharp {
  if (boxes.length === 0) return picture
  return picture.composite(
    boxes.map((box) => {
      const { left, top, width, height } = pixelsOf(box, size)
      return { input: { create: { width, height, channels: 3, background: '#000' } }, left, top }
    }),
  )
}

function within(picture: Sharp, side: number): Sharp {
  return picture.resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
}

function encode(picture: Sharp, format: ImageJob['format']): Sharp {
  return format === 'jpeg' ? picture.jpeg({ quality: cleaningLimits.jpegQuality }) : picture.png()
}

/**
 * Errors of the decoder and exceeded limits of this process are faults of the file; a full disk is not. The
 * first line of the message is the first error: a picture that can't be read to its end can't be written
 * either.
 */
function refusedUnlessSystem(error: unknown): unknown {
  if (error instanceof FileRefused) return error
  const system =
    error instanceof Error &&
    ('code' in error || /^.*\n(?:unix|system) error: (?!file too large|cannot allocate)/i.test(error.message))
  return system ? error : new FileRefused('damaged', 'undecodable', { cause: error })
}
