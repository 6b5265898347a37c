import type { AttemptFailure, DeliveryState } from '@kyc/contract/deliveries.ts'
import { limits } from '@kyc/contract/limits.ts'
import type { CallbackOutcome } from '../../../platform/callbacks/callback-outcome.ts'
import { inTransaction, type Tx } from '../../../platform/db/transaction.ts'
import { getPartner, holdPartner, type PartnerRow } from '../partner-repository.ts'
import type { PartnerServices } from '../partner-services.ts'
import type { Claim } from './claim-delivery.ts'
import { isKnownAddress } from './deliveries-repository.ts'
import { isLast } from './schedule.ts'
import { type FailureStop, stopAfterFailure } from './stop-after-failure.ts'

export interface EndedAttempt extends CallbackOutcome {
  readonly at: Date
  readonly durationMs: number
}

/** Writes down how an attempt ended, and all that follows from it, in one transaction. */
export function recordAttempt(services: PartnerServices, claim: Claim, attempt: EndedAttempt): Promise<void> {
  return inTransaction(services.db, async (tx) => {
    // The partner first, as all who change both.
    const partner = await holdIfItChanges(tx, claim, attempt)
    await recordOnDelivery(services, tx, claim, attempt)
    if (partner && (await countsForPartner(tx, claim, attempt))) {
      await recordOnPartner(services, tx, partner, attempt)
    }
  })
}

/** One more success after others is nothing to its partner, and many at once must not wait for one another. */
async function holdIfItChanges(
  tx: Tx,
  { partnerId }: Claim,
  { failure }: EndedAttempt,
): Promise<PartnerRow | undefined> {
  const { failing_since } = await getPartner(tx, partnerId)
  return failure === null && failing_since === null ? undefined : holdPartner(tx, partnerId)
}

async function recordOnDelivery(
  services: PartnerServices,
  tx: Tx,
  claim: Claim,
  attempt: EndedAttempt,
): Promise<void> {
  const delivery = await tx
    .selectFrom('delivery')
    .select(['state', 'attempts', 'scheduled', 'claimed_until'])
    .where('id', '=', claim.id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  const number = delivery.attempts + 1
  const scheduled = delivery.scheduled + (claim.manual ? 0 : 1)
  const state = stateAfter(delivery.state, attempt.failure, !claim.manual && isLast(scheduled))
  const ended = state !== 'pending' && state !== delivery.state
  await insertAttempt(tx, claim, number, attempt)
  await tx
    .updateTable('delivery')
    .set({
      ...{ state, scheduled, attempts: number },
      ...(ended ? { ended_at: attempt.at, next_attempt_at: null } : {}),
      // A lease that ran out may be another's by now.
      ...(delivery.claimed_until?.getTime() === claim.until.getTime() ? { claimed_until: null } : {}),
    })
    .where('id', '=', claim.id)
    .execute()
  const change = { before: delivery.state, after: state }
  await recordOutcome(services, tx, claim, { change, attempt: number, failure: attempt.failure })
}

function stateAfter(before: DeliveryState, failure: AttemptFailure | null, last: boolean): DeliveryState {
  if (failure === null) return 'delivered'
  return before === 'pending' && last ? 'dead' : before
}

async function insertAttempt(tx: Tx, claim: Claim, number: number, attempt: EndedAttempt): Promise<void> {
  const { at, durationMs, status, failure, answer } = attempt
  const values = { delivery_id: claim.id, number, at, duration_ms: durationMs, status, failure, answer }
  await tx
    .insertInto('delivery_attempt')
    .values({ ...values, manual: claim.manual })
    .execute()
}

interface Outcome {
  readonly change: { readonly before: DeliveryState; readonly after: DeliveryState }
  /** Absent where the delivery was given up without one. */
  readonly attempt?: number
  readonly failure?: AttemptFailure | null
}

/**
 * One entry for each attempt: each one sends personal data (D38), and its entry is what open pages hear of it (D42). The
 * schedule bounds their number.
 */
export async function recordOutcome(
  { audit }: Pick<PartnerServices, 'audit'>,
  tx: Tx,
  { partnerId, id }: Pick<Claim, 'partnerId' | 'id'>,
  { change: { before, after }, attempt, failure }: Outcome,
): Promise<void> {
  await audit.record(tx, {
    actor: null,
    action: 'update',
    resourceType: 'partner',
    resourceId: `${partnerId}/${id}`,
    owner: null,
    ip: null,
    details: {
      ...(before !== after && { before: { delivery: before }, after: { delivery: after } }),
      ...(attempt && { attempt }),
      ...(failure && { failure }),
    },
  })
}

/**
 * Damage on this side says nothing about the partner. The path of an address comes from a link, which anybody who has seen one can write anew: that a path fails where
 * others are answered says nothing about the partner, or a stranger could stop its callbacks.
 */
async function countsForPartner(
  tx: Tx,
  { partnerId, url }: Claim,
  { failure }: EndedAttempt,
): Promise<boolean> {
  if (failure === 'unreadable') return false
  return failure === null || isKnownAddress(tx, partnerId, url)
}

async function recordOnPartner(
  services: PartnerServices,
  tx: Tx,
  partner: PartnerRow,
  { failure, status, at }: EndedAttempt,
): Promise<void> {
  const failing_since = failure === null ? null : (partner.failing_since ?? at)
  if (failing_since?.getTime() !== partner.failing_since?.getTime()) {
    await tx.updateTable('partner').set({ failing_since }).where('id', '=', partner.id).execute()
  }
  const stop = failure === null ? undefined : stopFor(status, failing_since, at)
  if (stop && partner.callback_stop === null) await stopAfterFailure(services, tx, partner, stop)
}

/** D35: 410 says that there is nobody any more; so do five days of failures. */
function stopFor(status: number | null, since: Date | null, at: Date): FailureStop | undefined {
  if (status === 410) return 'gone'
  return since && at.getTime() - since.getTime() >= limits.callback.failingFor ? 'failing' : undefined
}
