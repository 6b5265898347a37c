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
 * Refuses an act on a performer that another account has claimed: decisions, and what destroys a document (D116). Requires the
 * performer's row lock.
 */
export async function refuseOthersClaim(tx: Tx, actor: Actor, performerId: string, now: Date): Promise<void> {
  const claim = await findClaim(tx, performerId, now)
  if (claim && claim.account_id !== actor.id) throw new Problem('CASE_CLAIMED')
}
