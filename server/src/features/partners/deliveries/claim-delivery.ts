import type { DeliveryEvent, DeliveryState } from '@kyc/contract/deliveries.ts'
import { limits } from '@kyc/contract/limits.ts'
import { sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import { prepared } from '../../../platform/db/prepared.ts'
import type { Tx } from '../../../platform/db/transaction.ts'
import type { PartnerServices } from '../partner-services.ts'
import { lockStop } from '../webhooks/webhook-repository.ts'
import { nextAttemptAt } from './schedule.ts'

/** The right to make one attempt, exclusive until its lease expires. */
export interface Claim {
  readonly id: string
  readonly partnerId: string
  readonly event: DeliveryEvent
  readonly url: string
  /** Of the result of a KYC session; an event has none. */
  readonly payload: Buffer | null
  readonly webhookId: string | null
  readonly eventId: string | null
  readonly leaseEnd: Date
  /** Requested by an account: the attempt does not count towards the schedule. */
  readonly manual: boolean
}

/**
 * The trigger of the attempt: `schedule` if it is due, `request` for the first attempt or a repeated call of
 * the KYC page, `resend` for one that a superadmin requests, in any state of the delivery.
 */
export type AttemptReason = 'schedule' | 'request' | 'resend'

/** Seconds after which another process may claim the delivery. */
const leaseSeconds = 30
const leaseExpired = sql<boolean>`coalesce(d.claimed_until < clock_timestamp(), true)`
const partnerOpen = sql<boolean>`p.callback_stop IS NULL AND p.disabled_at IS NULL`
const runningAttempts = sql<number>`(
  SELECT count(*) FROM delivery busy WHERE busy.partner_id = p.id AND busy.claimed_until > clock_timestamp())`

/**
 * The next attempts of each partner in order of time, at most as many as its limit currently allows. Includes
 * attempts that are not due yet. Acquires no lock: `claimDelivery` decides.
 */
export async function findNextAttempts(db: Db): Promise<{ id: string; next_attempt_at: Date }[]> {
  const { rows } = await sql<{ id: string; next_attempt_at: Date }>`${prepared}
    SELECT next.id, next.next_attempt_at FROM partner p CROSS JOIN LATERAL (
      SELECT d.id, d.next_attempt_at FROM delivery d
      WHERE d.partner_id = p.id AND d.next_attempt_at IS NOT NULL AND ${leaseExpired}
      ORDER BY d.next_attempt_at
      LIMIT greatest(0, ${limits.callback.attemptsPerPartner} - ${runningAttempts})) next
    WHERE ${partnerOpen} ORDER BY next.next_attempt_at`.execute(db)
  return rows
}

interface LockedDelivery {
  readonly partner_id: string
  readonly event: DeliveryEvent
  readonly url: string
  readonly payload_enc: Buffer | null
  readonly webhook_id: string | null
  readonly event_id: string | null
  readonly state: DeliveryState
  /** The attempts so far, and those of the schedule among them. */
  readonly attempts: number
  readonly scheduled: number
  readonly next_attempt_at: Date | null
}

/** Whether an attempt of the delivery `d` ended so recently that a repeated call makes no other. */
export const attemptedRecently = sql<boolean>`EXISTS (SELECT FROM delivery_attempt a WHERE a.delivery_id = d.id
  AND a.at + make_interval(secs => a.duration_ms / 1000.0)
    > clock_timestamp() - make_interval(secs => ${limits.kyc.retryAfter / 1000}))`

/**
 * Claims one attempt. Returns undefined if the delivery needs none for this reason, another attempt of it is running,
 * callbacks to the partner or its webhook are stopped, the partner has reached its limit of concurrent attempts (D59),
 * or a request follows another attempt too soon.
 */
export async function claimDelivery(
  services: PartnerServices,
  tx: Tx,
  id: string,
  reason: AttemptReason,
): Promise<Claim | undefined> {
  // Locks the webhook before the delivery, in the same order as `recordAttempt`.
  const webhook = await lockStop(tx, id)
  const delivery = await lockUnclaimed(tx, id)
  if (!delivery) return undefined
  if (webhook && webhook.stop !== null) {
    // The delivery is not due until the address is set again, so that the scheduler does not find it in each round.
    await tx.updateTable('delivery').set({ next_attempt_at: null }).where('id', '=', id).execute()
    return undefined
  }
  const { partner_id: partnerId, event, url, payload_enc: payload, state, scheduled, attempts } = delivery
  const now = services.clock.now()
  if (reason !== 'resend' && state !== 'pending') return undefined
  if (reason === 'schedule' && (delivery.next_attempt_at === null || delivery.next_attempt_at > now)) {
    return undefined
  }
  // Another call may have made its attempt since this one read the delivery.
  if (reason === 'request' && attempts > 0 && (await wasAttemptedRecently(tx, id))) return undefined
  if (await isBusy(tx, partnerId)) return undefined
  const manual = reason === 'resend' || (reason === 'request' && scheduled > 0)
  // Stored before the attempt, so that the schedule continues if this process dies.
  const next = manual ? {} : { next_attempt_at: nextAttemptAt(now, scheduled) }
  const { claimed_until: leaseEnd } = await tx
    .updateTable('delivery')
    .set({ ...next, claimed_until: leaseEndsAt })
    .where('id', '=', id)
    .returning('claimed_until')
    .executeTakeFirstOrThrow()
  if (!leaseEnd) throw new Error('a claim without a lease')
  const { webhook_id: webhookId, event_id: eventId } = delivery
  return { id, partnerId, event, url, payload, webhookId, eventId, leaseEnd, manual }
}

/** By the clock of the database, which all processes share; in milliseconds, the precision of a Date. */
const leaseEndsAt = sql<Date>`date_trunc('milliseconds', clock_timestamp() + make_interval(secs => ${leaseSeconds}))`

async function lockUnclaimed(tx: Tx, id: string): Promise<LockedDelivery | undefined> {
  const { rows } = await sql<LockedDelivery>`
    SELECT d.partner_id, d.event, d.url, d.payload_enc, d.webhook_id, d.event_id, d.state, d.attempts,
      d.scheduled, d.next_attempt_at
    FROM delivery d JOIN partner p ON p.id = d.partner_id
    WHERE d.id = ${id} AND (d.payload_enc IS NOT NULL OR d.event_id IS NOT NULL) AND ${leaseExpired} AND ${partnerOpen}
    FOR NO KEY UPDATE OF d SKIP LOCKED`.execute(tx)
  return rows[0]
}

async function wasAttemptedRecently(tx: Tx, id: string): Promise<boolean> {
  // A separate statement: its snapshot includes the attempts that committed before the delivery was locked.
  const { rows } = await sql<{ recently: boolean }>`
    SELECT ${attemptedRecently} AS recently FROM delivery d WHERE d.id = ${id}`.execute(tx)
  return rows[0]?.recently ?? false
}

const claimLocks = 0x636c_6169

/**
 * Whether the partner has reached its limit of concurrent attempts. Claims of one partner are serialized
 * until the end of the transaction, so that each counts the others. A claim that cannot acquire the lock
 * counts as busy, because waiting would exhaust the connection pool.
 */
async function isBusy(tx: Tx, partnerId: string): Promise<boolean> {
  const { rows } = await sql<{ locked: boolean }>`
    SELECT pg_try_advisory_xact_lock(${claimLocks}, hashtext(${partnerId})) AS locked`.execute(tx)
  if (!rows[0]?.locked) return true
  // A separate statement: its snapshot includes the claims that committed before this lock was acquired.
  const counted = await sql<{ n: number }>`
    SELECT ${runningAttempts} AS n FROM partner p WHERE p.id = ${partnerId}`.execute(tx)
  return (counted.rows[0]?.n ?? 0) >= limits.callback.attemptsPerPartner
}
