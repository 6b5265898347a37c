import { limits } from '@kyc/contract/limits.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Actor } from '../access/actor.ts'
import { countExpiring } from './count-performers.ts'
import type { PageQuery } from './find-page.ts'
import { searchedWords } from './fold-name.ts'
import type { GramStatistics } from './gram-statistics.ts'

/** What to expect of a filter: which way is the shorter one, not what is found. */
export interface MatchEstimate {
  /** So few that all of them are soon gathered. */
  readonly rare: boolean
  /** So many that walking the list reaches the bound of D19 soon. */
  readonly frequent: boolean
}

export async function estimateMatches(
  db: Db,
  statistics: GramStatistics,
  actor: Actor,
  { search, expiring, today }: PageQuery,
): Promise<MatchEstimate> {
  const [byName, due, rows] = await Promise.all([
    search === undefined ? Number.POSITIVE_INFINITY : statistics.estimate(searchedWords(search)),
    expiring ? countExpiring(db, actor, today) : Number.POSITIVE_INFINITY,
    statistics.rows(),
  ])
  const fewest = Math.min(byName, due)
  return { rare: fewest < limits.countBound, frequent: fewest > rows / 10 && !expiring }
}
