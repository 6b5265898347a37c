import { dayInJapan } from '@kyc/contract/dates.ts'
import { day } from '@kyc/contract/durations.ts'
import type { QueryOf } from '@kyc/contract/endpoint.ts'
import { limits } from '@kyc/contract/limits.ts'
import {
  type listPerformers as endpoint,
  type ListedPerformer,
  personalColumns,
} from '@kyc/contract/performers.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/db/database.ts'
import type { CursorCodec } from '../../../platform/lists/cursor.ts'
import { boundedTotal, cutPage, type PageInfo } from '../../../platform/lists/page.ts'
import { Problem } from '../../../platform/problem.ts'
import type { Scope } from '../../access/scope.ts'
import { presentListed } from '../present-performer.ts'
import { countByStatus } from './count-performers.ts'
import {
  countMatches,
  type FoundPage,
  findPage,
  isFiltered,
  type ListRow,
  type PageQuery,
} from './find-page.ts'
import { type ListOrder, listOrder, positionOf } from './list-order.ts'
import type { LongLists } from './long-lists.ts'

export interface PerformerPage extends PageInfo {
  readonly performers: ListedPerformer[]
}

/** A page before it is presented; `today` is the day in Japan of its dates. */
export interface RowPage extends PageInfo {
  readonly rows: readonly ListRow[]
  readonly today: string
}

export interface ListServices {
  readonly db: Db
  readonly clock: Clock
  readonly cursors: CursorCodec
  readonly longLists: LongLists
}

type Total = Pick<PageInfo, 'total' | 'exact'>

/**
 * A page of the performers of the scope (D19), with the personal columns that the query names (D120). Lists create no
 * entry (D38). A cursor is valid only in the list of the same `name`.
 * @throws Problem CURSOR_INVALID
 */
export async function listPerformers(
  services: ListServices,
  scope: Scope,
  query: QueryOf<typeof endpoint>,
  name?: string,
): Promise<PerformerPage> {
  const { rows, today, ...page } = await listRows(services, scope, query, name)
  const named = query.columns?.split(',') ?? []
  const columns = personalColumns.filter((column) => named.includes(column))
  return { performers: rows.map((row) => presentListed(row, today, columns)), ...page }
}

/** The same page with all columns of its rows, for the export. */
export async function listRows(
  services: ListServices,
  scope: Scope,
  query: QueryOf<typeof endpoint>,
  name = 'performers',
): Promise<RowPage> {
  const { db, clock, cursors } = services
  const { limit = limits.page.size, status } = query
  const waited = waitedSince(query, clock.now())
  const inQueue = query.waiting === 'true' || waited !== undefined
  const { sort = inQueue ? 'waiting' : '-createdAt' } = query
  const waiting = inQueue || sort === 'waiting'
  const search = query.search || undefined // a search of spaces is empty
  const order = listOrder(sort, status)
  const expiring = query.expiring === 'true'
  const days = [query.waitedFrom, query.waitedTo]
  const list = JSON.stringify([name, sort, status, waiting, days, expiring, search])
  const from = query.cursor === undefined ? undefined : readCursor(cursors, list, query.cursor, order)
  const today = dayInJapan(clock.now())
  const pageQuery = {
    status,
    waiting,
    waited,
    search,
    expiring,
    today,
    order,
    after: from?.position,
    limit: limit + 1,
  }
  const page = await findPage(db, scope, pageQuery)
  const total = from?.total ?? (await countAll(services, scope, pageQuery, page))
  const { shown, next } = cutPage(page.rows, limit, (last) =>
    cursors.encode(list, [...positionOf(order, last), ...writeTotal(pageQuery, total)]),
  )
  return { rows: shown, today, next, ...total }
}

/**
 * From the counters if there is no filter; else counted up to the bound, unless the page determines the
 * total.
 */
async function countAll(
  { db, longLists }: ListServices,
  scope: Scope,
  query: PageQuery,
  page: FoundPage,
): Promise<Total> {
  const { after, limit, status, waiting, waited, search, expiring } = query
  if (!isFiltered(query) && page.total !== undefined) return { total: page.total, exact: true }
  if (search === undefined && !expiring && !waited && !(status && waiting)) {
    const counts = await countByStatus(db, scope)
    return { total: counts[waiting ? 'waiting' : (status ?? 'total')], exact: true }
  }
  const total = !after && page.rows.length < limit ? page.rows.length : page.total
  if (total !== undefined) return boundedTotal(total)
  const list = JSON.stringify([scope.organisation, status, waiting, waited, search, expiring])
  return boundedTotal(
    await longLists.count(list, () =>
      countMatches(db, scope, query, limits.countBound + 1, page.rowsRead ?? 0),
    ),
  )
}

/** Waiting since a time after `after` and not after `until`. */
export interface WaitedSince {
  readonly after?: Date | undefined
  readonly until?: Date | undefined
}

/** The filter by full days of waiting as times; undefined without one. */
export function waitedSince(
  { waitedFrom, waitedTo }: Pick<QueryOf<typeof endpoint>, 'waitedFrom' | 'waitedTo'>,
  now: Date,
): WaitedSince | undefined {
  if (waitedFrom === undefined && waitedTo === undefined) return undefined
  const daysAgo = (days: number) => new Date(now.getTime() - days * day)
  return {
    after: waitedTo === undefined ? undefined : daysAgo(waitedTo + 1),
    // The clock of another process may be ahead.
    until: waitedFrom ? daysAgo(waitedFrom) : undefined,
  }
}

/** A filtered list is counted once: its cursor carries the total to the following pages. */
function writeTotal(query: PageQuery, { total, exact }: Total): string[] {
  return isFiltered(query) ? [String(total), String(exact)] : []
}

function readCursor(cursors: CursorCodec, list: string, cursor: string, { key }: ListOrder) {
  const values = cursors.decode(list, cursor)
  const position = values.slice(0, key.length)
  const [count, exact] = values.slice(key.length)
  // Cursors of older releases may have another length.
  if (position.length !== key.length) throw new Problem('CURSOR_INVALID', { field: 'cursor' })
  const total: Total | undefined =
    count === undefined ? undefined : { total: Number(count), exact: exact === 'true' }
  return { position, total }
}
