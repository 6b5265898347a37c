import { cleaningLimits } from '@kyc/contract/cleaning-limits.ts'
import { expect, test } from 'vitest'
import {
  boxBetween,
  boxKey,
  initialRedaction,
  movedBox,
  type RedactionAction,
  redactionReducer,
  resizedBox,
} from './redaction.ts'

const box = { x: 0.5, y: 0.5, width: 0.25, height: 0.25 }
const run = (...actions: RedactionAction[]) => actions.reduce(redactionReducer, initialRedaction([box]))

test('undo takes back one change at a time, and a drag as a whole', () => {
  const moved = { ...box, x: 0.1 }
  const dragged = run(
    { kind: 'change', id: 0, box: { ...box, x: 0.3 } },
    { kind: 'change', id: 0, box: moved, continued: true },
  )
  expect(dragged.boxes[0]?.box).toEqual(moved)
  expect(redactionReducer(dragged, { kind: 'undo' }).boxes).toEqual([{ id: 0, box }])
  const removed = run({ kind: 'add' }, { kind: 'remove', id: 0 })
  expect(removed.boxes.map(({ id }) => id)).toEqual([1])
  const restored = redactionReducer(removed, { kind: 'undo' })
  expect(restored.boxes.map(({ id }) => id)).toEqual([0, 1])
  expect(run({ kind: 'undo' }).boxes).toHaveLength(1)
})

test('a new box is selected, and after a removal the last remaining box is selected', () => {
  expect(run({ kind: 'add' }).selected).toBe(1)
  expect(run({ kind: 'add' }, { kind: 'remove', id: 1 }).selected).toBe(0)
  expect(run({ kind: 'remove', id: 0 }).selected).toBeUndefined()
})

test('a picture has at most as many boxes as the server accepts', () => {
  const added = Array.from({ length: 30 }, () => ({ kind: 'add' }) as const)
  expect(run(...added).boxes).toHaveLength(cleaningLimits.mask.boxes)
})

test('a box stays within the picture and visible, however it is moved, resized or drawn', () => {
  expect(movedBox(box, 1, -1)).toEqual({ ...box, x: 0.75, y: 0 })
  expect(resizedBox(box, 1, -1)).toEqual({ ...box, width: 0.5, height: 0.01 })
  expect(boxBetween({ x: 0.75, y: 0.5 }, { x: -0.2, y: 1.4 })).toEqual({
    x: 0,
    y: 0.5,
    width: 0.75,
    height: 0.5,
  })
  const corner = boxBetween({ x: 1, y: 1 }, { x: 1, y: 1 })
  expect(corner.x + corner.width).toBeLessThanOrEqual(1)
  expect(corner.width).toBeCloseTo(0.01)
})

test('arrows move a box, Shift and arrows resize it, Delete removes it; other keys and shortcuts do nothing', () => {
  const plain = { shiftKey: false, ctrlKey: false, metaKey: false, altKey: false }
  const placed = { id: 3, box }
  expect(boxKey({ ...plain, key: 'ArrowLeft' }, placed)).toMatchObject({ box: { ...box, x: 0.49 } })
  const wider = boxKey({ ...plain, key: 'ArrowRight', shiftKey: true }, placed)
  expect(wider).toMatchObject({ box: { ...box, width: 0.26 } })
  expect(boxKey({ ...plain, key: 'Delete' }, placed)).toEqual({ kind: 'remove', id: 3 })
  expect(boxKey({ ...plain, key: 'Tab' }, placed)).toBeUndefined()
  expect(boxKey({ ...plain, key: 'ArrowLeft', altKey: true }, placed)).toBeUndefined()
})
