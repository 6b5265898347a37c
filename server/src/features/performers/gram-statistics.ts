import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import type { SearchedWord } from './fold-name.ts'

/**
 * How frequent the pieces of names are, as PostgreSQL's own statistics estimate it: what decides in which order a
 * search asks, and never what it finds.
 */
export interface GramStatistics {
  /** About how many performers have all the words in their names. */
  estimate(words: readonly SearchedWord[]): Promise<number>
  /** About how many performers there are. */
  rows(): Promise<number>
}

interface Statistics {
  readonly rows: number
  readonly shares: ReadonlyMap<string, number>
}

/** Names change slowly; PostgreSQL itself takes statistics anew after a tenth of the rows has changed. */
const keptMs = 5 * 60_000

export function createGramStatistics(db: Db): GramStatistics {
  let read: Promise<Statistics> | undefined
  let readAt = 0
  const current = () => {
    if (!read || performance.now() - readAt > keptMs) {
      readAt = performance.now()
      read = readStatistics(db)
      // The search that waits for it fails and says so; the next one asks again.
      read.catch(() => {
        read = undefined
      })
    }
    return read
  }
  return {
    async estimate(words) {
      const { rows, shares } = await current()
      // A word is at most as frequent as its rarest piece; what is not among the frequent ones is rarer than those.
      const shareOf = ({ grams }: SearchedWord) => Math.min(...grams.map((gram) => shares.get(gram) ?? 0))
      return words.length === 0 ? 0 : words.reduce((left, word) => left * shareOf(word), rows)
    },
    rows: async () => (await current()).rows,
  }
}

async function readStatistics(db: Db): Promise<Statistics> {
  const { rows: found } = await sql<{ rows: number; grams: string[] | null; shares: number[] | null }>`
    SELECT greatest(c.reltuples, 0) AS rows, s.most_common_elems::text::text[] AS grams,
      s.most_common_elem_freqs AS shares
    FROM pg_class c LEFT JOIN pg_stats s
      ON s.schemaname = c.relnamespace::regnamespace::text AND s.tablename = c.relname AND s.attname = 'search_grams'
    WHERE c.oid = 'performer'::regclass`.execute(db)
  const [{ rows = 0, grams, shares } = {}] = found
  return { rows, shares: new Map(grams?.map((gram, index) => [gram, shares?.[index] ?? 0])) }
}
