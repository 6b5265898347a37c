import { limits } from '@kyc/contract/limits.ts'
import type { Db } from '../../../platform/db/database.ts'
import { searchedWords } from '../../../platform/fold-name.ts'
import { type Actor, isAdmin } from '../../access/actor.ts'
import { countByStatus, countExpiring } from './count-performers.ts'
import { countWindow, type PageQuery } from './find-page.ts'
import type { GramStatistics } from './gram-statistics.ts'

/** Which way is likely the shorter one; what is found does not depend on it. */
export interface MatchEstimate {
  /** Whether gathering and sorting all matches is less work than walking the list until the page is full. */
  readonly gather: boolean
  /** Whether a count reaches the bound of D19, or the end of the list, sooner by walking than by the index. */
  readonly walkToCount: boolean
}

/** Counting those that are due goes no further: more of them are not gathered for a page anyway. */
const dueBound = 5000

/** What it costs to read a row: one beside the last on the disk, one anywhere, one that the index lists (bench/). */
const cost = { near: 1, far: 4, listed: 0.4 }

export async function estimateMatches(
  db: Db,
  statistics: GramStatistics,
  actor: Actor,
  { search, expiring, status, today, limit, order }: PageQuery,
): Promise<MatchEstimate> {
  const [named, due, counts] = await Promise.all([
    search === undefined ? 1 : statistics.shareOf(searchedWords(search)),
    expiring ? countExpiring(db, actor, today, dueBound) : Number.POSITIVE_INFINITY,
    countByStatus(db, actor),
  ])
  const rows = counts[status ?? 'total']
  const matches = Math.min(named * rows, due)
  // Rows lie on the disk as they were registered: only the dates of everybody's rows run through it in order.
  const near = isAdmin(actor) && order.key.includes('created_at')
  const walk = (wanted: number) => Math.min(rows, (wanted * rows) / matches) * (near ? cost.near : cost.far)
  return {
    gather: matches < dueBound && matches * cost.far < walk(limit),
    walkToCount: rows <= countWindow || walk(limits.countBound) < matches * cost.listed,
  }
}
