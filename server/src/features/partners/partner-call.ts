import type { Endpoint } from '@kyc/contract/endpoint.ts'
import type { RequestInfo } from '../../platform/http/requests/binding.ts'
import { type IdempotencyKey, sentKeyOf } from '../../platform/idempotency/idempotency-key.ts'
import type { Actor } from '../access/actor.ts'
import type { PartnerAct } from './act-on-partner.ts'

/** What the calls below /partners/{id} have in common. */
export interface PartnerCall {
  readonly actor: Actor
  readonly params: { readonly id: string }
  readonly request: RequestInfo
}

export function actOf({ actor, params, request }: PartnerCall): PartnerAct {
  return { actor, id: params.id, ip: request.ip }
}

/** The key that a call sent (D20). */
export function keyOf(
  { name }: Endpoint,
  { actor, request }: { actor: Actor; request: RequestInfo },
): IdempotencyKey | undefined {
  return sentKeyOf({ scope: actor.id, route: name, request })
}
