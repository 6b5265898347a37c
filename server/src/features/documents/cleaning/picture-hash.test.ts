import { readdir } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import sharp, { type Sharp } from 'sharp'
import { expect, test } from 'vitest'
import { differentBits, similarBits } from '../document-hashes.ts'
import { pictureHash } from './picture-hash.ts'

const folder = fileURLToPath(new URL('../../../demo/specimens/', import.meta.url))
const names = (await readdir(folder)).filter((name) => name.startsWith('selfie-'))
const hashOf = async (input: string | Buffer) => Buffer.from(await pictureHash(input), 'hex')

test('different faces are not similar', async () => {
  const [one, other] = [await hashOf(`${folder}selfie-1.jpg`), await hashOf(`${folder}selfie-2.jpg`)]
  expect(differentBits(one, other)).toBeGreaterThan(similarBits)
})

const changes: readonly [string, (picture: Sharp) => Sharp][] = [
  ['compressed again', (picture) => picture.jpeg({ quality: 60 })],
  ['saved as PNG', (picture) => picture.png()],
  ['without its metadata and slightly brighter', (picture) => picture.modulate({ brightness: 1.05 }).jpeg()],
]

test.each(changes)('a photo stays similar when it is %s', async (_, change) => {
  for (const name of names) {
    const changed = await change(sharp(folder + name)).toBuffer()
    expect(differentBits(await hashOf(folder + name), await hashOf(changed)), name).toBeLessThanOrEqual(
      similarBits,
    )
  }
})
