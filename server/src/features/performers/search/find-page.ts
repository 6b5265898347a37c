import { addDays } from '@kyc/contract/dates.ts'
import type { PerformerStatus } from '@kyc/contract/document-vocabulary.ts'
import { limits } from '@kyc/contract/limits.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import type { Scope } from '../../access/scope.ts'
import { listedIn } from '../../access/visible-to.ts'
import { ownerColumns, type PerformerRow, performerColumns, withOwner } from '../../records/performer-row.ts'
import { comesAfter, type ListOrder, orderBy, statusRanks } from './list-order.ts'
import { matchesSearch } from './search-conditions.ts'

/** Waiting since a time after `after` and not after `until`. */
export interface WaitedSince {
  readonly after?: Date | undefined
  readonly until?: Date | undefined
}

/** The filters of a list; absent ones select every row. */
export interface ListFilter {
  readonly status?: PerformerStatus | undefined
  /** Only performers with a pending document. */
  readonly waiting?: boolean
  readonly waited?: WaitedSince | undefined
  /** The day in Japan: only performers with a document that expires within 30 days of it, or has expired (D16). */
  readonly expiringOn?: string | undefined
  readonly search?: string | undefined
}

interface Position {
  readonly order: ListOrder
  /** The key of the last row of the previous page. */
  readonly after: readonly string[] | undefined
  readonly limit: number
}

export type ListRow = PerformerRow & {
  readonly sort_name: string
  readonly status_rank: number
  readonly pending_since: Date | null
}

/** Up to `limit` rows after a position. */
export async function findPage(
  db: Db,
  scope: Scope,
  filter: ListFilter,
  { order, after, limit }: Position,
): Promise<ListRow[]> {
  // The names are joined to the rows of the page only.
  const { rows } = await sql<ListRow>`
    SELECT ${performerColumns}, p.sort_name, p.status_rank, p.pending_since, ${ownerColumns(scope.namesFor)}
    FROM (SELECT p.* FROM performer p WHERE ${isListed(scope, filter)} AND ${comesAfter(order, after)}
      ${orderBy(order)} LIMIT ${limit}) p ${withOwner}
    ${orderBy(order)}`.execute(db)
  return rows
}

/** Whether the performer `p` is in the list. */
export function isListed(scope: Scope, filter: ListFilter): RawBuilder<boolean> {
  const { status, waiting, waited, expiringOn, search } = filter
  const conditions = [
    listedIn(scope),
    status && sql`p.status_rank = ${sql.lit(statusRanks[status])}`,
    waiting && sql`p.pending_since IS NOT NULL`,
    waited?.after && sql`p.pending_since > ${waited.after}`,
    waited?.until && sql`p.pending_since <= ${waited.until}`,
    expiringOn && sql`p.expires_on <= ${addDays(expiringOn, limits.expiringDays)}::date`,
    search && matchesSearch(search),
  ]
  return sql`${sql.join(
    conditions.filter((condition) => typeof condition === 'object'),
    sql` AND `,
  )}`
}
