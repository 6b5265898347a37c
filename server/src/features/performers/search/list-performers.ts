import { dayInJapan } from '@kyc/contract/dates.ts'
import type { QueryOf } from '@kyc/contract/endpoint.ts'
import { limits } from '@kyc/contract/limits.ts'
import type { listPerformers as endpoint, Performer } from '@kyc/contract/performers.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { CursorCodec } from '../../../platform/cursor.ts'
import type { Db } from '../../../platform/db/database.ts'
import { boundedTotal, cutPage, type PageInfo } from '../../../platform/page.ts'
import { Problem } from '../../../platform/problem.ts'
import { type Actor, isAdmin } from '../../access/actor.ts'
import { presentPerformer } from '../present-performer.ts'
import { countByStatus } from './count-performers.ts'
import { countMatches, type FoundPage, findPage, isFiltered, type PageQuery } from './find-page.ts'
import { type ListOrder, listOrder, positionOf } from './list-order.ts'
import type { LongLists } from './long-lists.ts'

export interface PerformerPage extends PageInfo {
  readonly performers: Performer[]
}

export interface ListServices {
  readonly db: Db
  readonly clock: Clock
  readonly cursors: CursorCodec
  readonly longLists: LongLists
}

type Total = Pick<PageInfo, 'total' | 'exact'>

/**
 * A page of the performers that the actor may see (D19). Lists leave no entry (D38). A cursor is valid only in the list
 * of the same `name`.
 * @throws Problem CURSOR_INVALID
 */
export async function listPerformers(
  services: ListServices,
  actor: Actor,
  query: QueryOf<typeof endpoint>,
  name = 'performers',
): Promise<PerformerPage> {
  const { db, clock, cursors } = services
  const { sort = '-createdAt', limit = limits.page.size, status } = query
  const search = query.search || undefined // a search of spaces is empty
  const order = listOrder(sort, status)
  const expiring = query.expiring === 'true'
  const list = JSON.stringify([name, sort, status, expiring, search])
  const from = query.cursor === undefined ? undefined : readCursor(cursors, list, query.cursor, order)
  const today = dayInJapan(clock.now())
  const asked = { status, search, expiring, today, order, after: from?.position, limit: limit + 1 }
  const found = await findPage(db, actor, asked)
  const counted = from?.counted ?? (await countAll(services, actor, asked, found))
  const { shown, next } = cutPage(found.rows, limit, (last) =>
    cursors.encode(list, [...positionOf(order, last), ...writeTotal(asked, counted)]),
  )
  return { performers: shown.map((row) => presentPerformer(row, today)), next, ...counted }
}

/** From the counters where there are any; else counted up to the bound, unless the page shows the total. */
async function countAll(
  { db, longLists }: ListServices,
  actor: Actor,
  asked: PageQuery,
  found: FoundPage,
): Promise<Total> {
  const { after, limit, status, search, expiring } = asked
  if (!isFiltered(asked)) {
    if (found.total !== undefined) return { total: found.total, exact: true }
    const counts = await countByStatus(db, actor)
    return { total: status ? counts[status] : counts.total, exact: true }
  }
  const whole = !after && found.rows.length < limit ? found.rows.length : found.total
  if (whole !== undefined) return boundedTotal(whole)
  const list = JSON.stringify([isAdmin(actor) ? '' : actor.id, status, search, expiring])
  return boundedTotal(
    await longLists.count(list, () =>
      countMatches(db, actor, asked, limits.countBound + 1, found.rowsRead ?? 0),
    ),
  )
}

/** A filtered list is counted once: its cursor carries the total to the pages that follow. */
function writeTotal(asked: PageQuery, { total, exact }: Total): string[] {
  return isFiltered(asked) ? [String(total), String(exact)] : []
}

function readCursor(cursors: CursorCodec, list: string, cursor: string, { key }: ListOrder) {
  const values = cursors.decode(list, cursor)
  const position = values.slice(0, key.length)
  const [total, exact] = values.slice(key.length)
  // A cursor of an older version of this server may have another shape.
  if (position.length !== key.length) throw new Problem('CURSOR_INVALID', { field: 'cursor' })
  const counted: Total | undefined =
    total === undefined ? undefined : { total: Number(total), exact: exact === 'true' }
  return { position, counted }
}
