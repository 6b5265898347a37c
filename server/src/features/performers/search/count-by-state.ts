import { dayInJapan } from '@kyc/contract/dates.ts'
import type { QueryOf, ReplyIn } from '@kyc/contract/endpoint.ts'
import { limits } from '@kyc/contract/limits.ts'
import type { countPerformers as endpoint } from '@kyc/contract/performers.ts'
import type { Scope } from '../../access/scope.ts'
import { countByStatus, countExpiring } from './count-performers.ts'
import { countMatches, countMatchesByStatus, type PageQuery } from './find-page.ts'
import { listOrder } from './list-order.ts'
import type { ListServices } from './list-performers.ts'

/** A search with more matches than the bound is frequent: a page reads ten rows for each match. */
const assumedRowsRead = 10 * limits.page.size

type Counts = ReplyIn<typeof endpoint>

/**
 * The number of visible performers by state. Without a search from counters, and expiring ones up to the
 * bound; with a search all up to the bound (D19).
 */
export async function countPerformers(
  services: Omit<ListServices, 'cursors'>,
  scope: Scope,
  { search }: QueryOf<typeof endpoint> = {},
): Promise<Counts> {
  const { db, clock } = services
  const today = dayInJapan(clock.now())
  // A search of spaces is empty.
  if (search) return countSearched(services, scope, { search, today })
  const [counts, expiring] = await Promise.all([countByStatus(db, scope), countExpiring(db, scope, today)])
  return { ...counts, expiring }
}

async function countSearched(
  { db, longLists }: Pick<ListServices, 'db' | 'longLists'>,
  scope: Scope,
  { search, today }: { search: string; today: string },
): Promise<Counts> {
  const query = (state: Partial<PageQuery>): PageQuery => ({
    search,
    today,
    waiting: false,
    waited: undefined,
    expiring: false,
    order: listOrder('-createdAt', state.status),
    limit: limits.page.size,
    ...state,
  })
  const list = ({ status, waiting = false, expiring = false }: Partial<PageQuery>) =>
    JSON.stringify([scope.organisation, status, waiting, undefined, search, expiring])
  const bound = limits.countBound + 1
  let counts: Counts | undefined
  // The matches of most searches are few: one statement counts them all.
  const total = await longLists.count(list({}), async () => {
    counts = await countMatchesByStatus(db, scope, { search, today }, bound)
    return counts.total
  })
  if (counts && total < bound) return counts
  // Of a frequent search, each state is counted up to the bound, from the start of its list.
  const count = async (state: Partial<PageQuery>) => {
    const counted = await longLists.count(list(state), () =>
      countMatches(db, scope, query(state), bound, assumedRowsRead),
    )
    return Math.min(counted, limits.countBound)
  }
  const [pending, approved, rejected, draft, waiting, expiring] = await Promise.all([
    count({ status: 'pending' }),
    count({ status: 'approved' }),
    count({ status: 'rejected' }),
    count({ status: 'draft' }),
    count({ waiting: true }),
    count({ expiring: true }),
  ])
  return { total: limits.countBound, pending, approved, rejected, draft, waiting, expiring }
}
