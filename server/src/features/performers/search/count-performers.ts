import { addDays } from '@kyc/contract/dates.ts'
import { type PerformerStatus, performerStatuses } from '@kyc/contract/document-vocabulary.ts'
import { limits } from '@kyc/contract/limits.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import type { Scope } from '../../access/scope.ts'
import { listedIn } from '../../access/visible-to.ts'

/** The owner of the counters over all owners (migration 0003). */
const allOwners = '00000000-0000-0000-0000-000000000000'

export type CountByStatus = Record<PerformerStatus | 'total' | 'waiting', number>

export async function countByStatus(db: Db, scope: Scope): Promise<CountByStatus> {
  const counts = await counters(db, scope)
  const count = (name: PerformerStatus | 'waiting') => counts.get(`performer.${name}`) ?? 0
  const byStatus = {
    pending: count('pending'),
    approved: count('approved'),
    rejected: count('rejected'),
    draft: count('draft'),
  }
  const total = Object.values(byStatus).reduce((sum, n) => sum + n)
  return { total, ...byStatus, waiting: count('waiting') }
}

/** The count of the waiting performers, of one status or of all, as a subquery. */
export function countedByCounters(
  scope: Scope,
  { waiting, status }: { waiting: boolean; status?: PerformerStatus | undefined },
): RawBuilder<number> {
  const counted = waiting ? ['waiting'] : status ? [status] : performerStatuses
  const names = counted.map((each) => sql.lit(`performer.${each}`))
  return sql`SELECT coalesce(sum(n), 0)::bigint FROM counter
    WHERE owner_id = ${scope.organisation ?? allOwners} AND name IN (${sql.join(names)})`
}

/** The counters in the scope: `performer.{status}`, `performer.waiting` and `document`. */
export async function counters(db: Db, scope: Scope): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ name: string; n: number }>`
    SELECT name, sum(n)::bigint AS n FROM counter
    WHERE owner_id = ${scope.organisation ?? allOwners} GROUP BY name`.execute(db)
  return new Map(rows.map((row) => [row.name, row.n]))
}

/** Performers with a document that expires within 30 days or has expired (D16), counted up to the bound. */
export async function countExpiring(db: Db, scope: Scope, today: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`SELECT count(*) AS n FROM (
    SELECT FROM performer p WHERE ${listedIn(scope)}
      AND p.expires_on <= ${addDays(today, limits.expiringDays)}::date
    LIMIT ${limits.countBound}) due`.execute(db)
  return rows[0]?.n ?? 0
}

/** Current documents that expire within 30 days or have expired (D16, D54), counted up to the bound. */
export async function countExpiringDocuments(db: Db, scope: Scope, today: string): Promise<number> {
  const due = sql`${addDays(today, limits.expiringDays)}::date`
  // The date of a performer is the earliest of its documents, so its index finds all performers that match.
  const { rows } = await sql<{ n: number }>`SELECT count(*) AS n FROM (
    SELECT FROM performer p
    JOIN document_version d ON d.performer_id = p.id AND d.is_current AND d.expires_on <= ${due}
    WHERE ${listedIn(scope)} AND p.expires_on <= ${due} LIMIT ${limits.countBound}) due`.execute(db)
  return rows[0]?.n ?? 0
}
