import { minute } from '@kyc/contract/durations.ts'
import { recordLimits } from '@kyc/contract/record-limits.ts'
import type { ReviewClaim } from '@kyc/contract/review.ts'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import type { Tx } from '../../platform/db/transaction.ts'
import { Problem } from '../../platform/problem.ts'
import type { Actor } from '../access/actor.ts'

/** A claim that is valid at the time of the query (D21). */
export interface ClaimRow {
  readonly account_id: string
  readonly holder: string
  readonly claimed_until: Date
}

/** The valid claim of a performer. */
export function findClaim(db: Db, performerId: string, now: Date): Promise<ClaimRow | undefined> {
  return db
    .selectFrom('review_claim')
    .innerJoin('account', 'account.id', 'review_claim.account_id')
    .select(['account_id', 'account.name as holder', 'claimed_until'])
    .where('performer_id', '=', performerId)
    .where('claimed_until', '>', now)
    .executeTakeFirst()
}

/**
 * Refuses an act on a performer that another account has claimed: decisions, and what destroys a document. Requires the
 * performer's row lock.
 */
export async function refuseOthersClaim(tx: Tx, actor: Actor, performerId: string, now: Date): Promise<void> {
  const claim = await findClaim(tx, performerId, now)
  if (claim && claim.account_id !== actor.id) throw new Problem('CASE_CLAIMED')
}

export function presentClaim(actor: Actor, row: ClaimRow): ReviewClaim {
  return { by: row.holder, mine: row.account_id === actor.id, until: row.claimed_until.toISOString() }
}

/** Gives the claim to the actor and returns until when. Requires the performer's row lock. */
export async function storeClaim(tx: Tx, actor: Actor, performerId: string, now: Date): Promise<Date> {
  const claimed = { account_id: actor.id, claimed_until: endOfClaim(now) }
  await tx
    .insertInto('review_claim')
    .values({ performer_id: performerId, ...claimed })
    .onConflict((conflict) => conflict.column('performer_id').doUpdateSet(claimed))
    .execute()
  return claimed.claimed_until
}

/** After a decision: renews the claim of the actor, or deletes it if nothing is pending any more. */
export async function continueClaim(tx: Tx, actor: Actor, performerId: string, now: Date): Promise<void> {
  await tx
    .updateTable('review_claim')
    .set({ claimed_until: endOfClaim(now) })
    .where('performer_id', '=', performerId)
    .where('account_id', '=', actor.id)
    .execute()
  await sql`DELETE FROM review_claim c USING performer p
    WHERE c.performer_id = ${performerId} AND p.id = c.performer_id AND p.pending_since IS NULL`.execute(tx)
}

/** Deletes the claims that have expired (D77). */
export async function deleteExpiredClaims({ db, clock }: { db: Db; clock: { now(): Date } }): Promise<void> {
  await db.deleteFrom('review_claim').where('claimed_until', '<=', clock.now()).execute()
}

function endOfClaim(now: Date): Date {
  return new Date(now.getTime() + recordLimits.review.claimMinutes * minute)
}
