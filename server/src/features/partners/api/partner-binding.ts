import type { BodyOf, Endpoint, ParamsOf, QueryOf } from '@kyc/contract/endpoint.ts'
import type { HandlerResult, RequestInfo } from '../../../platform/http/requests/binding.ts'
import { type IdempotencyKey, sentKeyOf } from '../../../platform/idempotency/idempotency-key.ts'
import type { PartnerCaller } from './partner-caller.ts'

export interface PartnerCall<E extends Endpoint> {
  readonly caller: PartnerCaller
  readonly params: ParamsOf<E>
  readonly query: QueryOf<E>
  readonly body: BodyOf<E>
  readonly request: RequestInfo
}

/** A call of the partner API with the function that serves it. */
export interface PartnerBinding {
  readonly endpoint: Endpoint
  readonly handle: (call: PartnerCall<Endpoint>) => Promise<HandlerResult<Endpoint>>
}

/** Binds `handle` to `endpoint`, typed by the contract. */
export function bindPartner<const E extends Endpoint>(
  endpoint: E,
  handle: (call: PartnerCall<E>) => Promise<HandlerResult<E>>,
): PartnerBinding {
  // Input and reply are parsed by the same endpoint before and after the call, so the types are correct.
  return { endpoint, handle } as PartnerBinding
}

/**
 * The idempotency key of a call. All API keys of a partner and mode share it, so that a repeat may come with a rotated
 * key.
 */
export function keyOfCall(
  { name }: Endpoint,
  { caller, request }: Pick<PartnerCall<Endpoint>, 'caller' | 'request'>,
): IdempotencyKey | undefined {
  return sentKeyOf({ scope: caller.partner.id, route: `${name} ${caller.mode}`, request })
}
