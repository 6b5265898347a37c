import type { GateState } from '@kyc/contract/readiness.ts'
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
  filter: VideoFilter,
  { before, limit }: { readonly before: string | undefined; readonly limit: number },
): Promise<VideoRow[]> {
  const older = before === undefined ? sql`true` : sql`v.id < ${before}::uuid`
  const found = sql`SELECT v.* FROM video v ${joined(filter)} WHERE ${isListed(scope, filter)} AND ${older}
    ORDER BY v.id DESC LIMIT ${limit}`
  return (await selectVideoRows(found, scope.namesFor).execute(db)).rows
}

/** The number of videos, counted up to the bound of D19. */
export function countVideos(db: Db, scope: Scope, filter: VideoFilter): Promise<number> {
  return countBounded(db, sql`SELECT FROM video v ${joined(filter)} WHERE ${isListed(scope, filter)}`)
}

export interface VideoFilter {
  readonly search: string | undefined
  readonly gate: GateState | undefined
}

/** The gate is joined for its filter only, whose index has the order of the list. */
function joined({ gate }: VideoFilter): RawBuilder<unknown> {
  return gate === undefined ? sql`` : sql`JOIN video_gate g ON g.video_id = v.id`
}

function isListed({ organisation }: Scope, { search, gate }: VideoFilter): RawBuilder<boolean> {
  const isOwn = organisation === null ? sql`true` : sql`v.owner_id = ${organisation}`
  return sql`${isOwn} AND ${search === undefined ? sql`true` : matchesTitle(search)} AND ${isGate(organisation, gate)}`
}

/** Rows whose day has come wait for the job with their former state; they are listed as unknown. */
function isGate(organisation: Scope['organisation'], gate: GateState | undefined): RawBuilder<boolean> {
  if (gate === undefined) return sql<boolean>`true`
  const isOwn = organisation === null ? sql`true` : sql`g.owner_id = ${organisation}`
  return gate === 'unknown'
    ? sql<boolean>`(${isOwn} AND g.changes_on <= today_in_japan())`
    : sql<boolean>`(${isOwn} AND g.state = ${gate} AND g.changes_on > today_in_japan())`
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
