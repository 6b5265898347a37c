import { randomUUID } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { holdsIndividualNumber } from '@kyc/contract/individual-number.ts'
import sharp, { type Sharp } from 'sharp'
import { beforeAll, describe, expect, it } from 'vitest'
import { silentLog } from '../../../platform/log.ts'
import {
  cardWith,
  cardWithCode,
  numberedCards,
  otherCards,
  specimenNumber,
} from '../../../testing/app/sample-codes.ts'
import { useFolder } from '../../../testing/app/use-folder.ts'
import { createCleaner } from './cleaner.ts'
import type { ImageJob } from './cleaning-job.ts'
import { loadCodeReader, readCodes } from './read-codes.ts'

// D114

beforeAll(loadCodeReader)

const read = async (picture: Uint8Array) => readCodes(sharp(picture))

const cardsOf = (count: number) =>
  [
    [`${count} cards with an individual number are refused`, numberedCards(count), true],
    [`${count} cards with other codes pass`, otherCards(count), false],
  ] as const

async function readsCards(_: string, cards: ReturnType<typeof otherCards>, refused: boolean): Promise<void> {
  for (const [text, place] of cards) {
    const codes = await read(await cardWithCode(text, place))
    expect({ codes, refused: codes.some(holdsIndividualNumber), place }).toEqual({
      codes: [text],
      refused,
      place,
    })
  }
}

it.each(cardsOf(40))('%s', readsCards)
it.each(cardsOf(500))('%s', { tags: 'long' }, readsCards)

it('a picture without a code yields no text', async () => {
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

describe('a helper', () => {
  const folder = useFolder('codes-')

  async function clean(
    format: 'jpeg' | 'png',
    bytes: Uint8Array,
    job: Partial<ImageJob> = {},
    cpuTime?: number,
  ) {
    const input = join(folder, randomUUID())
    await writeFile(input, bytes)
    const paths = { input, full: `${input}-full`, screen: `${input}-screen`, thumbnail: `${input}-thumbnail` }
    const cleaner = createCleaner({
      log: silentLog(),
      folder,
      secrets: [],
      processes: 1,
      ...(cpuTime !== undefined && { cpuTime }),
    })
    try {
      return await cleaner.image({ format, boxes: [], hashed: false, ...paths, ...job }, 'account')
    } finally {
      cleaner.close()
    }
  }

  it('refuses a picture with the QR code of an individual number, unless boxes cover it', async () => {
    const card = await cardWithCode(specimenNumber, { x: 0.75, y: 0.5 })
    const left = { x: 0, y: 0, width: 0.4, height: 1 }
    const refused = expect.objectContaining({ fileCause: 'individual_number' })
    await expect(clean('jpeg', card)).rejects.toEqual(refused)
    await expect(clean('jpeg', card, { boxes: [left] })).rejects.toEqual(refused)
    expect(await clean('jpeg', card, { boxes: [{ ...left, x: 0.6 }] })).toMatchObject({ width: 600 })
  })

  it.runIf(process.platform === 'linux')(
    'refuses a picture full of the corners of QR codes at the limit of processor time',
    { tags: 'long' },
    async () => {
      const corner = [0b1111111, 0b1000001, 0b1011101, 0b1011101, 0b1011101, 0b1000001, 0b1111111, 0, 0]
      const side = 2000
      const pixels = Uint8Array.from({ length: side * side }, (_, at) => {
        const [column, row] = [at % side, Math.floor(at / side)]
        return ((corner[row % 9] ?? 0) >> (column % 9)) & 1 ? 0 : 255
      })
      const corners = sharp(pixels, { raw: { width: side, height: side, channels: 1 } })
      const refused = expect.objectContaining({ fileCause: 'costly' })
      await expect(clean('png', await corners.png().toBuffer(), {}, 1000)).rejects.toEqual(refused)
    },
  )
})
