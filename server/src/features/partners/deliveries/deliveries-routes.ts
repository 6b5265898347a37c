import * as contract from '@kyc/contract/deliveries.ts'
import * as partners from '@kyc/contract/partners.ts'
import { type Binding, bind } from '../../../platform/http/requests/binding.ts'
import { actOf, keyOf } from '../partner-call.ts'
import type { PartnerServices } from '../partner-services.ts'
import { listDeliveries } from './list-deliveries.ts'
import { resendDelivery } from './resend-delivery.ts'
import { resumeCallbacks, stopCallbacks } from './stop-callbacks.ts'

/** Deliveries to partners, and stopping and resuming callbacks (D35). */
export function deliveriesRoutes(services: PartnerServices): Binding[] {
  return [
    bind(contract.listDeliveries, ({ params, query }) => listDeliveries(services, params.id, query)),
    bind(contract.resendDelivery, (call) => {
      const { actor, params, request } = call
      const { id: partnerId, deliveryId } = params
      const key = keyOf(contract.resendDelivery, call)
      return resendDelivery(services, { actor, partnerId, deliveryId, ip: request.ip, key })
    }),
    bind(partners.stopCallbacks, async (call) => ({ body: await stopCallbacks(services, actOf(call)) })),
    bind(partners.resumeCallbacks, async (call) => ({ body: await resumeCallbacks(services, actOf(call)) })),
  ]
}
