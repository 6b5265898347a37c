import { setTimeout as sleep } from 'node:timers/promises'
import type { DeliveryEvent } from '@kyc/contract/deliveries.ts'
import { limits } from '@kyc/contract/limits.ts'
import { inTransaction, type Tx } from '../../../platform/db/transaction.ts'
import { newId } from '../../../platform/ids.ts'
import type { KeptAuthResult } from '../id-token.ts'
import type { PartnerServices } from '../partner-services.ts'
import { attemptDelivery } from './attempt-delivery.ts'
import { claimNow } from './claim-delivery.ts'
import { enqueueWakeUp } from './delivery-queue.ts'
import { sealPayload } from './payload.ts'
import { firstAttemptAt } from './schedule.ts'

export interface NewDelivery {
  readonly partnerId: string
  readonly event: DeliveryEvent
  readonly url: string
  readonly payload: KeptAuthResult
}

/**
 * Writes what a partner is to be told, in the transaction that caused it (D35). Call `attemptNow` after the commit; if
 * nobody lives to do so, the outbox makes the first attempt.
 */
export async function writeDelivery(
  services: PartnerServices,
  tx: Tx,
  { partnerId, event, url, payload }: NewDelivery,
): Promise<{ id: string }> {
  const now = services.clock.now()
  const id = newId(now)
  const due = firstAttemptAt(now)
  await tx
    .insertInto('delivery')
    .values({
      ...{ id, event, url },
      partner_id: partnerId,
      payload_enc: sealPayload(services, id, payload),
      next_attempt_at: due,
      created_at: now,
    })
    .execute()
  await enqueueWakeUp(services, tx, { id, due })
  return { id }
}

const busyCheckEvery = 200

/**
 * Makes an attempt at once, waits for its outcome, at most 10 s, and tells whether the delivery has arrived. None is
 * made of what was delivered or given up, while callbacks to the partner are off, or while another is under way. All
 * but the very first use up none of the schedule. While the partner has as many attempts under way as it may (D59),
 * this waits for up to as long as one may take, and then leaves the attempt to the outbox.
 */
export async function attemptNow(services: PartnerServices, deliveryId: string): Promise<boolean> {
  const until = performance.now() + limits.callback.timeout
  for (;;) {
    const { claim, state, busy } = await inTransaction(services.db, (tx) =>
      claimNow(services, tx, deliveryId, { manual: false }),
    )
    if (claim) return attemptDelivery(services, claim)
    if (!busy || performance.now() > until) return state === 'delivered'
    await sleep(busyCheckEvery * (0.5 + Math.random()))
  }
}
