import type { AttemptFailure, DeliveryState } from '@kyc/contract/deliveries.ts'
import { limits } from '@kyc/contract/limits.ts'
import type { CallbackStop } from '@kyc/contract/partners.ts'
import type { CallbackOutcome } from '../../../platform/callbacks/callback-outcome.ts'
import { inTransaction, type Tx } from '../../../platform/db/transaction.ts'
import { aboutPartner, byJob } from '../../audit/about.ts'
import { mailCallbacksStopped } from '../../mails/mail-callbacks-stopped.ts'
import { getPartner, lockPartner, type PartnerRow, setPartner } from '../partner-repository.ts'
import type { PartnerServices } from '../partner-services.ts'
import { lockIfFailing, recordOnWebhook } from '../webhooks/record-on-webhook.ts'
import type { Claim } from './claim-delivery.ts'
import { isKnownAddress } from './deliveries-repository.ts'
import { isLast } from './schedule.ts'

/** The outcome of a callback, or why none was made: `unreadable` or `unlinked`. */
export interface AttemptOutcome extends Omit<CallbackOutcome, 'failure'> {
  readonly failure: AttemptFailure | null
}

interface CompletedAttempt extends AttemptOutcome {
  readonly at: Date
  readonly durationMs: number
}

/** Records the outcome of an attempt on its delivery and its partner, in one transaction. */
export function recordAttempt(
  services: PartnerServices,
  claim: Claim,
  attempt: CompletedAttempt,
): Promise<void> {
  return inTransaction(services.db, async (tx) => {
    // Every transaction that locks both locks the partner or the webhook first.
    const webhook = claim.webhookId === null ? undefined : await lockIfFailing(tx, claim.webhookId, attempt)
    const partner = claim.webhookId === null ? await lockIfChanged(tx, claim, attempt) : undefined
    await recordOnDelivery(services, tx, claim, attempt)
    // An attempt at an address that was replaced meanwhile says nothing about the new one.
    if (webhook?.url === claim.url) await recordOnWebhook(services, tx, webhook, attempt)
    if (partner && (await countsForPartner(tx, claim, attempt))) {
      await recordOnPartner(services, tx, partner, attempt)
    }
  })
}

/** Locks the partner only if it changes, so that concurrent successes do not serialize. */
async function lockIfChanged(
  tx: Tx,
  { partnerId }: Claim,
  { failure }: CompletedAttempt,
): Promise<PartnerRow | undefined> {
  const { failing_since } = await getPartner(tx, partnerId)
  return failure === null && failing_since === null ? undefined : lockPartner(tx, partnerId)
}

async function recordOnDelivery(
  services: PartnerServices,
  tx: Tx,
  claim: Claim,
  attempt: CompletedAttempt,
): Promise<void> {
  const { at, durationMs, status, failure, answer } = attempt
  const { id, manual } = claim
  const delivery = await tx
    .selectFrom('delivery')
    .select(['state', 'attempts', 'scheduled', 'claimed_until'])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  const number = delivery.attempts + 1
  const scheduled = delivery.scheduled + (manual ? 0 : 1)
  const before = delivery.state
  const after = stateAfter(before, failure, !manual && isLast(scheduled))
  const ended = after !== 'pending' && after !== before
  // False if the lease expired and another process claimed the delivery.
  const ownsLease = delivery.claimed_until?.getTime() === claim.leaseEnd.getTime()
  await tx
    .insertInto('delivery_attempt')
    .values({ delivery_id: id, number, at, duration_ms: durationMs, status, failure, answer, manual })
    .execute()
  await tx
    .updateTable('delivery')
    .set({ state: after, scheduled, attempts: number })
    .$if(ended, (update) => update.set({ ended_at: at, next_attempt_at: null }))
    .$if(ownsLease, (update) => update.set({ claimed_until: null }))
    .where('id', '=', id)
    .execute()
  await recordOutcome(services, tx, claim, { before, after, attempt: number, failure })
}

function stateAfter(before: DeliveryState, failure: AttemptFailure | null, last: boolean): DeliveryState {
  if (failure === null) return 'delivered'
  return before === 'pending' && (last || failure === 'unlinked') ? 'dead' : before
}

interface RecordedOutcome {
  readonly before: DeliveryState
  readonly after: DeliveryState
  /** The number of the attempt; absent if the delivery expired without one. */
  readonly attempt?: number
  readonly failure?: AttemptFailure | null
}

/** One entry per attempt: each sends personal data (D38), and the entry updates open pages (D42). */
export async function recordOutcome(
  { audit }: Pick<PartnerServices, 'audit'>,
  tx: Tx,
  { partnerId, id }: Pick<Claim, 'partnerId' | 'id'>,
  { before, after, attempt, failure }: RecordedOutcome,
): Promise<void> {
  await audit.record(tx, byJob, 'update', aboutPartner(`${partnerId}/${id}`), {
    ...(before !== after && { before: { delivery: before }, after: { delivery: after } }),
    ...(attempt && { attempt }),
    ...(failure && { failure }),
  })
}

/**
 * Whether the attempt says something about the partner. One that sent nothing does not. Neither does a
 * failure at a path that never succeeded while others did: the path comes from a link, so changing the link
 * could stop the callbacks.
 */
async function countsForPartner(
  tx: Tx,
  { partnerId, url }: Claim,
  { failure }: CompletedAttempt,
): Promise<boolean> {
  if (failure === 'unreadable' || failure === 'unlinked') return false
  return failure === null || isKnownAddress(tx, partnerId, url)
}

async function recordOnPartner(
  services: PartnerServices,
  tx: Tx,
  partner: PartnerRow,
  { failure, status, at }: CompletedAttempt,
): Promise<void> {
  const failing_since = failure === null ? null : (partner.failing_since ?? at)
  if (failing_since?.getTime() !== partner.failing_since?.getTime()) {
    await tx.updateTable('partner').set({ failing_since }).where('id', '=', partner.id).execute()
  }
  const reason = failure === null ? undefined : stopReason(status, failing_since, at)
  if (reason && partner.callback_stop === null) await stopCallbacksTo(services, tx, partner, reason)
}

type FailureStop = Exclude<CallbackStop, 'manual'>

/** D35: a 410 response or five days of failures stop the callbacks. */
function stopReason(status: number | null, since: Date | null, at: Date): FailureStop | undefined {
  if (status === 410) return 'gone'
  return since && at.getTime() - since.getTime() >= limits.callback.failingFor ? 'failing' : undefined
}

/** Stops the callbacks to a partner until a superadmin resumes them, and notifies all superadmins. */
async function stopCallbacksTo(
  services: PartnerServices,
  tx: Tx,
  partner: PartnerRow,
  reason: FailureStop,
): Promise<void> {
  await setPartner(tx, partner.id, { callback_stop: reason }, services.clock.now())
  await services.audit.record(tx, byJob, 'update', aboutPartner(partner.id), {
    before: { callbackStop: null },
    after: { callbackStop: reason },
  })
  await mailCallbacksStopped(services, tx, { partnerName: partner.name, reason })
}
