/** @module-tag long */

import { type DocumentType, registrationDocumentTypes } from '@kyc/contract/document-vocabulary.ts'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { pictureHash } from '../features/documents/cleaning/picture-hash.ts'
import { differentBits, isFacePhoto, similarBits } from '../features/documents/document-hashes.ts'
import { traitsOf } from './faces.ts'
import { type DemoPerson, demoPeople } from './people.ts'
import { bytesOf, fileFor, lookOf, type Specimen } from './specimens.ts'
import { demoStories } from './stories.ts'

/** The picture that `person` submits for `type`; undefined without one. */
async function pictureOf(person: DemoPerson, type: DocumentType, instead?: Specimen) {
  const file = fileFor(person, type, instead)
  return file && (await bytesOf(person, file, '2031-05-02'))
}

test.each(registrationDocumentTypes.filter(isFacePhoto))(
  'no two %s give a hint of the same person',
  async (type) => {
    const pictures = demoStories.flatMap(({ person, files }) => {
      const submitter = demoPeople.find(({ key }) => key === person)
      return submitter
        ? [...new Set([files[type], undefined])].map((instead) => ({ submitter, instead }))
        : []
    })
    const hashes = await Promise.all(
      pictures.map(async ({ submitter, instead }) => {
        const picture = await pictureOf(submitter, type, instead)
        return { key: submitter.key, hash: picture && Buffer.from(await pictureHash(picture), 'hex') }
      }),
    )
    const similar = hashes.flatMap((one, at) =>
      hashes
        .slice(at + 1)
        .filter((other) => one.key !== other.key && one.hash && other.hash)
        .filter((other) => differentBits(one.hash!, other.hash!) <= similarBits) // both are defined, see above
        .map((other) => [one.key, other.key]),
    )
    expect(hashes.filter(({ hash }) => hash).length).toBeGreaterThan(15)
    expect(similar).toEqual([])
  },
)

test('each person has a combination of traits of their own', () => {
  const combinations = demoPeople.map((person) => JSON.stringify(traitsOf(lookOf(person))))
  expect(new Set(combinations).size).toBe(demoPeople.length)
})

test.each(['idFront', 'selfie', 'selfieWithId'] as const)(
  '%s shows the hair, skin and clothes of its person',
  async (type) => {
    for (const person of demoPeople) {
      const picture = await pictureOf(person, type)
      if (!picture) continue
      const { hairColour, skin, cloth } = traitsOf(lookOf(person))
      for (const colour of [hairColour, skin, cloth])
        expect(await shareOf(picture, colour), `${person.key} ${colour}`).toBeGreaterThan(0.001)
    }
  },
)

/** The share of the pixels of a picture that have about this colour, such as `#2a2523`. */
async function shareOf(picture: Buffer, colour: string): Promise<number> {
  const wanted = Buffer.from(colour.slice(1), 'hex')
  const pixels = await sharp(picture).raw().toBuffer()
  let found = 0
  for (let at = 0; at < pixels.length; at += 3) {
    if (wanted.every((value, channel) => Math.abs(value - (pixels[at + channel] ?? 0)) < 6)) found++
  }
  return found / (pixels.length / 3)
}
