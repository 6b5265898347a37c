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

type SearchQuery = VideoQuery & { readonly search: string }

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
const frequent = window / 8

/** Up to `limit` videos, newest first: ids begin with the time of their video. */
export async function findVideos(db: Db, actor: Actor, query: VideoQuery): Promise<FoundVideos> {
  if (!isSearch(query)) return { rows: await show(db, actor, newest(actor, query.before, query.limit)) }
  const near = await show(db, actor, walk(actor, query, window))
  if (near.length === query.limit) return { rows: near }
  const gathered = await gather(db, actor, query)
  return gathered ?? { rows: await show(db, actor, walk(actor, query, undefined)), total: few + 1 }
}

/** How many videos match, counted no further than `bound` (D19). */
export async function countVideos(
  db: Db,
  actor: Actor,
  search: string | undefined,
  bound: number,
): Promise<number> {
  const query = { search, before: undefined, limit: bound }
  if (!isSearch(query)) return count(db, newest(actor, undefined, bound))
  const near = await count(db, walk(actor, query, window))
  if (near === bound) return near
  if (near >= frequent) {
    const rows = Math.ceil((2 * bound * window) / near)
    if ((await count(db, walk(actor, query, rows))) === bound) return bound
  }
  return count(db, matches(actor, query.search, bound))
}

function isSearch(query: VideoQuery): query is SearchQuery {
  return query.search !== undefined
}

async function show(db: Db, actor: Actor, found: RawBuilder<unknown>): Promise<VideoRow[]> {
  return (await shown(actor, found).execute(db)).rows
}

async function count(db: Db, found: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ n: number }>`SELECT count(*) AS n FROM (${found}) m`.execute(db)
  return rows[0]?.n ?? 0
}

/** The newest videos that the actor may see, read off an index. */
function newest(actor: Actor, before: string | undefined, limit: number | undefined): RawBuilder<unknown> {
  const most = limit === undefined ? sql`` : sql`LIMIT ${limit}`
  return sql`SELECT v.* FROM video v WHERE ${inOrderFrom(actor, before)} ${newestFirst(actor)} ${most}`
}

/** Matches among the newest videos, as many of these as `rows`, or among all. */
function walk(
  actor: Actor,
  { search, before, limit }: SearchQuery,
  rows: number | undefined,
): RawBuilder<unknown> {
  return sql`SELECT v.* FROM (${newest(actor, before, rows)}) v
    WHERE ${matchesTitle(search)} ${newestFirst(actor)} LIMIT ${limit}`
}

/**
 * For a user the owner stands in the order, and as a range: of a fixed value the planner would drop it from the order,
 * and walk through everybody's videos hoping that the owner's are near.
 */
function inOrderFrom(actor: Actor, before: string | undefined): RawBuilder<boolean> {
  if (isAdmin(actor)) {
    const older = before === undefined ? sql`true` : sql`v.id < ${before}::uuid`
    return sql`(${videoVisibleTo(actor, 'v')} AND ${older})`
  }
  return before === undefined
    ? sql`(v.owner_id BETWEEN ${actor.id} AND ${actor.id})`
    : sql`(v.owner_id >= ${actor.id} AND (v.owner_id, v.id) < (${actor.id}, ${before}::uuid))`
}

function newestFirst(actor: Actor): RawBuilder<unknown> {
  return isAdmin(actor) ? sql`ORDER BY v.id DESC` : sql`ORDER BY v.owner_id DESC, v.id DESC`
}

/** The page out of all matches; undefined where these are many. */
async function gather(
  db: Db,
  actor: Actor,
  { search, before, limit }: SearchQuery,
): Promise<FoundVideos | undefined> {
  const older = before === undefined ? sql`true` : sql`id < ${before}::uuid`
  const { rows } = await sql<{ total: number; page: string[] }>`
    WITH hit AS MATERIALIZED (${matches(actor, search, few + 1)})
    SELECT (SELECT count(*) FROM hit) AS total,
      ARRAY(SELECT id FROM hit WHERE ${older} ORDER BY id DESC LIMIT ${limit}) AS page`.execute(db)
  const { total, page } = rows[0] ?? { total: 0, page: [] }
  if (total > few) return undefined
  const found = sql`SELECT v.* FROM video v WHERE v.id = ANY(${page}::uuid[])`
  return { rows: page.length > 0 ? await show(db, actor, found) : [], total }
}

/** Matches from the index, in no order. */
function matches(actor: Actor, search: string, limit: number): RawBuilder<unknown> {
  return sql`SELECT v.id FROM video v
    WHERE ${videoVisibleTo(actor, 'v')} AND ${matchesByIndex(search)} LIMIT ${limit}`
}
