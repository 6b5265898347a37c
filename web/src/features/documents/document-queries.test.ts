import { expect, test } from 'vitest'
import { ApiError, networkFailure, timedOut } from '../../api/api-error.ts'
import { metadataReply } from './document-queries.ts'

const refused = (status: number) => new ApiError({ code: 'ANY', title: 'x', status })

const lost = [
  ['a 404', refused(404)],
  ['a time-out', timedOut()],
  ['a network error', networkFailure(null)],
] as const

test.each(lost)('%s gives an empty list of details and the notice (spec §8)', async (_, error) => {
  expect(await metadataReply(Promise.reject(error))).toEqual({ items: [], unavailable: true })
})

test('another failure stays one, and an answer gives no notice', async () => {
  await expect(metadataReply(Promise.reject(refused(500)))).rejects.toMatchObject({ status: 500 })
  expect(await metadataReply(Promise.resolve([]))).toEqual({ items: [], unavailable: false })
})
