import fc from 'fast-check'
import { expect, test } from 'vitest'
import { axisTicks } from './axis.ts'

test('an axis starts at zero, reaches the maximum and has at most six ticks', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1_000_000 }), (maximum) => {
      const ticks = axisTicks(maximum)
      expect(ticks[0]).toBe(0)
      expect(ticks.at(-1)).toBeGreaterThanOrEqual(maximum)
      expect(ticks.length).toBeGreaterThanOrEqual(2)
      expect(ticks.length).toBeLessThanOrEqual(6)
    }),
  )
})

test('an axis of an empty chart has one step', () => {
  expect(axisTicks(0)).toEqual([0, 1])
})
