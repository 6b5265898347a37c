import { expect, test } from 'vitest'
import { DoubleTap, distanceOf } from './touch-gestures.ts'

const at = (clientX: number, clientY: number) => ({ clientX, clientY })
const end = (
  timeStamp: number,
  point = at(100, 100),
  touches: { clientX: number; clientY: number }[] = [],
) => ({
  timeStamp,
  touches,
  changedTouches: [point],
})

test('two fingers have a distance, one and three have none', () => {
  expect(distanceOf([at(0, 0), at(30, 40)])).toBe(50)
  expect(distanceOf([at(0, 0)])).toBeUndefined()
  expect(distanceOf([at(0, 0), at(1, 1), at(2, 2)])).toBeUndefined()
})

test('two quick taps at one place are a double tap, and a third starts a new one', () => {
  const taps = new DoubleTap()
  expect([end(0), end(200), end(400), end(600)].map((event) => taps.end(event))).toEqual([
    false,
    true,
    false,
    true,
  ])
})

test('slow taps, taps far apart and the end of a pinch are no double tap', () => {
  const taps = new DoubleTap()
  expect(taps.end(end(0))).toBe(false)
  expect(taps.end(end(400))).toBe(false)
  expect(taps.end(end(500, at(200, 100)))).toBe(false)
  expect(taps.end(end(600, at(200, 100), [at(0, 0)]))).toBe(false)
  expect(taps.end(end(650, at(200, 100)))).toBe(false)
})
