import { expect, test } from 'vitest'
import { ApiError, networkFailure } from '../../../api/api-error.ts'
import { stateOf } from './use-kyc-session.ts'

const failure = (status: number, messages: string[] = []) =>
  new ApiError({
    code: 'X',
    title: '題',
    status,
    errors: messages.map((message) => ({ field: 'callback_url', message })),
  })

test('errors of the server are shown like those of the browser, without duplicates', () => {
  expect(stateOf(failure(400))).toEqual({ status: 'faulty', faults: ['題'] })
  expect(stateOf(failure(400, ['一', '二', '一']))).toEqual({ status: 'faulty', faults: ['一', '二'] })
})

test('a missing KYC session is not found; any other failure can be retried', () => {
  expect(stateOf(failure(404))).toMatchObject({ status: 'notFound' })
  expect(stateOf(failure(429))).toMatchObject({ status: 'failed' })
  expect(stateOf(failure(503))).toMatchObject({ status: 'failed' })
  expect(stateOf(networkFailure(null))).toMatchObject({ status: 'failed' })
})
