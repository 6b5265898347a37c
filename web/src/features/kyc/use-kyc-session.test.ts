import { expect, test } from 'vitest'
import { ApiError, networkFailure } from '../../api/api-error.ts'
import { stateOf } from './use-kyc-session.ts'

const refused = (status: number, messages: string[] = []) =>
  new ApiError({
    code: 'X',
    title: '題',
    status,
    errors: messages.map((message) => ({ field: 'callback_url', message })),
  })

test('what the server refuses is told like what the browser finds, each fault once', () => {
  expect(stateOf(refused(400))).toEqual({ status: 'faulty', faults: ['題'] })
  expect(stateOf(refused(400, ['一', '二', '一']))).toEqual({ status: 'faulty', faults: ['一', '二'] })
})

test('an unknown, foreign or expired KYC session is lost; anything else may be tried again', () => {
  expect(stateOf(refused(404))).toMatchObject({ status: 'lost' })
  expect(stateOf(refused(429))).toMatchObject({ status: 'failed' })
  expect(stateOf(refused(503))).toMatchObject({ status: 'failed' })
  expect(stateOf(networkFailure(null))).toMatchObject({ status: 'failed' })
})
