import type { Tx } from '../../../platform/db/transaction.ts'
import { Problem } from '../../../platform/problem.ts'
import { aboutPartner } from '../../audit/about.ts'
import { type EventRow, findLastEvent, insertEvent } from '../api/event-repository.ts'
import { findDeliveryOfEvent } from '../deliveries/deliveries-repository.ts'
import { getPartner } from '../partner-repository.ts'
import type { PartnerServices } from '../partner-services.ts'
import type { WebhookAct } from './change-webhook.ts'
import { getWebhook } from './webhook-repository.ts'

/** Writes an event `webhook.test` with its delivery, which is signed and listed like every other. */
export async function sendTestEvent(
  services: PartnerServices,
  tx: Tx,
  { by, of }: WebhookAct,
): Promise<{ event: EventRow; deliveryId: string }> {
  const webhook = await getWebhook(tx, of)
  const partner = await getPartner(tx, of.partnerId)
  if (webhook.stop !== null || partner.callback_stop !== null || partner.disabled_at !== null)
    throw new Problem('CALLBACKS_STOPPED')
  await insertEvent(tx, of, { type: 'webhook.test', objectId: webhook.id, userId: null, expiresOn: null })
  const event = await findLastEvent(tx, of)
  const deliveryId = await findDeliveryOfEvent(tx, event.id)
  // Undefined if the address was removed meanwhile.
  if (deliveryId === undefined) throw new Problem('NOT_FOUND')
  const about = aboutPartner(`${of.partnerId}/${deliveryId}`)
  await services.audit.record(tx, by, 'share', about, { event: 'webhook.test', mode: of.mode, manual: true })
  return { event, deliveryId }
}
