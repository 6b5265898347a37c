import type { QueryOf } from '@kyc/contract/endpoint.ts'
import { limits } from '@kyc/contract/limits.ts'
import type { listTakedowns as endpoint, TakedownLine } from '@kyc/contract/takedowns.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/database.ts'
import { isId } from '../../platform/ids.ts'
import { boundedTotal, countBounded, countOf, cutPage, type PageInfo } from '../../platform/lists/page.ts'
import type { Actor } from '../access/actor.ts'
import type { Reader, Scope } from '../access/scope.ts'
import { ownedVisibleTo } from '../access/visible-to.ts'
import { presentLine } from './present-takedown.ts'
import type { TakedownServices } from './takedown-services.ts'
import { findTakedowns, type TakedownRow } from './takedowns-repository.ts'

/** Open requests, those that are due first in front, or closed ones, newest first. Lists are not audited. */
export async function listTakedowns(
  services: TakedownServices,
  { actor, scope }: { readonly actor: Actor; readonly scope: Scope },
  { state = 'open', video, limit = limits.page.size, cursor }: QueryOf<typeof endpoint>,
): Promise<{ body: TakedownLine[]; page: PageInfo }> {
  const { cursors, db } = services
  const name = JSON.stringify(['takedowns', state, scope.organisation, video])
  const [at, id] = cursor === undefined ? [] : cursors.decode(name, cursor)
  const { all, after, order, position } = orders[state]
  const wanted = sql`${all} AND ${inScope(scope)} AND ${about(video)}`
  const from = at === undefined || id === undefined ? wanted : sql`${wanted} AND ${after(at, id)}`
  const rows = await findTakedowns(db, actor, from, sql`${order} LIMIT ${limit + 1}`)
  const { shown, next } = cutPage(rows, limit, (last) => cursors.encode(name, [position(last), last.id]))
  const counted = sql`SELECT FROM takedown t WHERE ${ownedVisibleTo(actor, 't')} AND ${wanted}`
  return {
    body: shown.map((row) => presentLine(services, row)),
    page: { next, ...boundedTotal(await countBounded(db, counted)) },
  }
}

function inScope({ organisation }: Scope): RawBuilder<unknown> {
  return organisation === null ? sql`true` : sql`t.owner_id = ${organisation}::uuid`
}

/** The requests that stop a title, also those about one that it is derived from. */
function about(video: string | undefined): RawBuilder<unknown> {
  if (video === undefined) return sql`true`
  if (!isId(video)) return sql`false`
  return sql`t.id IN (SELECT takedown_id FROM takedown_video WHERE video_id = ${video}::uuid)`
}

const orders = {
  open: {
    all: sql`t.closed_at IS NULL`,
    after: (at: string, id: string) => sql`(t.due_at, t.id) > (${at}::timestamptz, ${id}::uuid)`,
    order: sql`ORDER BY t.due_at, t.id`,
    position: (row: TakedownRow) => row.due_at.toISOString(),
  },
  closed: {
    all: sql`t.closed_at IS NOT NULL`,
    after: (at: string, id: string) => sql`(t.closed_at, t.id) < (${at}::timestamptz, ${id}::uuid)`,
    order: sql`ORDER BY t.closed_at DESC, t.id DESC`,
    position: (row: TakedownRow) => row.closed_at?.toISOString() ?? '',
  },
} as const

export interface OpenTakedowns {
  readonly open: number
  /** Of the open ones, those past their due time. */
  readonly overdue: number
}

/** The open requests that the reader may see in its scope, each number up to `limits.countBound`. */
export async function countOpenTakedowns(
  { clock, db }: { readonly clock: Clock; readonly db: Db },
  reader: Reader,
): Promise<OpenTakedowns> {
  const open = sql`SELECT FROM takedown t
    WHERE ${ownedVisibleTo(reader, 't')} AND ${orders.open.all} AND ${inScope(reader.scope)}`
  const { rows } = await sql<OpenTakedowns>`
    SELECT ${countOf(open, limits.countBound)} AS open,
      ${countOf(sql`${open} AND t.due_at <= ${clock.now()}`, limits.countBound)} AS overdue`.execute(db)
  const [counted] = rows
  if (!counted) throw new Error('a SELECT without FROM has one row')
  return counted
}
