import type { IdKind } from '@kyc/contract/document-vocabulary.ts'
import sharp from 'sharp'

/** The position of the date on specimens: a card of 1400 × 882 in the centre of a picture of 1280 × 816. */
const scale = (1280 * 0.9) / 1400
const cell = Math.round(27 * scale)
const left = 85
const digitOffsets = [0, 27, 54, 81, 154, 181, 254, 281]
const fontSize = 44
const baselines: Partial<Record<IdKind, number>> = { drivers_license: 391, residence_card: 690 }

/**
 * Prints the expiry date on a specimen without one. `digits` is a strip of ten cells, one for each digit, so
 * that no fonts need to be installed.
 */
export async function withExpiryDate(
  picture: Buffer,
  digits: Buffer,
  idKind: IdKind,
  day: string,
): Promise<Buffer> {
  const baseline = baselines[idKind]
  if (baseline === undefined) throw new Error(`no place for a date on a card of kind ${idKind}`)
  const { height = 0 } = await sharp(digits).metadata()
  const top = Math.round(408 + (baseline - fontSize - 441) * scale)
  const printed = [...day.replaceAll('-', '')].map(async (digit, index) => ({
    input: await sharp(digits)
      .extract({ left: Number(digit) * cell, top: 0, width: cell, height })
      .toBuffer(),
    left: Math.round(640 + (left + (digitOffsets[index] ?? 0) - 700) * scale),
    top,
  }))
  return sharp(picture)
    .composite(await Promise.all(printed))
    .jpeg({ quality: 80 })
    .toBuffer()
}
