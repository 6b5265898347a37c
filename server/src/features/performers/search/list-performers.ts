import { dayInJapan } from '@kyc/contract/dates.ts'
import { day } from '@kyc/contract/durations.ts'
import type { QueryOf } from '@kyc/contract/endpoint.ts'
import { limits } from '@kyc/contract/limits.ts'
import {
  type listPerformers as endpoint,
  type ListedPerformer,
  personalColumns,
} from '@kyc/contract/performers.ts'
import type { RawBuilder } from 'kysely'
import type { Clock } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/db/database.ts'
import type { CursorCodec } from '../../../platform/lists/cursor.ts'
import { boundedTotal, countBounded, cutPage, type PageInfo } from '../../../platform/lists/page.ts'
import { Problem } from '../../../platform/problem.ts'
import type { Scope } from '../../access/scope.ts'
import { type ListedRow, listedColumns } from '../../records/performer-row.ts'
import { presentListed } from '../present-performer.ts'
import { selectListed } from './count-performers.ts'
import { findPage, type ListFilter, type ListRow, planOf, type WaitedSince } from './find-page.ts'
import { listOrders, positionOf } from './list-order.ts'

export interface PerformerPage extends PageInfo {
  readonly performers: ListedPerformer[]
}

/** A page before it is presented; `today` is the day in Japan of its dates. */
export interface RowPage<Row extends ListedRow> extends PageInfo {
  readonly rows: readonly ListRow<Row>[]
  readonly today: string
}

export interface ListServices {
  readonly db: Db
  readonly clock: Clock
  readonly cursors: CursorCodec
}

/**
 * A page of the performers of the scope, with the personal columns that the query names (D120). Lists create no
 * entry. A cursor is valid only in the list of the same `name`.
 */
export async function listPerformers(
  services: ListServices,
  scope: Scope,
  query: QueryOf<typeof endpoint>,
  name?: string,
): Promise<PerformerPage> {
  const { rows, today, ...page } = await listRows(services, scope, query, listedColumns, name)
  const named = query.columns?.split(',') ?? []
  const columns = personalColumns.filter((column) => named.includes(column))
  return { performers: rows.map((row) => presentListed(row, today, columns)), ...page }
}

/** The same page as rows with these columns. */
export async function listRows<Row extends ListedRow>(
  services: ListServices,
  scope: Scope,
  query: QueryOf<typeof endpoint>,
  columns: RawBuilder<Row>,
  name = 'performers',
): Promise<RowPage<Row>> {
  const { db, clock, cursors } = services
  const { limit = limits.page.size, cursor } = query
  const now = clock.now()
  const filter = filterOf(query, now)
  const sort = query.sort ?? (filter.waiting ? 'waiting' : '-createdAt')
  const order = listOrders[sort]
  const { status, waiting, search } = filter
  const days = [query.waitedFrom, query.waitedTo]
  const list = JSON.stringify([name, sort, status, waiting, days, query.expiring === 'true', search])
  const after = cursor === undefined ? undefined : cursors.decode(list, cursor)
  // Cursors of older releases may have another length.
  if (after && after.length !== order.key.length) throw new Problem('CURSOR_INVALID', { field: 'cursor' })
  const rows = await findPage(db, scope, filter, { order, after, limit: limit + 1 }, columns)
  const { shown, next } = cutPage(rows, limit, (last) => cursors.encode(list, positionOf(order, last)))
  const isWhole = after === undefined && next === null
  const count = () => countBounded(db, selectListed(scope, filter), undefined, planOf(filter))
  const total = isWhole ? rows.length : await count()
  return { rows: shown, today: dayInJapan(now), next, ...boundedTotal(total) }
}

/** The filters of a query; a list in the order of waiting contains only waiting performers. */
export function filterOf(query: QueryOf<typeof endpoint>, now: Date): ListFilter {
  const waited = waitedSince(query, now)
  return {
    status: query.status,
    waiting: query.waiting === 'true' || query.sort === 'waiting' || waited !== undefined,
    waited,
    expiringOn: query.expiring === 'true' ? dayInJapan(now) : undefined,
    search: query.search || undefined, // a search of spaces is empty
  }
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
