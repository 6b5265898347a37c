import { sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import type { SearchedWord } from '../../../platform/fold-name.ts'

/**
 * How frequent the pieces of names are, as PostgreSQL's own statistics estimate it: what decides in which order a
 * search asks, and never what it finds.
 */
export interface GramStatistics {
  /** About which share of the performers, from 0 to 1, has all the words in their names. */
  shareOf(words: readonly SearchedWord[]): Promise<number>
}

type Shares = ReadonlyMap<string, number>

/** Names change slowly; PostgreSQL itself takes statistics anew after a tenth of the rows has changed. */
const keptMs = 5 * 60_000

export function createGramStatistics(db: Db): GramStatistics {
  let read: Promise<Shares> | undefined
  let readAt = 0
  const current = () => {
    if (!read || performance.now() - readAt > keptMs) {
      readAt = performance.now()
      read = readShares(db)
      // The search that waits for it fails and says so; the next one asks again.
      read.catch(() => {
        read = undefined
      })
    }
    return read
  }
  return {
    async shareOf(words) {
      const shares = await current()
      // A word is at most as frequent as its rarest piece; what is not among the frequent ones is rarer than those.
      const shareOfWord = ({ grams }: SearchedWord) => Math.min(...grams.map((gram) => shares.get(gram) ?? 0))
      return words.length === 0 ? 0 : words.reduce((share, word) => share * shareOfWord(word), 1)
    },
  }
}

async function readShares(db: Db): Promise<Shares> {
  const { rows } = await sql<{ grams: string[]; shares: number[] }>`
    SELECT most_common_elems::text::text[] AS grams, most_common_elem_freqs AS shares FROM pg_stats
    WHERE schemaname = current_schema AND tablename = 'performer' AND attname = 'search_grams'
      AND most_common_elems IS NOT NULL`.execute(db)
  return new Map(rows[0]?.grams.map((gram, index) => [gram, rows[0]?.shares[index] ?? 0]))
}
