import { limits } from '@kyc/contract/limits.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { type Actor, isAdmin } from '../access/actor.ts'
import { videoVisibleTo } from '../access/visible-to.ts'
import { matchesByIndex, matchesTitle } from './video-search.ts'
import { shown, type VideoRow } from './videos-repository.ts'

/** Where the page before ended, and what was counted for the first. */
export interface VideoPlace {
  readonly id: string
  readonly counted: number
}

interface VideoQuery {
  readonly search: string | undefined
  readonly after: VideoPlace | undefined
  readonly limit: number
}

type SearchQuery = VideoQuery & { readonly search: string }

/** A page, and how many videos there are in all, counted no further than one beyond the bound of D19. */
export interface FoundVideos {
  readonly rows: VideoRow[]
  readonly counted: number
}

/** Ids of a page, and how many matches were come upon. */
interface FoundIds {
  readonly page: readonly string[]
  readonly counted: number
}

const bound = limits.countBound + 1

/** A search first looks through so many of the newest videos, which for most people are all. */
const nearby = bound

/** No page and no count walks on beyond so many: by then the index has gathered all that match. */
const far = 12 * nearby

/** As many matches are soon gathered and sorted. Where there are more, a page of them is not far to walk. */
const few = 5000

/** Up to `limit` videos, newest first: ids begin with the time of their video. */
export async function findVideos(db: Db, actor: Actor, query: VideoQuery): Promise<FoundVideos> {
  const { after } = query
  if (!isSearch(query)) {
    const rows = await show(db, actor, newest(actor, after, query.limit))
    return { rows, counted: after?.counted ?? (await count(db, newest(actor, undefined, bound))) }
  }
  const { page, counted } = await findMatches(db, actor, query)
  const found = sql`SELECT v.* FROM video v WHERE v.id = ANY(${page}::uuid[])`
  return { rows: page.length > 0 ? await show(db, actor, found) : [], counted: after?.counted ?? counted }
}

function isSearch(query: VideoQuery): query is SearchQuery {
  return query.search !== undefined
}

/** The page of a search. What is counted is right for a first page only: those that follow know it already. */
async function findMatches(db: Db, actor: Actor, query: SearchQuery): Promise<FoundIds> {
  const { after, limit, search } = query
  const near = await lookNearby(db, actor, query)
  if (near.looked < nearby || near.counted === bound) return near
  const page = near.page.length === limit ? near.page : await walkOn(db, actor, query, near, limit)
  if (page) {
    if (after || (await walkOn(db, actor, query, near, bound))) return { page, counted: bound }
    return { page, counted: await count(db, matches(actor, search, bound)) }
  }
  const all = await gather(db, actor, query)
  return all.counted <= few ? all : { page: await walk(db, actor, query, limit), counted: bound }
}

interface Nearby extends FoundIds {
  readonly looked: number
}

async function lookNearby(db: Db, actor: Actor, { search, after, limit }: SearchQuery): Promise<Nearby> {
  const { rows } = await sql<Nearby>`
    SELECT count(*) AS looked, count(*) FILTER (WHERE fits) AS counted,
      coalesce((array_agg(id ORDER BY id DESC) FILTER (WHERE fits))[:${limit}], '{}') AS page
    FROM (SELECT v.id, ${matchesTitle(search)} AS fits FROM (${newest(actor, after, nearby)}) v) m`.execute(
    db,
  )
  return rows[0] ?? { looked: 0, counted: 0, page: [] }
}

/** The newest `most` matches, where by what was found nearby they are not far. */
async function walkOn(
  db: Db,
  actor: Actor,
  query: SearchQuery,
  near: Nearby,
  most: number,
): Promise<readonly string[] | undefined> {
  const rows = Math.ceil((2 * most * near.looked) / near.counted)
  if (rows > far) return undefined
  const found = await walk(db, actor, query, most, rows)
  return found.length === most ? found : undefined
}

/** The newest matches, up to `most`, among the newest videos: as many of these as `rows`, or all. */
async function walk(
  db: Db,
  actor: Actor,
  { search, after }: SearchQuery,
  most: number,
  rows?: number,
): Promise<string[]> {
  const found = await sql<{ id: string }>`SELECT v.id FROM (${newest(actor, after, rows)}) v
    WHERE ${matchesTitle(search)} ${newestFirst(actor)} LIMIT ${most}`.execute(db)
  return found.rows.map(({ id }) => id)
}

/** The page out of all matches, as far as these are few. */
async function gather(db: Db, actor: Actor, { search, after, limit }: SearchQuery): Promise<FoundIds> {
  const older = after ? sql`id < ${after.id}::uuid` : sql`true`
  const { rows } = await sql<FoundIds>`
    SELECT count(*) AS counted,
      coalesce((array_agg(id ORDER BY id DESC) FILTER (WHERE ${older}))[:${limit}], '{}') AS page
    FROM (${matches(actor, search, few + 1)}) m`.execute(db)
  return rows[0] ?? { counted: 0, page: [] }
}

async function show(db: Db, actor: Actor, found: RawBuilder<unknown>): Promise<VideoRow[]> {
  return (await shown(actor, found).execute(db)).rows
}

async function count(db: Db, found: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ n: number }>`SELECT count(*) AS n FROM (${found}) m`.execute(db)
  return rows[0]?.n ?? 0
}

/** The newest videos that the actor may see, read off an index. */
function newest(actor: Actor, after: VideoPlace | undefined, limit: number | undefined): RawBuilder<unknown> {
  const most = limit === undefined ? sql`` : sql`LIMIT ${limit}`
  return sql`SELECT v.* FROM video v WHERE ${inOrderFrom(actor, after)} ${newestFirst(actor)} ${most}`
}

/**
 * For a user the owner stands in the order, and as a range: of a fixed value the planner would drop it from the order,
 * and walk through everybody's videos hoping that the owner's are near.
 */
function inOrderFrom(actor: Actor, after: VideoPlace | undefined): RawBuilder<boolean> {
  if (isAdmin(actor)) {
    const older = after ? sql`v.id < ${after.id}::uuid` : sql`true`
    return sql`(${videoVisibleTo(actor, 'v')} AND ${older})`
  }
  return after
    ? sql`(v.owner_id >= ${actor.id} AND (v.owner_id, v.id) < (${actor.id}, ${after.id}::uuid))`
    : sql`(v.owner_id BETWEEN ${actor.id} AND ${actor.id})`
}

function newestFirst(actor: Actor): RawBuilder<unknown> {
  return isAdmin(actor) ? sql`ORDER BY v.id DESC` : sql`ORDER BY v.owner_id DESC, v.id DESC`
}

/** Matches from the index, in no order. */
function matches(actor: Actor, search: string, most: number): RawBuilder<unknown> {
  return sql`SELECT v.id FROM video v
    WHERE ${videoVisibleTo(actor, 'v')} AND ${matchesByIndex(search)} LIMIT ${most}`
}
