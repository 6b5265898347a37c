import { expect, test } from 'vitest'
import { ApiError, networkFailure } from '../../../api/api-error.ts'
import { earlierDelivery, failedBy, nextOf, type ResultState, resendingAfter } from './use-result.ts'

const target = 'https://partner.example/done'

/** All automatic transitions from `start`, with the time of each. */
function timeline(start: ResultState): (readonly [number, string])[] {
  const transitions: (readonly [number, string])[] = []
  let at = 0
  for (let next = nextOf(start); next; next = next.state ? nextOf(next.state) : null) {
    at += next.after
    const { state } = next
    transitions.push([
      at,
      state ? `${state.status} ${'secondsLeft' in state ? state.secondsLeft : ''}` : next.leave,
    ])
  }
  return transitions
}

test('the page shows the message 1 s after sending the result and redirects 3 s later (spec §4, §9)', () => {
  expect(timeline({ status: 'sent', target })).toEqual([
    [1000, 'completed 3'],
    [2000, 'completed 2'],
    [3000, 'completed 1'],
    [4000, target],
  ])
})

test('without a redirect URL the message stays', () => {
  expect(timeline({ status: 'sent', target: null })).toEqual([[1000, 'completed 3']])
})

test('a page opened after the delivery, as by a step back from the partner, does not redirect', () => {
  expect(earlierDelivery(target)).toEqual({ status: 'completed', target, secondsLeft: 0 })
  expect(timeline(earlierDelivery(target))).toEqual([])
})

test('a pending or failed result does not redirect', () => {
  expect(nextOf({ status: 'sending' })).toBeNull()
  expect(nextOf(failedBy(networkFailure(null)))).toBeNull()
})

test('after a failed delivery, the page permits the next attempt only after the retry interval of the server', () => {
  const steps = timeline(failedBy(failure('PARTNER_DELIVERY_FAILED')))
  expect(steps.at(0)).toEqual([1000, 'failed 9'])
  expect(steps.at(-1)).toEqual([10_000, 'failed 0'])
})

test('automatic resending is announced only if the problem code of the reply states it', () => {
  expect(resendingAfter(failure('PARTNER_DELIVERY_FAILED'))).toBe('automatic')
  expect(resendingAfter(failure('PARTNER_DELIVERY_STOPPED'))).toBe('stopped')
  expect(resendingAfter(failure('INTERNAL'))).toBeUndefined()
  expect(resendingAfter(networkFailure(null))).toBeUndefined()
})

function failure(code: string): ApiError {
  return new ApiError({ code, title: 'x', status: 502 })
}
