import { expect, test } from 'vitest'
import { documentTypes, idKinds } from './document-vocabulary.ts'
import { pixelsOf, suggestedMasks } from './masks.ts'

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
