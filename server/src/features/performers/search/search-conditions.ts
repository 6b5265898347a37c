import { type RawBuilder, sql } from 'kysely'
import { searchedWords } from '../../access/fold-name.ts'

/** Appended to a prefix, sorts after every text with that prefix in the collation C. */
const last = '\u{10ffff}'

/** Whether the names of the row `p` contain all words of the search, or its external id starts with it. */
export function matchesSearch(search: string): RawBuilder<boolean> {
  return sql`(${matchesNames(search)} OR ${matchesExternalId(search)})`
}

/** The index finds rows by grams; the text confirms the order of the grams. */
function matchesNames(search: string): RawBuilder<boolean> {
  const words = searchedWords(search)
  if (words.length === 0) return sql`false`
  const occurs = words.map(({ text }) => sql`strpos(p.search_text, ${text}) > 0`)
  const grams = words.flatMap((word) => word.grams)
  return sql`(${sql.join(occurs, sql` AND `)} AND p.search_grams @> ${grams}::text[])`
}

function matchesExternalId(search: string): RawBuilder<boolean> {
  const prefix = foldExternalId(search)
  if (prefix === '') return sql`false`
  return sql`(p.external_id IS NOT NULL AND p.external_key >= ${prefix} AND p.external_key < ${prefix + last})`
}

/** Folds like the column `external_key`: `lower` in the collation C changes ASCII letters only. */
function foldExternalId(text: string): string {
  return text
    .normalize('NFKC')
    .trim()
    .replace(/[A-Z]/g, (letter) => letter.toLowerCase())
}
