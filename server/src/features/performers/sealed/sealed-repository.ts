import { addDays } from '@kyc/contract/dates.ts'
import { limits } from '@kyc/contract/limits.ts'
import { sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import { isId } from '../../../platform/ids.ts'
import { Problem } from '../../../platform/problem.ts'

/**
 * For the check of a path; the acts lock the record.
 * @throws Problem PERFORMER_NOT_FOUND, also for a performer that is not sealed
 */
export async function requireSealed(db: Db, id: string): Promise<void> {
  const row = isId(id)
    ? await db
        .selectFrom('performer')
        .select('id')
        .where('id', '=', id)
        .where('sealed_at', 'is not', null)
        .executeTakeFirst()
    : undefined
  if (!row) throw new Problem('PERFORMER_NOT_FOUND')
}

/** The condition on sealed performers `p` that are destroyed soon unless something changes; `today` is a day in Japan. */
export const isEnding = (today: string) =>
  sql<boolean>`(p.sealed_at IS NOT NULL AND p.destroyed_at IS NULL AND NOT p.legal_hold
    AND p.retain_until <= ${addDays(today, limits.sealedEndingDays)}::date)`
