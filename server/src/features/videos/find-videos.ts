import { limits } from '@kyc/contract/limits.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { withMatches } from '../../platform/db/search-statement.ts'
import { foldName } from '../access/fold-name.ts'
import type { Scope } from '../access/scope.ts'
import { selectVideoRows, type VideoRow } from './videos-repository.ts'

/** The end of the previous page, and the count of the first page. */
export interface VideoPlace {
  readonly id: string
  readonly counted: number
}

interface VideoQuery {
  readonly search: string | undefined
  readonly after: VideoPlace | undefined
  readonly limit: number
}

/** A page and the number of all videos, up to one above the bound of D19. */
interface FoundVideos {
  readonly rows: VideoRow[]
  readonly counted: number
}

const bound = limits.countBound + 1

/** Videos that a search reads in list order before it uses an index (docs/decisions/0046). */
const windows = { page: bound, count: 12 * bound }

/** Up to `limit` videos, newest first: ids are in the order of creation. */
export async function findVideos(db: Db, scope: Scope, query: VideoQuery): Promise<FoundVideos> {
  const { search, after, limit } = query
  if (search === undefined) {
    const { rows } = await selectVideoRows(newest(scope, after, limit), scope.namesFor).execute(db)
    return { rows, counted: after?.counted ?? (await count(db, newest(scope, undefined, bound))) }
  }
  const { page, total, rowsRead } = await findMatches(db, scope, { search, after, limit })
  const found = sql`SELECT v.* FROM video v WHERE v.id = ANY(${page}::uuid[])`
  const rows = page.length > 0 ? (await selectVideoRows(found, scope.namesFor).execute(db)).rows : []
  if (after) return { rows, counted: after.counted }
  const whole = total || (page.length < limit ? page.length : undefined)
  return { rows, counted: whole ?? (await countMatches(db, scope, search, (rowsRead * bound) / limit)) }
}

interface FoundIds {
  readonly page: readonly string[]
  /** The number of all matches if an index was used, else 0. */
  readonly total: number
  readonly rowsRead: number
}

async function findMatches(
  db: Db,
  scope: Scope,
  { search, after, limit }: VideoQuery & { search: string },
): Promise<FoundIds> {
  const numbered = sql`SELECT v.id, v.owner_id, v.search_text, row_number() OVER () AS n
    FROM (${newest(scope, after, windows.page)}) v ${newestFirst(scope)}`
  const older = after ? sql`id < ${after.id}::uuid` : sql`true`
  const { rows } = await sql<FoundIds>`
    ${withMatches({
      near: sql`SELECT v.id, v.n FROM (${numbered}) v WHERE ${matchesTitle(search)}
        ${newestFirst(scope)} LIMIT ${limit}`,
      beyond: sql`SELECT FROM (${newest(scope, after, windows.page + 1)}) v OFFSET ${windows.page}`,
      indexed: (condition) => indexed(scope, search, condition),
      enough: limit,
    })}
    SELECT (SELECT count(*) FROM far) AS total, (SELECT coalesce(max(n), 0) FROM near) AS "rowsRead",
      ARRAY(SELECT id FROM (SELECT id FROM near WHERE NOT EXISTS (SELECT FROM far) UNION ALL SELECT id FROM far) m
        WHERE ${older} ORDER BY id DESC LIMIT ${limit}) AS page`.execute(db)
  return rows[0] ?? { page: [], total: 0, rowsRead: 0 }
}

/** Counts the matches up to `bound`: in the list if enough are expected soon, else by an index. */
async function countMatches(db: Db, scope: Scope, search: string, expected: number): Promise<number> {
  const window = 1.3 * expected > windows.count ? 0 : Math.ceil(1.3 * expected)
  const { rows } = await sql<{ n: number }>`
    ${withMatches({
      near: sql`SELECT FROM (${newest(scope, undefined, window)}) v WHERE ${matchesTitle(search)} LIMIT ${bound}`,
      beyond: sql`SELECT FROM (${newest(scope, undefined, window + 1)}) v OFFSET ${window}`,
      indexed: (condition) => sql`${indexed(scope, search, condition)} LIMIT ${bound}`,
      enough: bound,
    })}
    SELECT greatest((SELECT count(*) FROM near), (SELECT count(*) FROM far)) AS n`.execute(db)
  return rows[0]?.n ?? 0
}

async function count(db: Db, found: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ n: number }>`SELECT count(*) AS n FROM (${found}) m`.execute(db)
  return rows[0]?.n ?? 0
}

/** All videos that match, from the index of the search. */
function indexed(scope: Scope, search: string, condition: RawBuilder<boolean>): RawBuilder<unknown> {
  return sql`SELECT v.id FROM video v
    WHERE ${listedVideos(scope)} AND ${matchesByIndex(search)} AND ${condition}`
}

/**
 * The newest videos of the scope. The organisation is part of the order and a range: PostgreSQL drops a constant from
 * the order, and may then read the videos of all owners to find those of one.
 */
function newest(scope: Scope, after: VideoPlace | undefined, limit: number): RawBuilder<unknown> {
  const { organisation } = scope
  if (organisation === null) {
    const older = after ? sql`v.id < ${after.id}::uuid` : sql`true`
    return sql`SELECT v.* FROM video v WHERE ${older} ${newestFirst(scope)} LIMIT ${sql.lit(limit)}`
  }
  const older = after
    ? sql`v.owner_id >= ${organisation} AND (v.owner_id, v.id) < (${organisation}, ${after.id}::uuid)`
    : sql`v.owner_id BETWEEN ${organisation} AND ${organisation}`
  return sql`SELECT v.* FROM video v WHERE ${older} ${newestFirst(scope)} LIMIT ${sql.lit(limit)}`
}

function newestFirst({ organisation }: Scope): RawBuilder<unknown> {
  return organisation === null ? sql`ORDER BY v.id DESC` : sql`ORDER BY v.owner_id DESC, v.id DESC`
}

function listedVideos({ organisation }: Scope): RawBuilder<boolean> {
  return organisation === null ? sql`true` : sql`(v.owner_id = ${organisation})`
}

/**
 * Whether each word of the search occurs in the title of `v`, both folded. A search that folds to nothing has
 * no match.
 */
function matchesTitle(search: string): RawBuilder<boolean> {
  return every(search, (word) => sql`(${word} <> '' AND strpos(v.search_text, ${word}) > 0)`)
}

/** The same in a form that the index serves: grams find candidates, and the text confirms them. */
function matchesByIndex(search: string): RawBuilder<boolean> {
  const candidate = every(search, (word) => sql`text_grams(v.search_text) @> word_grams(${word})`)
  return sql`(${candidate} AND ${matchesTitle(search)})`
}

function every(
  search: string,
  condition: (folded: RawBuilder<string>) => RawBuilder<unknown>,
): RawBuilder<boolean> {
  const words = [...new Set(search.split(/[\s・·]+/u))].filter((word) => word !== '')
  if (words.length === 0) return sql`false`
  const conditions = words.map((word) => condition(sql`${foldName(word)}::text`))
  return sql`(${sql.join(conditions, sql` AND `)})`
}
