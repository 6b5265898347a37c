import { expect, test } from 'vitest'
import { documentTypes, idKinds } from './document-vocabulary.ts'
import { type Box, coveredShare, maskFault, pixelsOf, suggestedMasks } from './masks.ts'

test('the back of a licence suggests the organ donation section, a passport the domicile, a selfie nothing', () => {
  expect(suggestedMasks('drivers_license', 'idBack').map(({ part }) => part)).toEqual(['organ_donation'])
  expect(suggestedMasks('passport', 'idFront').map(({ part }) => part)).toEqual(['domicile'])
  expect(suggestedMasks(null, 'residenceProof').map(({ part }) => part)).toEqual(['domicile_and_number'])
  expect(suggestedMasks('drivers_license', 'selfie')).toEqual([])
  expect(suggestedMasks(null, 'idBack')).toEqual([])
})

test('every suggested box lies within the picture', () => {
  for (const kind of idKinds) {
    for (const type of documentTypes) {
      for (const { box } of suggestedMasks(kind, type)) {
        expect(Math.min(box.x, box.y)).toBeGreaterThanOrEqual(0)
        expect(Math.max(box.x + box.width, box.y + box.height)).toBeLessThanOrEqual(1)
      }
    }
  }
})

/** The place of each text on the specimens of the demo, whose pictures are tilted by up to 1.5° in both directions. */
const specimens = [
  {
    kind: 'my_number_card',
    type: 'idFront',
    hidden: {
      organDonation: { x: 0.375, y: 0.735, width: 0.34, height: 0.055 },
      securityCode: { x: 0.37, y: 0.805, width: 0.3, height: 0.085 },
    },
    read: {
      face: { x: 0.1, y: 0.2, width: 0.25, height: 0.5 },
      validUntil: { x: 0.38, y: 0.53, width: 0.53, height: 0.11 },
    },
  },
  {
    kind: 'passport',
    type: 'idFront',
    hidden: { domicile: { x: 0.67, y: 0.495, width: 0.1, height: 0.075 } },
    read: {
      bornOn: { x: 0.67, y: 0.4, width: 0.19, height: 0.07 },
      sex: { x: 0.38, y: 0.5, width: 0.12, height: 0.08 },
      validUntil: { x: 0.67, y: 0.573, width: 0.19, height: 0.09 },
    },
  },
  {
    kind: 'drivers_license',
    type: 'idBack',
    hidden: { remarks: { x: 0.085, y: 0.615, width: 0.58, height: 0.27 } },
    read: { changes: { x: 0.085, y: 0.16, width: 0.83, height: 0.42 } },
  },
] as const

test('a suggested box covers its part of the specimens, and nothing that a review reads', () => {
  for (const { kind, type, hidden, read } of specimens) {
    const boxes = suggestedMasks(kind, type).map(({ box }) => box)
    for (const [part, place] of Object.entries(hidden))
      expect(coveredShare([...boxes, place]), `${kind} ${part}`).toBeCloseTo(coveredShare(boxes), 9)
    for (const [part, place] of Object.entries<Box>(read))
      expect(coveredShare([...boxes, place]), `${kind} ${part}`).toBeCloseTo(
        coveredShare(boxes) + place.width * place.height,
        9,
      )
  }
})

test('the pixels of a box are rounded outward and clipped to the picture', () => {
  const picture = { width: 101, height: 51 }
  expect(pixelsOf({ x: 0.105, y: 0.1, width: 0.5, height: 0.25 }, picture)).toEqual({
    left: 10,
    top: 5,
    width: 52,
    height: 13,
  })
  expect(pixelsOf({ x: 0, y: 0, width: 1, height: 1 }, picture)).toEqual({ left: 0, top: 0, ...picture })
  expect(pixelsOf({ x: 0.9, y: 0.9, width: 0.5, height: 0.5 }, picture)).toEqual({
    left: 90,
    top: 45,
    width: 11,
    height: 6,
  })
})

const numbers = [
  Number.NaN,
  Number.NEGATIVE_INFINITY,
  -1,
  -1e-9,
  0,
  1e-9,
  0.001,
  0.3,
  0.7,
  1,
  1.1,
  Number.POSITIVE_INFINITY,
]
const everyBox = numbers.flatMap((x) =>
  numbers.flatMap((y) => numbers.flatMap((width) => numbers.map((height): Box => ({ x, y, width, height })))),
)

test('a box that hides nothing is refused wherever it is, and so is every box that leaves the picture', () => {
  const picture = { width: 1000, height: 600 }
  for (const box of everyBox) {
    const isInside =
      box.x >= 0 && box.y >= 0 && box.x + box.width <= 1 + 1e-6 && box.y + box.height <= 1 + 1e-6
    const hides = box.width >= 0.3 && box.height >= 0.3
    const fault = maskFault([box], { picture })
    const isAccepted = isInside && hides && box.width * box.height <= 0.5
    expect(fault === undefined, JSON.stringify(box)).toBe(isAccepted)
    if (fault)
      expect(fault).toMatchObject({
        field: expect.stringMatching(/^boxes(\.0)?$/),
        message: expect.stringMatching(/。$/),
      })
  }
})

test('a box is refused if one of its sides has too few pixels', () => {
  const box = { x: 0.1, y: 0.1, width: 0.1, height: 0.1 }
  expect(maskFault([box], { picture: { width: 80, height: 80 } })).toBeUndefined()
  const second = maskFault([{ ...box, width: 0.2, height: 0.2 }, box], { picture: { width: 79, height: 80 } })
  expect(second).toEqual({ field: 'boxes.1', message: expect.stringContaining('隠す部分2が小さすぎます') })
})

test('boxes that cover more than half of the picture together with earlier masks are refused; an area in two boxes counts once', () => {
  const lower = { x: 0, y: 0.5, width: 1, height: 0.5 }
  expect(coveredShare([lower, lower, { x: 0.5, y: 0, width: 0.5, height: 1 }])).toBeCloseTo(0.75)
  expect(coveredShare([])).toBe(0)
  expect(maskFault([lower, lower])).toBeUndefined()
  const strips = Array.from({ length: 20 }, (_, row) => ({ x: 0, y: row / 20, width: 1, height: 1 / 20 }))
  expect(coveredShare(strips)).toBeCloseTo(1)
  for (const boxes of [strips, [lower, { ...lower, y: 0, height: 0.01 }]])
    expect(maskFault(boxes)?.field).toBe('boxes')
  expect(maskFault([{ ...lower, height: 0.2 }], { covered: 0.4 })?.field).toBe('boxes')
})

test('every suggested box can be saved as it is', () => {
  for (const kind of idKinds)
    for (const type of documentTypes)
      expect(maskFault(suggestedMasks(kind, type).map(({ box }) => box))).toBeUndefined()
})
