import { expect, test } from 'vitest'
import { ApiError } from '../../../api/api-error.ts'
import { errorText } from './language.ts'
import { stateOf } from './use-link-session.ts'

const problem = (code: string) => new ApiError({ code, title: '日本語', status: 409, requestId: 'r1' })

test.each([
  ['PERFORMER_LINK_ENDED', 'secret', { status: 'ended', token: 'secret' }],
  ['PERFORMER_LINK_ENDED', null, { status: 'noLink' }],
  ['PERFORMER_LINK_DONE', 'secret', { status: 'finished' }],
  ['FORBIDDEN', 'secret', { status: 'forbidden' }],
  ['LINK_OTHER_BROWSER', 'secret', { status: 'otherBrowser' }],
  ['LINK_CODE_REQUIRED', 'secret', { status: 'code', token: 'secret' }],
])('the problem %s with the token %s leads to its own state of the page', (code, token, state) => {
  expect(stateOf(problem(code), token)).toEqual(state)
})

test('any other failure can be retried', () => {
  expect(stateOf(problem('NETWORK'), 'secret')).toMatchObject({ status: 'failed' })
  expect(stateOf(new Error('a bug'), null)).toMatchObject({ status: 'failed' })
})

test('messages of the server are shown in Japanese only; in English, a text of the page or the request id is shown', () => {
  expect(errorText('ja', problem('CONFLICT'))).toContain('日本語')
  expect(errorText('en', problem('RATE_LIMITED'))).toBe('Too many attempts. Wait a while and try again.')
  expect(errorText('en', problem('VIDEO_NOT_FOUND'))).toBe('Something went wrong. Please try again. (r1)')
  expect(errorText('en', new Error('a bug'))).toBe('Something went wrong. Please try again.')
})
