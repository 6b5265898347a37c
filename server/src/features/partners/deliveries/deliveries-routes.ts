import * as contract from '@kyc/contract/partners.ts'
import { type Binding, bind } from '../../../platform/http/binding.ts'
import type { PartnerServices } from '../partner-services.ts'
import { getPartnerRow, listDeliveries } from './list-deliveries.ts'
import { refuseUnknownDelivery, resendDelivery } from './resend-delivery.ts'
import { resumeCallbacks, stopCallbacks } from './stop-callbacks.ts'

/** What was sent to partners, and whether anything is (D35). */
export function deliveriesRoutes(services: PartnerServices): Binding[] {
  const visible = async ({ params }: { params: { id: string } }) => {
    await getPartnerRow(services, params.id)
  }
  return [
    bind(
      contract.listDeliveries,
      async ({ params, query }) => {
        const { deliveries, ...page } = await listDeliveries(services, params.id, query)
        return { body: deliveries, page }
      },
      visible,
    ),
    bind(
      contract.resendDelivery,
      async ({ actor, params: { id: partnerId, deliveryId }, request: { ip } }) => ({
        body: await resendDelivery(services, { actor, partnerId, deliveryId, ip }),
      }),
      ({ params }) => refuseUnknownDelivery(services, params),
    ),
    bind(
      contract.stopCallbacks,
      async ({ actor, params: { id }, request: { ip } }) => ({
        body: await stopCallbacks(services, { actor, id, ip }),
      }),
      visible,
    ),
    bind(
      contract.resumeCallbacks,
      async ({ actor, params: { id }, request: { ip } }) => ({
        body: await resumeCallbacks(services, { actor, id, ip }),
      }),
      visible,
    ),
  ]
}
