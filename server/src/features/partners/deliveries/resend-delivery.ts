import type { Delivery } from '@kyc/contract/deliveries.ts'
import type { Tx } from '../../../platform/db/transaction.ts'
import { answerOnce } from '../../../platform/idempotency/answer-once.ts'
import { fingerprintOf, type IdempotencyKey } from '../../../platform/idempotency/idempotency-key.ts'
import { Problem } from '../../../platform/problem.ts'
import type { Actor } from '../../access/actor.ts'
import { lookWhenSettled } from '../kyc/deliver-once.ts'
import { getPartner, holdPartner } from '../partner-repository.ts'
import type { PartnerServices } from '../partner-services.ts'
import { attemptDelivery } from './attempt-delivery.ts'
import { type Claim, claimNow } from './claim-delivery.ts'
import { getDelivery } from './deliveries-repository.ts'
import { presentDelivery } from './present-delivery.ts'

export interface Resend {
  readonly actor: Actor
  readonly partnerId: string
  readonly deliveryId: string
  readonly ip: string | null
  readonly key: IdempotencyKey | undefined
}

/**
 * One more attempt at once, of a delivery in any state and under its webhook-id (D35). It uses up nothing of the
 * schedule; the answer shows how it went. The same call again makes no other attempt and shows the delivery (D20).
 * @throws Problem NOT_FOUND, CALLBACKS_STOPPED, DELIVERY_EMPTIED, IDEMPOTENCY_KEY_REUSED, REQUEST_IN_PROGRESS, CONFLICT
 *   while another attempt of it is under way, or as many to the partner as may be at a time
 */
export async function resendDelivery(
  services: PartnerServices,
  resend: Resend,
): Promise<{ body: Delivery; headers: Readonly<Record<string, string>> }> {
  const fingerprint = fingerprintOf([resend.partnerId, resend.deliveryId])
  let claim: Claim | undefined
  // The answer that is kept is empty: a delivery is shown as it is, also to a repeat.
  const { headers } = await answerOnce(
    services.db,
    { key: resend.key, fingerprint, status: 200 },
    async (tx) => {
      claim = await claimResend(services, tx, resend)
      return {}
    },
  )
  if (claim) await attemptDelivery(services, claim)
  else await lookWhenSettled(services.db, resend.deliveryId)
  return { body: await showDelivery(services, resend), headers }
}

async function claimResend(services: PartnerServices, tx: Tx, resend: Resend): Promise<Claim> {
  const { actor, partnerId, deliveryId, ip } = resend
  const delivery = await getDelivery(tx, partnerId, deliveryId)
  const partner = await holdPartner(tx, partnerId)
  if (partner.callback_stop !== null || partner.disabled_at !== null) throw new Problem('CALLBACKS_STOPPED')
  if (!delivery.kept) throw new Problem('DELIVERY_EMPTIED')
  const { claim } = await claimNow(services, tx, deliveryId, { manual: true })
  if (!claim) throw new Problem('CONFLICT')
  await services.audit.record(tx, {
    actor: actor.id,
    action: 'share',
    resourceType: 'partner',
    resourceId: `${partnerId}/${deliveryId}`,
    owner: null,
    ip,
    details: { event: delivery.event, manual: true },
  })
  return claim
}

async function showDelivery(
  { db }: PartnerServices,
  { partnerId, deliveryId }: Pick<Resend, 'partnerId' | 'deliveryId'>,
): Promise<Delivery> {
  const partner = await getPartner(db, partnerId)
  return presentDelivery(db, partner, await getDelivery(db, partnerId, deliveryId))
}
