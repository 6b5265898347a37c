import { expect, test } from 'vitest'
import { ApiError, networkFailure, timedOut } from '../../api/api-error.ts'
import { metadataOf, metadataReply } from './document-queries.ts'

const refused = (status: number) => new ApiError({ code: 'ANY', title: 'x', status })

const lost = [
  ['a 404', refused(404)],
  ['a timeout', timedOut()],
  ['a network error', networkFailure(null)],
] as const

test.each(lost)('%s yields an empty list of details and the notice (spec §8)', async (_, error) => {
  expect(await metadataReply(Promise.reject(error))).toEqual({ items: [], unavailable: true })
})

test('any other failure is thrown, and a reply shows no notice', async () => {
  await expect(metadataReply(Promise.reject(refused(500)))).rejects.toMatchObject({ status: 500 })
  expect(await metadataReply(Promise.resolve([]))).toEqual({ items: [], unavailable: false })
})

const item = {
  type: 'selfie',
  size: 1900,
  mimeType: 'image/jpeg',
  dimensions: { width: 1200, height: 1600 },
  pages: null,
  created: '2026-11-18T00:12:00.000Z',
  modified: '2026-11-18T00:12:00.000Z',
}

test('a list of details is accepted bare and inside a success/data envelope', () => {
  expect(metadataOf([item])).toEqual([item])
  expect(metadataOf({ success: true, data: [item] })).toEqual([item])
})

test('any other body, and entries that are not metadata, are ignored', () => {
  expect(metadataOf(undefined)).toEqual([])
  expect(metadataOf({ data: [item] })).toEqual([])
  expect(metadataOf({ success: false, data: null })).toEqual([])
  expect(metadataOf([item, { type: 'unknown' }])).toEqual([item])
})
