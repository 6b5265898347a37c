import { second } from '@kyc/contract/durations.ts'
import { limits } from '@kyc/contract/limits.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../platform/db/transaction.ts'
import { Problem } from '../../platform/problem.ts'

/** The condition that a legal hold is on for the performer with this id: nothing of its record is destroyed. */
export function heldRecord(performerId: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`EXISTS (SELECT FROM legal_hold h WHERE h.performer_id = ${performerId} AND h.ended_at IS NULL)`
}

/**
 * The same for the jobs that destroy: a hold that ends protects for another day, in which another superadmin may put it
 * again.
 */
export function heldLately(performerId: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`EXISTS (SELECT FROM legal_hold h WHERE h.performer_id = ${performerId}
    AND coalesce(h.ended_at > database_now() - make_interval(secs => ${limits.destructionDelay / second}), true))`
}

/**
 * Requires the lock on the row of the performer, which each hold acquires, so that the first of a hold and a
 * destruction prevents the other. Runs a statement of its own, so that it sees a hold for whose commit the lock waited.
 */
export async function requireNoHold(tx: Tx, performerId: string): Promise<void> {
  const { rows } = await sql<{
    held: boolean
  }>`SELECT ${heldRecord(sql`${performerId}::uuid`)} AS held`.execute(tx)
  if (rows[0]?.held) throw new Problem('LEGAL_HOLD')
}
