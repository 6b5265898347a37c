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
import { createGramStatistics } from './gram-statistics.ts'
import { type ListOrder, listOrder, positionOf } from './list-order.ts'
import { estimateMatches, type MatchEstimate } from './match-estimate.ts'
import { createOverBound } from './over-bound.ts'

export interface PerformerPage extends PageInfo {
  readonly performers: Performer[]
}

interface ListServices {
  readonly db: Db
  readonly clock: Clock
  readonly cursors: CursorCodec
}

type Total = Pick<PageInfo, 'total' | 'exact'>

export type ListPerformers = (
  actor: Actor,
  query: QueryOf<typeof endpoint>,
  name?: string,
) => Promise<PerformerPage>

/**
 * A page of the performers that the actor may see (D19). Lists leave no entry (D38). `name` tells lists apart: a cursor
 * works in the one that it came from only.
 */
export function createListPerformers(services: ListServices): ListPerformers {
  const { db, clock, cursors } = services
  const statistics = createGramStatistics(db)
  const overBound = createOverBound()

  /** From counters where there are any; else as far as the bound, which a short first page has not even reached. */
  async function countAll(actor: Actor, asked: PageQuery, found: FoundPage, list: string, walk: boolean) {
    if (!isFiltered(asked)) {
      if (found.total !== undefined) return { total: found.total, exact: true }
      const counts = await countByStatus(db, actor)
      return { total: asked.status ? counts[asked.status] : counts.total, exact: true }
    }
    const whole = !asked.after && found.rows.length < asked.limit ? found.rows.length : found.total
    if (whole !== undefined) return boundedTotal(whole)
    const by = walk ? 'walk' : 'index'
    const count = () => countMatches(db, actor, asked, limits.countBound + 1, by)
    return boundedTotal(await overBound.remember(`${isAdmin(actor) ? '' : actor.id} ${list}`, count))
  }

  return async (actor, query, name = 'performers') => {
    const { sort = '-createdAt', limit = limits.page.size, status } = query
    const search = query.search || undefined // of spaces alone, nothing is left of a search
    const order = listOrder(sort, status)
    const expiring = query.expiring === 'true'
    const list = JSON.stringify([name, sort, status, expiring, search])
    const from = query.cursor === undefined ? undefined : readCursor(cursors, list, query.cursor, order)
    const today = dayInJapan(clock.now())
    const asked = { status, search, expiring, today, order, after: from?.position, limit: limit + 1 }
    const expected = isFiltered(asked) ? await estimateMatches(db, statistics, actor, asked) : ordinary
    const found = await findPage(db, actor, asked, expected.gather)
    const counted = from?.counted ?? (await countAll(actor, asked, found, list, expected.walkToCount))
    const { shown, next } = cutPage(found.rows, limit, (last) =>
      cursors.encode(list, [...positionOf(order, last), ...writeTotal(asked, counted)]),
    )
    return { performers: shown.map((row) => presentPerformer(row, today)), next, ...counted }
  }
}

const ordinary: MatchEstimate = { gather: false, walkToCount: false }

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
