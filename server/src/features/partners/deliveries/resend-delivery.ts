import type { Delivery } from '@kyc/contract/deliveries.ts'
import type { Tx } from '../../../platform/db/transaction.ts'
import { fingerprintOf, type IdempotencyKey } from '../../../platform/idempotency/idempotency-key.ts'
import { replyOnce } from '../../../platform/idempotency/reply-once.ts'
import { newId } from '../../../platform/ids.ts'
import { Problem } from '../../../platform/problem.ts'
import type { Actor } from '../../access/actor.ts'
import { aboutPartner } from '../../audit/about.ts'
import { getPartner, lockPartner } from '../partner-repository.ts'
import type { PartnerServices } from '../partner-services.ts'
import { findWebhookById } from '../webhooks/webhook-repository.ts'
import { attemptDelivery } from './attempt-delivery.ts'
import { type Claim, claimDelivery } from './claim-delivery.ts'
import { waitUntilSettled } from './deliver.ts'
import { type DeliveryRow, getDelivery, insertRepeat } from './deliveries-repository.ts'
import { presentDelivery } from './present-delivery.ts'

interface Resend {
  readonly actor: Actor
  readonly partnerId: string
  readonly deliveryId: string
  readonly ip: string | null
  readonly key: IdempotencyKey | undefined
}

/**
 * Makes one more attempt with the same webhook-id and returns the delivery with the outcome. A result, and an event
 * whose delivery is pending, gets an attempt outside the schedule. An event whose delivery has ended gets a new
 * delivery, which names the old one and has the same schedule of retries. A repeated call makes no other attempt (D20).
 */
export async function resendDelivery(
  services: PartnerServices,
  resend: Resend,
): Promise<{ body: Delivery; headers: Readonly<Record<string, string>> }> {
  const fingerprint = fingerprintOf([resend.partnerId, resend.deliveryId])
  let claim: Claim | undefined
  // The saved reply is the id only: a repeated call returns the current state of the delivery.
  const { body, headers } = await replyOnce(
    services,
    { key: resend.key, fingerprint, status: 200 },
    async (tx) => {
      claim = await claimResend(services, tx, resend)
      return { id: claim.id }
    },
  )
  if (claim) await attemptDelivery(services, claim)
  else await waitUntilSettled(services.db, body.id)
  return { body: await showDelivery(services, { ...resend, deliveryId: body.id }), headers }
}

async function claimResend(services: PartnerServices, tx: Tx, resend: Resend): Promise<Claim> {
  const { actor, partnerId, deliveryId, ip } = resend
  const delivery = await getDelivery(tx, partnerId, deliveryId)
  const partner = await lockPartner(tx, partnerId)
  const { webhook_id: webhookId } = delivery
  const webhook = webhookId === null ? undefined : await findWebhookById(tx, webhookId)
  const isStopped = webhookId !== null && webhook?.stop !== null
  if (isStopped || partner.callback_stop !== null || partner.disabled_at !== null)
    throw new Problem('CALLBACKS_STOPPED')
  if (!delivery.hasPayload) throw new Problem('DELIVERY_EMPTIED')
  const claim = await claimFor(services, tx, delivery)
  if (!claim) throw new Problem('CONFLICT')
  await services.audit.record(tx, { actor, ip }, 'share', aboutPartner(`${partnerId}/${claim.id}`), {
    event: delivery.event,
    manual: true,
  })
  return claim
}

async function claimFor(
  services: PartnerServices,
  tx: Tx,
  { id, webhook_id, state }: DeliveryRow,
): Promise<Claim | undefined> {
  if (webhook_id === null || state === 'pending') return claimDelivery(services, tx, id, 'resend')
  const at = services.clock.now()
  const repeat = newId(at)
  await insertRepeat(tx, { id: repeat, of: id, at })
  return claimDelivery(services, tx, repeat, 'request')
}

async function showDelivery(
  { db }: PartnerServices,
  { partnerId, deliveryId }: Pick<Resend, 'partnerId' | 'deliveryId'>,
): Promise<Delivery> {
  const partner = await getPartner(db, partnerId)
  return presentDelivery(db, partner, await getDelivery(db, partnerId, deliveryId))
}
