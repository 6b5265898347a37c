import { addDays } from '@kyc/contract/dates.ts'
import type { PerformerStatus } from '@kyc/contract/document-vocabulary.ts'
import { limits } from '@kyc/contract/limits.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import { prepared } from '../../../platform/db/prepared.ts'
import type { Actor } from '../../access/actor.ts'
import { type PerformerRow, performerColumns } from '../performer-row.ts'
import { countedByCounters } from './count-performers.ts'
import { comesAfter, hasStatus, type ListOrder, orderBy, statusRanks } from './list-order.ts'
import { listedFor } from './listed-for.ts'
import { matchesSearch, searchArms } from './search-conditions.ts'

/** What a list is asked for; `today` is a day in Japan. */
export interface PageQuery {
  readonly status?: PerformerStatus | undefined
  readonly expiring: boolean
  readonly search?: string | undefined
  readonly today: string
  readonly order: ListOrder
  /** The key of the last row of the page before. */
  readonly after?: readonly string[] | undefined
  readonly limit: number
}

export type ListRow = PerformerRow & { readonly sort_name: string; readonly status_rank: number }

/** A page, and how many rows match in all where finding the page has told. */
export interface FoundPage {
  readonly rows: ListRow[]
  readonly total?: number
}

/** What a row is ordered by. */
const keys = sql.raw('p.id, p.created_at, p.updated_at, p.sort_name, p.status_rank')

/** What a row is shown, ordered and searched by. */
const columns = sql`${performerColumns}, p.sort_name, p.status_rank, p.search_text, p.external_key`

/** Rows in list order that a search walks through before it asks the indexes for all that match. */
const window = 20_000

/** As many matches are soon gathered and sorted; with more the guess that they are rare was wrong. */
const few = 5000

/** Rows that a count walks through: a list that is no longer is counted whole. */
export const countWindow = 25 * limits.countBound

/**
 * Up to `limit` rows. Frequent matches fill the page from the first rows of the list. Rare ones are gathered from the
 * index of the search or of the expiry dates and sorted: `gatherFirst` is a guess at which way is the shorter one.
 */
export async function findPage(
  db: Db,
  actor: Actor,
  query: PageQuery,
  gatherFirst: boolean,
): Promise<FoundPage> {
  if (!isFiltered(query)) return listAll(db, actor, query)
  const gathered = gatherFirst ? await gather(db, actor, query, few) : undefined
  if (gathered) return gathered
  const walked = sql`SELECT * FROM (${rowsInOrder(actor, query, window)}) p
    WHERE ${matches(query)} ${orderBy(query.order)} LIMIT ${query.limit}`
  const rows = await run(db, query, walked)
  return rows.length === query.limit ? { rows } : ((await gather(db, actor, query)) ?? { rows: [], total: 0 })
}

/**
 * How many rows match, counted no further than `bound`: by walking the list, which finds frequent matches soon, or
 * from the index, whose cost grows with all that match. A walk that reached the end of the list has the answer.
 */
export async function countMatches(
  db: Db,
  actor: Actor,
  query: PageQuery,
  bound: number,
  by: 'walk' | 'index',
): Promise<number> {
  if (by === 'walk') {
    const first = { ...query, after: undefined }
    const list = sql`SELECT * FROM (${rowsInOrder(actor, first, countWindow)}) p`
    const near = await count(db, sql`${list} WHERE ${matches(query)} LIMIT ${bound}`)
    if (near === bound || (await count(db, list)) < countWindow) return near
  }
  return count(db, sql`${allMatches(actor, query)} LIMIT ${bound}`)
}

/** Whether there are conditions that no order of the list serves. */
export function isFiltered(query: PageQuery): boolean {
  return query.search !== undefined || query.expiring
}

async function run(db: Db, query: PageQuery, page: RawBuilder<unknown>): Promise<ListRow[]> {
  const { rows } = await sql<ListRow>`
    SELECT ${performerColumns}, p.sort_name, p.status_rank, account.name AS owner_name
    FROM (${page}) p JOIN account ON account.id = p.owner_id ${orderBy(query.order)}`.execute(db)
  return rows
}

/**
 * A page of the plain list, and from the counters how many there are, in one statement; an empty page can't tell the
 * second. What pages ask for by themselves is prepared; its limit is part of the plan and so of the text.
 */
async function listAll(db: Db, actor: Actor, query: PageQuery): Promise<FoundPage> {
  const mark = query.limit === limits.page.size + 1 ? prepared : sql``
  const { rows } = await sql<ListRow & { total: number }>`${mark}
    SELECT ${performerColumns}, p.sort_name, p.status_rank, account.name AS owner_name,
      (${countedByCounters(actor, query.status)}) AS total
    FROM (${rowsInOrder(actor, query, query.limit)}) p JOIN account ON account.id = p.owner_id
    ${orderBy(query.order)}`.execute(db)
  const [first] = rows
  return first ? { rows, total: first.total } : { rows }
}

/** The page out of all matches; undefined where there are more than `most`. */
async function gather(db: Db, actor: Actor, query: PageQuery, most?: number): Promise<FoundPage | undefined> {
  const { rows: found } = await sql<ListRow & { total: number }>`
    WITH hit AS MATERIALIZED (${allMatches(actor, query, most === undefined ? undefined : most + 1)}),
      page AS (SELECT p.id FROM hit p WHERE ${comesAfter(query.order, query.after)}
        ${orderBy(query.order)} LIMIT ${query.limit})
    SELECT ${performerColumns}, p.sort_name, p.status_rank, account.name AS owner_name, total
    FROM (SELECT count(*) AS total FROM hit) counted
    LEFT JOIN (page JOIN performer p ON p.id = page.id JOIN account ON account.id = p.owner_id) ON true
    ${orderBy(query.order)}`.execute(db)
  const total = found[0]?.total ?? 0
  // An empty page still comes with the total, on a row without a performer.
  return most !== undefined && total > most
    ? undefined
    : { rows: found.filter((row) => row.id !== null), total }
}

async function count(db: Db, matching: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ n: number }>`SELECT count(*) AS n FROM (${matching}) m`.execute(db)
  return rows[0]?.n ?? 0
}

/** The first rows of the list without regard to search and expiry, read off an index. */
function rowsInOrder(actor: Actor, { order, status, after }: PageQuery, limit: number): RawBuilder<unknown> {
  const scan = (statusIs: RawBuilder<boolean>) => sql`SELECT ${columns} FROM performer p
    WHERE ${listedFor(actor)} AND ${statusIs} AND ${comesAfter(order, after)} ${orderBy(order)} LIMIT ${sql.lit(limit)}`
  if (status || !order.byStatus) return scan(hasStatus(status, order))
  const scans = Object.values(statusRanks).map(
    (rank) => sql`(${scan(sql`p.status_rank = ${sql.lit(rank)}`)})`,
  )
  return sql`SELECT * FROM (${sql.join(scans, sql` UNION ALL `)}) p ${orderBy(order)} LIMIT ${sql.lit(limit)}`
}

/**
 * All rows that match, found by the index of the search or of the expiry dates; with a `limit` for each of the ways, so
 * that a guess that was wrong costs little.
 */
function allMatches(actor: Actor, query: PageQuery, limit?: number): RawBuilder<unknown> {
  const bound = limit === undefined ? sql`` : sql`LIMIT ${limit}`
  const scan = (found: RawBuilder<boolean>) => sql`(SELECT ${keys} FROM performer p
    WHERE ${listedFor(actor)} AND ${hasStatus(query.status)} AND ${isDue(query)} AND ${found} ${bound})`
  if (query.search === undefined) return scan(sql`true`)
  return sql.join(searchArms(query.search).map(scan), sql` UNION ALL `)
}

function matches(query: PageQuery): RawBuilder<boolean> {
  return query.search === undefined ? isDue(query) : sql`${isDue(query)} AND ${matchesSearch(query.search)}`
}

/** D16: within 30 days of the expiry date, or past it. */
function isDue({ expiring, today }: PageQuery): RawBuilder<boolean> {
  return expiring ? sql`p.expires_on <= ${addDays(today, limits.expiringDays)}::date` : sql`true`
}
