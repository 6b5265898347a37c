import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { hintSidePx, pictureHints } from './picture-hints.ts'

const folder = fileURLToPath(new URL('../../../../../server/src/demo/specimens/', import.meta.url))

async function hintsFor(name: string, isCard: boolean) {
  const picture = sharp(`${folder}${name}`).resize(hintSidePx, hintSidePx, { fit: 'inside' }).ensureAlpha()
  const { data, info } = await picture.raw().toBuffer({ resolveWithObject: true })
  return pictureHints({ data, width: info.width, height: info.height }, isCard)
}

test.each([
  ['id-yamada-hanako.jpg', true, []],
  ['id-kono-sakura.jpg', true, []],
  ['back-licence-1.jpg', true, []],
  ['selfie-1.jpg', false, []],
  ['held-yamada-hanako.jpg', false, []],
  ['id-aozora-mirai-crop.jpg', true, ['cropped']],
  ['id-reidai-hajime-blur.jpg', true, ['blurry', 'cropped']],
  ['selfie-dark.jpg', false, ['dark']],
] as const)('%s has the hints that a reviewer would name', async (name, isCard, hints) => {
  expect(await hintsFor(name, isCard)).toEqual(hints)
})

test('a scan that the document fills completely has no hint that it is cut off', () => {
  const [width, height] = [200, 120]
  const data = new Uint8ClampedArray(width * height * 4).fill(235)
  // Lines of text.
  for (let at = 0; at < width * height; at++) {
    const [x, y] = [at % width, Math.floor(at / width)]
    if (y % 20 < 4 && x > 20 && x < 180 && y > 20 && y < 100) data.fill(20, at * 4, at * 4 + 3)
  }
  expect(pictureHints({ data, width, height }, true)).toEqual([])
})
