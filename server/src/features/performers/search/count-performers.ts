import { dayInJapan } from '@kyc/contract/dates.ts'
import type { QueryOf, ReplyIn } from '@kyc/contract/endpoint.ts'
import { limits } from '@kyc/contract/limits.ts'
import type { countPerformers as endpoint } from '@kyc/contract/performers.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Clock } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/db/database.ts'
import { countOf } from '../../../platform/lists/page.ts'
import type { Scope } from '../../access/scope.ts'
import { isListed, type ListFilter } from './find-page.ts'

type Counts = ReplyIn<typeof endpoint>

/** The number of visible performers by state, each counted up to the bound of D19; with a search, of its matches. */
export function countPerformers(
  { db, clock }: { readonly db: Db; readonly clock: Clock },
  scope: Scope,
  { search }: QueryOf<typeof endpoint> = {},
): Promise<Counts> {
  return countByState(db, scope, { search, today: dayInJapan(clock.now()) }, limits.countBound)
}

/** Counts each state, and all together, up to `bound`; `today` is a day in Japan. */
export async function countByState(
  db: Db,
  scope: Scope,
  { search, today }: { readonly search?: string | undefined; readonly today: string },
  bound: number,
): Promise<Counts> {
  const count = (state: ListFilter) => countOf(selectListed(scope, { search, ...state }), bound)
  const { rows } = await sql<Omit<Counts, 'total'>>`
    SELECT ${count({ status: 'pending' })} AS pending, ${count({ status: 'approved' })} AS approved,
      ${count({ status: 'rejected' })} AS rejected, ${count({ status: 'draft' })} AS draft,
      ${count({ waiting: true })} AS waiting, ${count({ expiringOn: today })} AS expiring`.execute(db)
  const [counts] = rows
  if (!counts) throw new Error('a SELECT without FROM has one row')
  const { pending, approved, rejected, draft } = counts
  return { total: Math.min(pending + approved + rejected + draft, bound), ...counts }
}

/** The rows of a list, to be counted. */
export function selectListed(scope: Scope, filter: ListFilter): RawBuilder<unknown> {
  return sql`SELECT FROM performer p WHERE ${isListed(scope, filter)}`
}
