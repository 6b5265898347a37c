import { expect, test } from 'vitest'
import { facingOf, frameOf, guidePart, visiblePart } from './camera.ts'

test('a picture contains the centred part of the video that the view shows', () => {
  const box = { width: 360, height: 480 }
  // Landscape in a portrait view: the sides are cut off.
  expect(visiblePart({ width: 640, height: 480 }, box)).toEqual({ x: 140, y: 0, width: 360, height: 480 })
  // The same ratio: everything.
  expect(visiblePart({ width: 1440, height: 1920 }, box)).toEqual({ x: 0, y: 0, width: 1440, height: 1920 })
  // Narrower than the view: top and bottom are cut off.
  expect(visiblePart({ width: 1080, height: 1920 }, box)).toEqual({ x: 0, y: 240, width: 1080, height: 1440 })
})

test('a picture of a card contains the guide with a margin on each side, within what the view shows', () => {
  const visible = { x: 140, y: 0, width: 720, height: 960 }
  const box = { width: 360, height: 480 }
  // Twice as many pixels as the view: 200 × 100 becomes 400 × 200, with 48 and 24 on each side.
  const guide = { x: 80, y: 150, width: 200, height: 100 }
  expect(guidePart(visible, box, guide)).toEqual({ x: 252, y: 276, width: 496, height: 248 })
  // A guide almost as wide as the view has no margin beyond it.
  const wide = { x: 18, y: 150, width: 324, height: 204 }
  expect(guidePart(visible, box, wide)).toMatchObject({ x: 140, width: 720 })
  const all = guidePart(visible, box, { x: 0, y: 0, ...box })
  expect(all).toEqual(visible)
})

test('a face uses the front camera, a document the other camera, each with the frame for its shape', () => {
  expect([facingOf('selfie'), frameOf('selfie')]).toEqual(['user', 'face'])
  expect([facingOf('selfieWithId'), frameOf('selfieWithId')]).toEqual(['user', 'faceWithCard'])
  expect([facingOf('idFront'), frameOf('idFront')]).toEqual(['environment', 'card'])
  expect([facingOf('residenceProof'), frameOf('residenceProof')]).toEqual(['environment', 'page'])
})
