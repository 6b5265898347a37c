import type { Endpoint } from '@kyc/contract/endpoint.ts'
import { limits } from '@kyc/contract/limits.ts'
import { Problem } from '../../problem.ts'
import type { Answer } from './binding.ts'
import type { RequestFacts } from './request-info.ts'

/** Calls end before the browser gives up on them; transfers are held to their rate instead (D52). */
const times = { call: limits.apiTimeout - 5000, transfer: limits.uploadMaximum + 30_000 } as const

/**
 * What `work` answers, unless it takes too long: then the signal of the request fires, and whatever `work` still
 * comes to is let go. The framework's own handler timeout is off: it stops at the end of the body.
 * @throws Problem TEMPORARILY_UNAVAILABLE after the time
 */
export function withDeadline(
  info: RequestFacts,
  kind: keyof typeof times,
  work: () => Promise<Answer<Endpoint>>,
): Promise<Answer<Endpoint>> {
  return new Promise((resolve, reject) => {
    let late = false
    const timer = setTimeout(() => {
      late = true
      info.abandon()
      reject(new Problem('TEMPORARILY_UNAVAILABLE', { cause: new Error('the handler took too long') }))
    }, times[kind])
    const done = () => clearTimeout(timer)
    work().then(
      (answer) => {
        done()
        if (late) answer.stream?.destroy()
        else resolve(answer)
      },
      (error: unknown) => {
        done()
        reject(error)
      },
    )
  })
}
