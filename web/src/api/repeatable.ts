import type { Endpoint } from '@kyc/contract/endpoint.ts'
import type { ApiError } from './api-error.ts'
import type { AnyInput } from './wire.ts'

/** Whether a call without a reply may be retried; a transfer that has timed out may not (D20). */
export function isRepeatable(endpoint: Endpoint, input: AnyInput, error: ApiError): boolean {
  if (error.code !== 'NETWORK' && error.code !== 'TIMEOUT') return false
  if (endpoint.transfer && error.code === 'TIMEOUT') return false
  return mayRepeat(endpoint, input)
}

/** Whether a second call with the same key has no further effect. */
export function mayRepeat(endpoint: Endpoint, input: AnyInput): boolean {
  if (endpoint.neverRepeated) return false
  if (endpoint.method === 'POST') return input.idempotencyKey !== undefined
  return endpoint.method !== 'PATCH'
}
