import type { Endpoint } from '@kyc/contract/endpoint.ts'
import { limits } from '@kyc/contract/limits.ts'
import { Problem } from '../../problem.ts'
import type { HandlerResult } from './binding.ts'
import type { RequestFacts } from './request-info.ts'

/** Calls end before the timeout of the browser; transfers are limited by their rate instead. */
const times = { call: limits.apiTimeout - 5000, transfer: limits.uploadMaximum + 30_000 } as const

/**
 * Returns the result of `work`. After the deadline it aborts the signal of the request and discards a later result.
 * The framework's own handler timeout is off, because it ends with the body.
 */
export function withDeadline(
  info: RequestFacts,
  kind: keyof typeof times,
  work: () => Promise<HandlerResult<Endpoint>>,
): Promise<HandlerResult<Endpoint>> {
  return new Promise((resolve, reject) => {
    let late = false
    const timer = setTimeout(() => {
      late = true
      info.abandon()
      reject(new Problem('TEMPORARILY_UNAVAILABLE', { cause: new Error('the handler took too long') }))
    }, times[kind])
    const done = () => clearTimeout(timer)
    work().then(
      (result) => {
        done()
        if (late) result.stream?.destroy()
        else resolve(result)
      },
      (error: unknown) => {
        done()
        reject(error)
      },
    )
  })
}
