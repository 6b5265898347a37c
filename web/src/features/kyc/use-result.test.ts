import { expect, test } from 'vitest'
import { ApiError, networkFailure } from '../../api/api-error.ts'
import { failedBy, nextOf, type ResultState, resendingAfter } from './use-result.ts'

const target = 'https://partner.example/done'

/** Everything that follows by itself, with the time since the start. */
function course(start: ResultState): (readonly [number, string])[] {
  const seen: (readonly [number, string])[] = []
  let at = 0
  for (let next = nextOf(start); next; next = next.state ? nextOf(next.state) : null) {
    at += next.after
    const { state } = next
    seen.push([at, state ? `${state.status} ${'secondsLeft' in state ? state.secondsLeft : ''}` : next.leave])
  }
  return seen
}

test('the message comes 1 s after the result was sent, the redirect 3 s later (spec §4, §9)', () => {
  expect(course({ status: 'sent', target })).toEqual([
    [1000, 'told 3'],
    [2000, 'told 2'],
    [3000, 'told 1'],
    [4000, target],
  ])
})

test('without a web page to go to the message stays', () => {
  expect(course({ status: 'sent', target: null })).toEqual([[1000, 'told 3']])
})

test('a result that is on its way or was not delivered leads nowhere by itself', () => {
  expect(nextOf({ status: 'sending' })).toBeNull()
  expect(nextOf(failedBy(networkFailure(null)))).toBeNull()
})

test('after an attempt at the partner that failed, the next one waits until the server makes one', () => {
  const steps = course(failedBy(refusal('PARTNER_DELIVERY_FAILED')))
  expect(steps.at(0)).toEqual([1000, 'failed 9'])
  expect(steps.at(-1)).toEqual([10_000, 'failed 0'])
})

test('that the server sends again by itself is said only where its answer says so', () => {
  expect(resendingAfter(refusal('PARTNER_DELIVERY_FAILED'))).toBe('goesOn')
  expect(resendingAfter(refusal('PARTNER_DELIVERY_STOPPED'))).toBe('stopped')
  expect(resendingAfter(refusal('INTERNAL'))).toBeUndefined()
  expect(resendingAfter(networkFailure(null))).toBeUndefined()
})

function refusal(code: string): ApiError {
  return new ApiError({ code, title: 'x', status: 502 })
}
