import { holdsIndividualNumber } from '@kyc/contract/individual-number.ts'
import sharp from 'sharp'
import { beforeAll, expect, it } from 'vitest'
import { cardWithCode, numberedCards, otherCards } from '../../../testing/app/sample-codes.ts'
import { loadCodeReader, readCodes } from './read-codes.ts'

// D114

beforeAll(loadCodeReader)

it.each([
  ['500 cards with an individual number are refused', numberedCards(500), true],
  ['500 cards with other codes pass', otherCards(500), false],
] as const)('%s', async (_, cards, refused) => {
  for (const [text, place] of cards) {
    const codes = await readCodes(sharp(await cardWithCode(text, place)))
    expect({ codes, refused: codes.some(holdsIndividualNumber), place }).toEqual({
      codes: [text],
      refused,
      place,
    })
  }
})
