import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { countBounded } from '../../platform/lists/page.ts'
import { foldName } from '../access/fold-name.ts'
import type { Scope } from '../access/scope.ts'
import { selectVideoRows, type VideoRow } from './videos-repository.ts'

/** Up to `limit` videos with ids below `before`, newest first: ids are in the order of creation. */
export async function findVideos(
  db: Db,
  scope: Scope,
  search: string | undefined,
  { before, limit }: { readonly before: string | undefined; readonly limit: number },
): Promise<VideoRow[]> {
  const older = before === undefined ? sql`true` : sql`v.id < ${before}::uuid`
  const found = sql`SELECT v.* FROM video v WHERE ${isListed(scope, search)} AND ${older}
    ORDER BY v.id DESC LIMIT ${limit}`
  return (await selectVideoRows(found, scope.namesFor).execute(db)).rows
}

/** The number of videos, counted up to the bound of D19. */
export function countVideos(db: Db, scope: Scope, search: string | undefined): Promise<number> {
  return countBounded(db, sql`SELECT FROM video v WHERE ${isListed(scope, search)}`)
}

function isListed({ organisation }: Scope, search: string | undefined): RawBuilder<boolean> {
  const isOwn = organisation === null ? sql`true` : sql`v.owner_id = ${organisation}`
  return sql`${isOwn} AND ${search === undefined ? sql`true` : matchesTitle(search)}`
}

/**
 * Whether each word of the search occurs in the title of `v`, both folded: the index finds videos by grams, and the text
 * confirms their order. A search that folds to nothing has no match.
 */
function matchesTitle(search: string): RawBuilder<boolean> {
  const words = [...new Set(search.split(/[\s・·]+/u).map(foldName))].filter((word) => word !== '')
  if (words.length === 0) return sql`false`
  const conditions = words.map(
    (word) => sql`(strpos(v.search_text, ${word}) > 0 AND text_grams(v.search_text) @> word_grams(${word}))`,
  )
  return sql`(${sql.join(conditions, sql` AND `)})`
}
