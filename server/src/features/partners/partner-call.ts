import type { Endpoint } from '@kyc/contract/endpoint.ts'
import type { OnRecord, RequestInfo } from '../../platform/http/requests/binding.ts'
import { type IdempotencyKey, sentKeyOf } from '../../platform/idempotency/idempotency-key.ts'
import type { Actor } from '../access/actor.ts'
import type { PartnerAct } from './act-on-partner.ts'
import { getPartner } from './partner-repository.ts'
import type { PartnerServices } from './partner-services.ts'

/** The common part of calls below /partners/{id}. */
interface PartnerCall {
  readonly actor: Actor
  readonly params: { readonly id: string }
  readonly request: RequestInfo
}

export function actOf({ actor, params, request }: PartnerCall): PartnerAct {
  return { actor, id: params.id, ip: request.ip }
}

/** The idempotency key of a call. */
export function keyOf(
  { name }: Endpoint,
  { actor, request }: { actor: Actor; request: RequestInfo },
): IdempotencyKey | undefined {
  return sentKeyOf({ scope: actor.id, route: name, request })
}

/** Finds the partner of a call. */
export function partnerOf({ db }: PartnerServices) {
  return ({ params }: OnRecord) => getPartner(db, params.id)
}
