import type { DeliveryEvent, DeliveryState } from '@kyc/contract/deliveries.ts'
import { limits } from '@kyc/contract/limits.ts'
import { sql } from 'kysely'
import type { Tx } from '../../../platform/db/transaction.ts'
import type { PartnerServices } from '../partner-services.ts'
import { enqueueWakeUp } from './delivery-queue.ts'
import { leaseSeconds, nextAttemptAt } from './schedule.ts'

/** The right to make one attempt. Nobody else makes one until `until`. */
export interface Claim {
  readonly id: string
  readonly partnerId: string
  readonly event: DeliveryEvent
  readonly url: string
  readonly payload: Buffer
  readonly until: Date
  /** Somebody asked for it: it uses up none of the schedule. */
  readonly manual: boolean
}

/** A delivery as claims see it, held until the end of the transaction. */
interface HeldDelivery {
  readonly id: string
  readonly partner_id: string
  readonly event: DeliveryEvent
  readonly url: string
  readonly payload_enc: Buffer | null
  readonly state: DeliveryState
  readonly scheduled: number
  readonly next_attempt_at: Date | null
  readonly claimed_until: Date | null
  /** Somebody else's attempt is under way. */
  readonly claimed: boolean
  /** Nothing is sent to the partner. */
  readonly silent: boolean
  /** As many attempts to the partner are under way as may be (D59). */
  readonly busy: boolean
}

/** How long a due attempt is put off while its partner is busy: later by chance, so that not all come back at once. */
const busyDelay = () => 2000 + 4000 * Math.random()

/**
 * For a job that says that an attempt was due: claims it if the delivery still says so. While another attempt is under
 * way, or too many to the same partner, the job is written again for later.
 */
export async function claimDue(
  services: PartnerServices,
  tx: Tx,
  { id, due }: { readonly id: string; readonly due: string },
): Promise<Claim | undefined> {
  const delivery = await hold(tx, id)
  if (delivery?.state !== 'pending' || delivery.silent || !delivery.payload_enc) return undefined
  if (delivery.next_attempt_at?.toISOString() !== due) return undefined
  if (!delivery.claimed && !delivery.busy) return claim(services, tx, delivery, false)
  const retryAt = new Date(Date.now() + busyDelay())
  const notBefore = (delivery.claimed && delivery.claimed_until) || retryAt
  await enqueueWakeUp(services, tx, { id, due: new Date(due), notBefore })
  return undefined
}

/**
 * For an attempt at once. The first is the schedule's; later ones somebody asked for, and they leave the schedule alone.
 * @param manual a superadmin wants it, whatever became of the delivery; else it has to be waiting
 * @returns `busy` while the limit of attempts to the partner (D59) is the only reason for no claim
 */
export async function claimNow(
  services: PartnerServices,
  tx: Tx,
  id: string,
  { manual }: { readonly manual: boolean },
): Promise<{ claim?: Claim; state: DeliveryState | undefined; busy?: boolean }> {
  const delivery = await hold(tx, id)
  if (!delivery || delivery.claimed || delivery.silent || !delivery.payload_enc) {
    return { state: delivery?.state }
  }
  if (!manual && delivery.state !== 'pending') return { state: delivery.state }
  if (delivery.busy) return { state: delivery.state, busy: true }
  const asked = manual || delivery.scheduled > 0
  return { claim: await claim(services, tx, delivery, asked), state: delivery.state }
}

/**
 * The time of the next attempt is written before this one begins, with the job that makes it: a process may die at any
 * point and the delivery goes on.
 */
async function claim(
  services: PartnerServices,
  tx: Tx,
  { id, partner_id, event, url, payload_enc, scheduled: ended }: HeldDelivery,
  manual: boolean,
): Promise<Claim> {
  const due = nextAttemptAt(services.clock.now(), ended)
  const { claimed_until: until } = await tx
    .updateTable('delivery')
    .set({ claimed_until: leaseEnd, ...(manual ? {} : { next_attempt_at: due }) })
    .where('id', '=', id)
    .returning('claimed_until')
    .executeTakeFirstOrThrow()
  if (!until || !payload_enc) throw new Error('a claim of nothing')
  if (!manual) await enqueueWakeUp(services, tx, { id, due })
  return { id, partnerId: partner_id, event, url, payload: payload_enc, until, manual }
}

/** By the database's clock, which all processes share; in milliseconds, so that it reads back as the same time. */
const leaseEnd = sql<Date>`date_trunc('milliseconds', clock_timestamp() + make_interval(secs => ${leaseSeconds}))`

async function hold(tx: Tx, id: string): Promise<HeldDelivery | undefined> {
  const { rows } = await sql<Omit<HeldDelivery, 'busy'>>`
    SELECT d.id, d.partner_id, d.event, d.url, d.payload_enc, d.state, d.scheduled, d.next_attempt_at,
      d.claimed_until, coalesce(d.claimed_until > clock_timestamp(), false) AS claimed,
      p.callback_stop IS NOT NULL OR p.disabled_at IS NOT NULL AS silent
    FROM delivery d JOIN partner p ON p.id = d.partner_id
    WHERE d.id = ${id} FOR NO KEY UPDATE OF d`.execute(tx)
  const [row] = rows
  return row && { ...row, busy: await isBusy(tx, row.partner_id) }
}

const claimLocks = 0x636c_6169

/**
 * The lock lasts to the end of the transaction, so that concurrent claims for a partner count one another. Without the
 * lock the partner counts as busy: waiting claims would use up the connections.
 */
async function isBusy(tx: Tx, partnerId: string): Promise<boolean> {
  const { rows } = await sql<{ locked: boolean }>`
    SELECT pg_try_advisory_xact_lock(${claimLocks}, hashtext(${partnerId})) AS locked`.execute(tx)
  if (!rows[0]?.locked) return true
  // A statement of its own: it must see what was committed before the lock was acquired.
  const { under_way } = await tx
    .selectFrom('delivery')
    .select((of) => of.fn.countAll<string>().as('under_way'))
    .where('partner_id', '=', partnerId)
    .where('claimed_until', '>', sql<Date>`clock_timestamp()`)
    .executeTakeFirstOrThrow()
  return Number(under_way) >= limits.callback.attemptsPerPartner
}
