import { limits } from '@kyc/contract/limits.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { type Actor, isAdmin } from '../access/actor.ts'
import { videoVisibleTo } from '../access/visible-to.ts'
import { matchesByIndex, matchesTitle } from './video-search.ts'
import { shown, type VideoRow } from './videos-repository.ts'

interface VideoQuery {
  readonly search: string | undefined
  /** The last video of the page before. */
  readonly before: string | undefined
  readonly limit: number
}

/** A page, and how many videos match in all where finding it has told. */
export interface FoundVideos {
  readonly rows: VideoRow[]
  readonly total?: number
}

/** The newest videos: a search looks through these before it asks the index for all that match. */
const window = 2000

/** As many matches are soon gathered and sorted. Where there are more, a page of them is not far to walk. */
const few = 5000

/** Where so many of the newest match, walking on comes to the bound of a count sooner than the index. */
const frequent = window / 4

/** Up to `limit` videos, newest first: ids begin with the time of their video. */
export async function findVideos(db: Db, actor: Actor, query: VideoQuery): Promise<FoundVideos> {
  const { search, before, limit } = query
  if (search === undefined) return { rows: await show(db, actor, newest(actor, before, limit)) }
  const near = await show(db, actor, walk(actor, { ...query, search }, window))
  if (near.length === limit) return { rows: near }
  const gathered = await gather(db, actor, { ...query, search })
  return gathered ?? { rows: await show(db, actor, walk(actor, { ...query, search })), total: few + 1 }
}

/** How many videos match, counted no further than the bound and one (D19). */
export async function countVideos(db: Db, actor: Actor, search: string | undefined): Promise<number> {
  const bound = limits.countBound + 1
  if (search === undefined) return count(db, newest(actor, undefined, bound))
  const query = { search, before: undefined, limit: bound }
  const near = await count(db, walk(actor, query, window))
  if (near >= frequent) {
    const further = await count(db, walk(actor, query, (2 * bound * window) / near))
    if (further === bound) return bound
  }
  return count(db, matches(actor, search, bound))
}

async function show(db: Db, actor: Actor, found: RawBuilder<unknown>): Promise<VideoRow[]> {
  return (await shown(actor, found).execute(db)).rows
}

async function count(db: Db, found: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ n: number }>`SELECT count(*) AS n FROM (${found}) m`.execute(db)
  return rows[0]?.n ?? 0
}

/**
 * The newest videos that the actor may see, read off an index. The owner stands in the order, and as a range: of a
 * fixed value the planner would drop it, and walk through everybody's videos hoping that the owner's are near.
 */
function newest(actor: Actor, before: string | undefined, limit?: number): RawBuilder<unknown> {
  const most = limit === undefined ? sql`` : sql`LIMIT ${limit}`
  if (isAdmin(actor)) {
    const from = before === undefined ? sql`true` : sql`v.id < ${before}::uuid`
    return sql`SELECT v.* FROM video v WHERE ${videoVisibleTo(actor, 'v')} AND ${from} ORDER BY v.id DESC ${most}`
  }
  const from =
    before === undefined
      ? sql`v.owner_id <= ${actor.id}`
      : sql`(v.owner_id, v.id) < (${actor.id}, ${before}::uuid)`
  return sql`SELECT v.* FROM video v WHERE v.owner_id >= ${actor.id} AND ${from}
    ORDER BY v.owner_id DESC, v.id DESC ${most}`
}

/** Matches among the newest videos, as many as `rows`, or among all. */
function walk(
  actor: Actor,
  { search, before, limit }: VideoQuery & { search: string },
  rows?: number,
): RawBuilder<unknown> {
  return sql`SELECT v.* FROM (${newest(actor, before, rows)}) v WHERE ${matchesTitle(search)} LIMIT ${limit}`
}

/** The page out of all matches; undefined where these are many. */
async function gather(
  db: Db,
  actor: Actor,
  { search, before, limit }: VideoQuery & { search: string },
): Promise<FoundVideos | undefined> {
  const { rows } = await sql<{ id: string }>`${matches(actor, search, few + 1)}`.execute(db)
  if (rows.length > few) return undefined
  const page = rows
    .map(({ id }) => id)
    .filter((id) => before === undefined || id < before)
    .sort()
    .reverse()
    .slice(0, limit)
  const found = sql`SELECT v.* FROM video v WHERE v.id = ANY(${page}::uuid[])`
  return { rows: await show(db, actor, found), total: rows.length }
}

/** Ids of matches from the index, in no order. */
function matches(actor: Actor, search: string, limit: number): RawBuilder<unknown> {
  return sql`SELECT v.id FROM video v
    WHERE ${videoVisibleTo(actor, 'v')} AND ${matchesByIndex(search)} LIMIT ${limit}`
}
