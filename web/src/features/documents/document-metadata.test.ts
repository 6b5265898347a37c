import { expect, test } from 'vitest'
import { metadataOf } from './document-metadata.ts'

const item = {
  type: 'selfie',
  size: 1900,
  mimeType: 'image/jpeg',
  dimensions: { width: 1200, height: 1600 },
  pages: null,
  created: '2026-11-18T00:12:00.000Z',
  modified: '2026-11-18T00:12:00.000Z',
}

test('a bare list and one inside a success/data envelope read alike', () => {
  expect(metadataOf([item])).toEqual([item])
  expect(metadataOf({ success: true, data: [item] })).toEqual([item])
})

test('what is neither, or not metadata, counts as nothing', () => {
  expect(metadataOf(undefined)).toEqual([])
  expect(metadataOf({ data: [item] })).toEqual([])
  expect(metadataOf({ success: false, data: null })).toEqual([])
  expect(metadataOf([item, { type: 'unknown' }])).toEqual([item])
})
