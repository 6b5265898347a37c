import { type RawBuilder, sql } from 'kysely'
import { searchedWords } from '../../../platform/fold-name.ts'

/** Sorts behind every text that starts with what stands before it, byte by byte as the collation C does. */
const last = '\u{10ffff}'

/** Whether the row `p` is one that the search means: by all its words, or by the start of the external id (D18). */
export function matchesSearch(search: string): RawBuilder<boolean> {
  return sql`(${matchesNames(search)} OR ${matchesExternalId(search)})`
}

/**
 * The same as conditions that exclude one another, each with an index of its own: the grams find candidates, and the
 * text decides, since characters may stand side by side in another order.
 */
export function searchArms(search: string): RawBuilder<boolean>[] {
  const grams = searchedWords(search).flatMap((word) => word.grams)
  const byExternalId = sql<boolean>`${matchesExternalId(search)} AND NOT ${matchesNames(search)}`
  if (grams.length === 0) return [byExternalId]
  return [sql`p.search_grams @> ${grams}::text[] AND ${matchesNames(search)}`, byExternalId]
}

function matchesNames(search: string): RawBuilder<boolean> {
  const words = searchedWords(search)
  if (words.length === 0) return sql`false`
  const conditions = words.map((word) => sql`p.search_text LIKE ${`%${escapeLike(word.text)}%`}`)
  return sql`(${sql.join(conditions, sql` AND `)})`
}

/** Nothing matches a search of spaces. */
function matchesExternalId(search: string): RawBuilder<boolean> {
  const prefix = foldExternalId(search)
  if (prefix === '') return sql`false`
  return sql`(p.external_id IS NOT NULL AND p.external_key >= ${prefix} AND p.external_key < ${prefix + last})`
}

/** As the column `external_key` is made: `lower` in the collation C changes ASCII letters only. */
function foldExternalId(text: string): string {
  return text
    .normalize('NFKC')
    .trim()
    .replace(/[A-Z]/g, (letter) => letter.toLowerCase())
}

function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&')
}
