import { addDays } from '@kyc/contract/dates.ts'
import type { PerformerStatus } from '@kyc/contract/document-vocabulary.ts'
import { limits } from '@kyc/contract/limits.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import { prepared } from '../../../platform/db/prepared.ts'
import { withMatches } from '../../../platform/db/search-statement.ts'
import type { Scope } from '../../access/scope.ts'
import { listedIn } from '../../access/visible-to.ts'
import { ownerColumns, type PerformerRow, performerColumns, withOwner } from '../../records/performer-row.ts'
import { type CountByStatus, countedByCounters } from './count-performers.ts'
import { comesAfter, hasStatus, type ListOrder, listOrder, orderBy, statusRanks } from './list-order.ts'
import { indexedSearch, matchesSearch } from './search-conditions.ts'

/** The filters, order and position of a list; `today` is a day in Japan. */
export interface PageQuery {
  readonly status?: PerformerStatus | undefined
  /** Only performers with a pending document. */
  readonly waiting: boolean
  /** Only those that have waited since a time after `after` and not after `until`. */
  readonly waited?: { readonly after?: Date | undefined; readonly until?: Date | undefined } | undefined
  readonly expiring: boolean
  readonly search?: string | undefined
  readonly today: string
  readonly order: ListOrder
  /** The key of the last row of the previous page. */
  readonly after?: readonly string[] | undefined
  readonly limit: number
}

export type ListRow = PerformerRow & {
  readonly sort_name: string
  readonly status_rank: number
  readonly pending_since: Date | null
}

/** A page; `total` is set when the page query also counted all rows. */
export interface FoundPage {
  readonly rows: ListRow[]
  readonly total?: number
  /** The number of list rows that were read to find the page. */
  readonly rowsRead?: number
}

/** The columns that order a row. */
const keys = sql.raw('p.id, p.created_at, p.updated_at, p.pending_since, p.sort_name, p.status_rank')

/** The columns that present, order and search a row. */
const shownColumns = sql`${performerColumns}, p.sort_name, p.status_rank, p.pending_since`
const columns = sql`${shownColumns}, p.search_text, p.external_key`

/** Rows that a search reads in list order before it uses an index (docs/decisions/0046). */
const windows = { page: 5000, count: 25_000 }

/** Up to `limit` rows, in one statement. `window` affects only the cost. */
export async function findPage(
  db: Db,
  scope: Scope,
  query: PageQuery,
  window = windows.page,
): Promise<FoundPage> {
  return isFiltered(query) ? findMatches(db, scope, query, window) : findNext(db, scope, query)
}

/** Whether the list has conditions that its order does not serve. */
export function isFiltered({ search, expiring, waiting, waited, status, order }: PageQuery): boolean {
  return (
    search !== undefined ||
    expiring ||
    waited !== undefined ||
    (waiting && (status !== undefined || !isQueue(order)))
  )
}

function isQueue({ key }: ListOrder): boolean {
  return key[0] === 'pending_since'
}

/**
 * Counts the matches up to `bound`: in the list if the density of the page predicts enough of them soon, else
 * by an index. `rowsRead` affects only the cost.
 */
export async function countMatches(
  db: Db,
  scope: Scope,
  query: PageQuery,
  bound: number,
  rowsRead: number,
): Promise<number> {
  const expected = Math.ceil((1.3 * rowsRead * bound) / query.limit)
  const window = expected > windows.count ? 0 : expected
  const list = { ...query, order: listOrder('-createdAt', query.status), after: undefined }
  const { rows } = await sql<{ n: number }>`
    ${withMatches({
      near: sql`SELECT FROM (${rowsInOrder(scope, list, window)}) p WHERE ${matches(query)} LIMIT ${bound}`,
      beyond: rowsBehind(scope, list, window),
      indexed: (condition) => sql`${indexedMatches(scope, query, condition)} LIMIT ${bound}`,
      enough: bound,
    })}
    SELECT greatest((SELECT count(*) FROM near), (SELECT count(*) FROM far)) AS n`.execute(db)
  return rows[0]?.n ?? 0
}

/** Counts the matches of a search by status, and those of all states that expire, among the first `bound`. */
export async function countMatchesByStatus(
  db: Db,
  scope: Scope,
  { search, today }: { search: string; today: string },
  bound: number,
): Promise<CountByStatus & { expiring: number }> {
  const countOf = (status: PerformerStatus) => sql`count(*) FILTER (WHERE ${hasStatus(status)})`
  const { rows } = await sql<CountByStatus & { expiring: number }>`
    SELECT count(*) AS total, ${countOf('pending')} AS pending, ${countOf('approved')} AS approved,
      ${countOf('rejected')} AS rejected, ${countOf('draft')} AS draft,
      count(*) FILTER (WHERE ${isWaiting}) AS waiting, count(*) FILTER (WHERE ${isDue(today)}) AS expiring
    FROM (SELECT p.status_rank, p.pending_since, p.expires_on FROM performer p
      WHERE ${listedIn(scope)} AND ${indexedSearch(search)} LIMIT ${bound}) p`.execute(db)
  // An aggregate without GROUP BY has one row.
  return rows[0] ?? { total: 0, pending: 0, approved: 0, rejected: 0, draft: 0, waiting: 0, expiring: 0 }
}

/**
 * A page without search and expiry. The total comes from the counters; an empty page has none. Prepared only
 * for the default limit, because the limit is part of the text.
 */
async function findNext(db: Db, scope: Scope, query: PageQuery): Promise<FoundPage> {
  const mark = query.limit === limits.page.size + 1 ? prepared : sql``
  const { rows } = await sql<ListRow & { total: number }>`${mark}
    SELECT ${shownColumns}, ${ownerColumns(scope.namesFor)},
      (${countedByCounters(scope, query)}) AS total
    FROM (${rowsInOrder(scope, query, query.limit)}) p ${withOwner}
    ${orderBy(query.order)}`.execute(db)
  const [first] = rows
  return first ? { rows, total: first.total } : { rows }
}

/** A page of a search or of the expiring performers. The total is set when an index was used. */
async function findMatches(db: Db, scope: Scope, query: PageQuery, window: number): Promise<FoundPage> {
  const { order, after, limit } = query
  // Planning a search costs more than executing a frequent one (docs/decisions/0046).
  const mark = limit === limits.page.size + 1 ? prepared : sql``
  // Without its own ORDER BY, PostgreSQL numbers the whole window before it stops at the limit.
  const numbered = sql`SELECT *, row_number() OVER () AS n
    FROM (${rowsInOrder(scope, query, window)}) p ${orderBy(order)}`
  const { rows } = await sql<ListRow & { total: number; rowsRead: number }>`${mark}
    ${withMatches({
      near: sql`SELECT ${keys}, p.n FROM (${numbered}) p
        WHERE ${matches(query)} ${orderBy(order)} LIMIT ${limit}`,
      beyond: rowsBehind(scope, query, window),
      indexed: (condition) => indexedMatches(scope, query, condition),
      enough: limit,
    })}
    SELECT ${shownColumns}, ${ownerColumns(scope.namesFor)},
      (SELECT count(*) FROM far) AS total, (SELECT max(n) FROM near) AS "rowsRead"
    FROM (SELECT p.id
        FROM (SELECT ${keys} FROM near p WHERE NOT EXISTS (SELECT FROM far) UNION ALL SELECT * FROM far) p
        WHERE ${comesAfter(order, after)} ${orderBy(order)} LIMIT ${limit}) page
      JOIN performer p ON p.id = page.id ${withOwner}
    ${orderBy(order)}`.execute(db)
  const [{ total, rowsRead } = { total: 0, rowsRead: 0 }] = rows
  return total > 0 ? { rows, total } : { rows, rowsRead }
}

/** The first rows of the list, before search and expiry apply, from the index of its order. */
function rowsInOrder(scope: Scope, { order, status, after }: PageQuery, limit: number): RawBuilder<unknown> {
  const scan = (statusIs: RawBuilder<boolean>) => sql`SELECT ${columns} FROM performer p
    WHERE ${listedIn(scope)} AND ${statusIs} AND ${isQueue(order) ? isWaiting : sql`true`} AND ${comesAfter(order, after)} ${orderBy(order)} LIMIT ${sql.lit(limit)}`
  if (status || !order.byStatus) return scan(hasStatus(status, order))
  const scans = Object.values(statusRanks).map(
    (rank) => sql`(${scan(sql`p.status_rank = ${sql.lit(rank)}`)})`,
  )
  return sql`SELECT * FROM (${sql.join(scans, sql` UNION ALL `)}) p ${orderBy(order)} LIMIT ${sql.lit(limit)}`
}

/** The row after the first `window` rows of the list. */
function rowsBehind(scope: Scope, query: PageQuery, window: number): RawBuilder<unknown> {
  return sql`SELECT FROM (${rowsInOrder(scope, query, window + 1)}) p OFFSET ${window}`
}

/** All rows that match, found by the index of the search or of the expiry dates. */
function indexedMatches(scope: Scope, query: PageQuery, condition: RawBuilder<boolean>): RawBuilder<unknown> {
  const searched = query.search === undefined ? sql`true` : indexedSearch(query.search)
  return sql`SELECT ${keys} FROM performer p
    WHERE ${listedIn(scope)} AND ${hasStatus(query.status)} AND ${isListed(query)} AND ${searched} AND ${condition}`
}

function matches(query: PageQuery): RawBuilder<boolean> {
  return query.search === undefined
    ? isListed(query)
    : sql`${isListed(query)} AND ${matchesSearch(query.search)}`
}

const isWaiting = sql<boolean>`p.pending_since IS NOT NULL`

/** Expires within 30 days or has expired (D16). */
function isDue(today: string): RawBuilder<boolean> {
  return sql`p.expires_on <= ${addDays(today, limits.expiringDays)}::date`
}

/** The filters by waiting and by expiry. */
function isListed({ waiting, waited, expiring, today }: PageQuery): RawBuilder<boolean> {
  const after = waited?.after ? sql`p.pending_since > ${waited.after}` : sql`true`
  const until = waited?.until ? sql`p.pending_since <= ${waited.until}` : sql`true`
  const due = expiring ? isDue(today) : sql`true`
  return sql`${waiting ? isWaiting : sql`true`} AND ${after} AND ${until} AND ${due}`
}
