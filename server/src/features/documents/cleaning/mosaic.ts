import sharp from 'sharp'
import type { MosaicJob } from './cleaning-job.ts'

/** Squares on the longer side: a face has a few of them, and no letter is legible. */
const squares = 20
const side = 400

/** Writes a picture of which only squares of colour are left, as PNG. */
export async function makeMosaic({ input, output }: MosaicJob): Promise<void> {
  const blocks = await sharp(input)
    .resize({ width: squares, height: squares, fit: 'inside' })
    .flatten({ background: '#fff' })
    .png()
    .toBuffer()
  await sharp(blocks)
    .resize({ width: side, height: side, fit: 'inside', kernel: 'nearest' })
    .png()
    .toFile(output)
}
