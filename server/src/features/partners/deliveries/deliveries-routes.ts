import * as contract from '@kyc/contract/deliveries.ts'
import * as partners from '@kyc/contract/partners.ts'
import { type Binding, bind, type OnRecord } from '../../../platform/http/requests/binding.ts'
import { actOf, keyOf, partnerOf } from '../partner-call.ts'
import type { PartnerServices } from '../partner-services.ts'
import { getDelivery } from './deliveries-repository.ts'
import { listDeliveries } from './list-deliveries.ts'
import { resendDelivery } from './resend-delivery.ts'
import { resumeCallbacks, stopCallbacks } from './stop-callbacks.ts'

/** Deliveries to partners, and stopping and resuming callbacks. */
export function deliveriesRoutes(services: PartnerServices): Binding[] {
  const partner = partnerOf(services)
  const delivery = ({ params }: OnRecord<{ id: string; deliveryId: string }>) =>
    getDelivery(services.db, params.id, params.deliveryId)
  return [
    bind(contract.listDeliveries, partner, ({ found, query }) => listDeliveries(services, found, query)),
    bind(contract.resendDelivery, delivery, (call) => {
      const { actor, params, request } = call
      const { id: partnerId, deliveryId } = params
      const key = keyOf(contract.resendDelivery, call)
      return resendDelivery(services, { actor, partnerId, deliveryId, ip: request.ip, key })
    }),
    bind(partners.stopCallbacks, partner, async (call) => ({
      body: await stopCallbacks(services, actOf(call)),
    })),
    bind(partners.resumeCallbacks, partner, async (call) => ({
      body: await resumeCallbacks(services, actOf(call)),
    })),
  ]
}
