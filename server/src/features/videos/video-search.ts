import { type RawBuilder, sql } from 'kysely'
import { foldName } from '../../platform/fold-name.ts'

/**
 * Whether every word of the search occurs in the title of `v`, both folded. A search for marks alone folds to
 * nothing and finds nothing.
 */
export function matchesTitle(search: string): RawBuilder<boolean> {
  return every(search, (word) => sql`(${word} <> '' AND strpos(v.search_text, ${word}) > 0)`)
}

/** The same from an index: the grams find candidates, and the text decides. */
export function matchesByIndex(search: string): RawBuilder<boolean> {
  const candidate = every(search, (word) => sql`text_grams(v.search_text) @> word_grams(${word})`)
  return sql`(${candidate} AND ${matchesTitle(search)})`
}

function every(
  search: string,
  condition: (folded: RawBuilder<string>) => RawBuilder<unknown>,
): RawBuilder<boolean> {
  const words = [...new Set(search.split(/[\s・·]+/u))].filter((word) => word !== '')
  if (words.length === 0) return sql`false`
  return sql`(${sql.join(
    words.map((word) => condition(sql`${foldName(word)}::text`)),
    sql` AND `,
  )})`
}
