import { setTimeout as sleep } from 'node:timers/promises'
import type { DeliveryEvent, DeliveryState } from '@kyc/contract/deliveries.ts'
import { limits } from '@kyc/contract/limits.ts'
import { sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import { inTransaction, type Tx } from '../../../platform/db/transaction.ts'
import { newId } from '../../../platform/ids.ts'
import type { PartnerServices } from '../partner-services.ts'
import { attemptDelivery } from './attempt-delivery.ts'
import { attemptedRecently, claimDelivery } from './claim-delivery.ts'
import { firstAttemptAt } from './schedule.ts'
import { encryptResult, type StoredAuthResult } from './stored-result.ts'

interface NewDelivery {
  readonly partnerId: string
  readonly event: DeliveryEvent
  readonly url: string
  readonly payload: StoredAuthResult
  readonly at: Date
}

/**
 * Enqueues a callback in the transaction that causes it and returns its id. Call `deliverNow` after the
 * commit; if the process dies before that, the scheduler makes the first attempt.
 */
export async function enqueueDelivery(
  services: PartnerServices,
  tx: Tx,
  { partnerId, event, url, payload, at }: NewDelivery,
): Promise<string> {
  const id = newId(at)
  await tx
    .insertInto('delivery')
    .values({
      id,
      event,
      url,
      partner_id: partnerId,
      payload_enc: encryptResult(services, id, payload),
      next_attempt_at: firstAttemptAt(at),
      created_at: at,
    })
    .execute()
  return id
}

/** The creation time of a delivery that succeeded; otherwise whether further attempts follow. */
type DeliveryOutcome =
  | { readonly delivered: true; readonly createdAt: Date }
  | { readonly delivered: false; readonly pending: boolean }

/** Milliseconds between two reads of a delivery that another call or process attempts. */
const pollInterval = 200
const longestWait = limits.callback.timeout + pollInterval

/**
 * Attempts a delivery now and returns its outcome. If another attempt is running, as after a repeated call,
 * or the partner has reached its limit, waits at most as long as one attempt may take. Makes no attempt
 * within 10 s of the last one.
 */
export async function deliverNow(services: PartnerServices, id: string): Promise<DeliveryOutcome> {
  const until = performance.now() + longestWait
  for (;;) {
    const delivery = await waitUntilSettled(services.db, id)
    const { state, claimed, attempted, stopped } = delivery
    if (state !== 'pending' || claimed || attempted || stopped) return outcomeOf(delivery)
    const claim = await inTransaction(services.db, (tx) => claimDelivery(services, tx, id, 'request'))
    if (claim) {
      await attemptDelivery(services, claim)
      return outcomeOf(await getProgress(services.db, id))
    }
    if (performance.now() >= until) return outcomeOf(await getProgress(services.db, id))
    await sleep(pollInterval * (0.5 + Math.random()))
  }
}

function outcomeOf({ state, created_at: createdAt, stopped }: Progress): DeliveryOutcome {
  return state === 'delivered'
    ? { delivered: true, createdAt }
    : { delivered: false, pending: state === 'pending' && !stopped }
}

/** Waits for a running attempt, at most as long as one may take, because its process may have died. */
export async function waitUntilSettled(db: Db, id: string): Promise<Progress> {
  const until = performance.now() + longestWait
  for (;;) {
    const delivery = await getProgress(db, id)
    if (!delivery.claimed || performance.now() >= until) return delivery
    await sleep(pollInterval)
  }
}

interface Progress {
  readonly state: DeliveryState
  readonly created_at: Date
  /** An attempt is running. */
  readonly claimed: boolean
  /** An attempt ended within the last 10 s. */
  readonly attempted: boolean
  /** Callbacks to the partner are stopped, or it is disabled. */
  readonly stopped: boolean
}

async function getProgress(db: Db, id: string): Promise<Progress> {
  const { rows } = await sql<Progress>`
    SELECT d.state, d.created_at, coalesce(d.claimed_until > clock_timestamp(), false) AS claimed,
      ${attemptedRecently} AS attempted,
      p.callback_stop IS NOT NULL OR p.disabled_at IS NOT NULL AS stopped
    FROM delivery d JOIN partner p ON p.id = d.partner_id WHERE d.id = ${id}`.execute(db)
  const [row] = rows
  if (!row) throw new Error('no such delivery')
  return row
}
