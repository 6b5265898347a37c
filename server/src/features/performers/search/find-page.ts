import { addDays } from '@kyc/contract/dates.ts'
import type { PerformerStatus } from '@kyc/contract/document-vocabulary.ts'
import { limits } from '@kyc/contract/limits.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import { prepared } from '../../../platform/db/prepared.ts'
import type { Scope } from '../../access/scope.ts'
import { listedIn } from '../../access/visible-to.ts'
import { type ListedRow, ownerColumns, withOwner } from '../../records/performer-row.ts'
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

export type ListRow<Row extends ListedRow> = Row & {
  readonly sort_name: string
  readonly status_rank: number
  readonly pending_since: Date | null
}

/** Up to `limit` rows after a position, with these columns. */
export async function findPage<Row extends ListedRow>(
  db: Db,
  scope: Scope,
  filter: ListFilter,
  { order, after, limit }: Position,
  columns: RawBuilder<Row>,
): Promise<ListRow<Row>[]> {
  // The names are joined to the rows of the page only.
  const { rows } = await sql<ListRow<Row>>`${limit === limits.page.size + 1 ? planOf(filter) : sql``}
    SELECT ${columns}, p.sort_name, p.status_rank, p.pending_since, ${ownerColumns(scope.namesFor)}
    FROM (SELECT p.* FROM performer p WHERE ${isListed(scope, filter)} AND ${comesAfter(order, after)}
      ${orderBy(order)} LIMIT ${sql.lit(limit)}) p ${withOwner}
    ${orderBy(order)}`.execute(db)
  return rows
}

/**
 * Marks the statements of a list without filters as prepared: planning takes longer than reading the page, and the
 * index of the order is the best plan for all values. Pages of another size are not prepared: each size is another
 * statement, and a connection keeps few.
 */
export function planOf(filter: ListFilter): RawBuilder<unknown> {
  return Object.values(filter).some(Boolean) ? sql`` : prepared
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
