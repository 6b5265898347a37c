import { holdsIndividualNumber } from '@kyc/contract/individual-number.ts'
import sharp, { type Sharp } from 'sharp'
import { beforeAll, expect, it } from 'vitest'
import {
  cardWith,
  cardWithCode,
  numberedCards,
  otherCards,
  specimenNumber,
} from '../../../testing/app/sample-codes.ts'
import { loadCodeReader, readCodes } from './read-codes.ts'

// D114; read-codes.long.test.ts reads more cards.

beforeAll(loadCodeReader)

const read = async (picture: Uint8Array) => readCodes(sharp(picture))

it.each([
  ['cards with an individual number are refused', numberedCards(40), true],
  ['cards with other codes pass', otherCards(40), false],
] as const)('%s', async (_, cards, refused) => {
  for (const [text, place] of cards) {
    const codes = await read(await cardWithCode(text, place))
    expect({ codes, refused: codes.some(holdsIndividualNumber), place }).toEqual({
      codes: [text],
      refused,
      place,
    })
  }
})

it('a picture without a code has none', async () => {
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const
  const picture = sharp({ create: { width: 900, height: 600, channels: 3, background: '#888', noise } })
  expect(await readCodes(picture)).toEqual([])
})

it.each<[string, (picture: Sharp) => Sharp]>([
  ['of 16 bits', (picture) => picture.toColourspace('rgb16').png()],
  ['with a palette', (picture) => picture.png({ palette: true })],
  ['with transparency', (picture) => picture.unflatten().png()],
])('a picture %s is read', async (_, change) => {
  const card = await change(sharp(await cardWithCode(specimenNumber))).toBuffer()
  expect(await read(card)).toEqual([specimenNumber])
})

/** Written by bwip-js. */
const microCode = [
  ...['111111101010101', '100000100100110', '101110101001111', '101110101010110', '101110101001010'],
  ...['100000101110111', '111111100001110', '000000001110010', '100001101001000', '011101110001011'],
  ...['111111011111111', '001100000000000', '111001100001110', '000100101010010', '111011011001111'],
]

it('a Micro QR code is read', async () => {
  const modules = Uint8Array.from(microCode.join(''), (module) => (module === '1' ? 0 : 255))
  expect(await read(await cardWith({ side: microCode.length, modules }))).toEqual([specimenNumber])
})
