import { expect, test } from 'vitest'
import { facingOf, frameOf, visiblePart } from './camera.ts'

test('a picture contains what the view shows of the video, centred', () => {
  const box = { width: 360, height: 480 }
  // Landscape in a portrait view: the sides are cut off.
  expect(visiblePart({ width: 640, height: 480 }, box)).toEqual({ x: 140, y: 0, width: 360, height: 480 })
  // The same ratio: everything.
  expect(visiblePart({ width: 1440, height: 1920 }, box)).toEqual({ x: 0, y: 0, width: 1440, height: 1920 })
  // Narrower than the view: top and bottom are cut off.
  expect(visiblePart({ width: 1080, height: 1920 }, box)).toEqual({ x: 0, y: 240, width: 1080, height: 1440 })
})

test('a face uses the front camera and an oval, a card the other camera', () => {
  expect([facingOf('selfie'), frameOf('selfie')]).toEqual(['user', 'face'])
  expect([facingOf('selfieWithId'), frameOf('selfieWithId')]).toEqual(['user', 'faceWithCard'])
  expect([facingOf('idFront'), frameOf('idFront')]).toEqual(['environment', 'card'])
  expect([facingOf('residenceProof'), frameOf('residenceProof')]).toEqual(['environment', 'page'])
})
