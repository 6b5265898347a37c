import { documentTypes } from '@kyc/contract/document-vocabulary.ts'
import type { QueryOf } from '@kyc/contract/endpoint.ts'
import { limits } from '@kyc/contract/limits.ts'
import type { listReviewCases as endpoint, ReviewCase } from '@kyc/contract/review.ts'
import { boundedTotal, countBounded, cutPage, type PageInfo } from '../../platform/lists/page.ts'
import type { Actor } from '../access/actor.ts'
import type { Scope } from '../access/scope.ts'
import type { PerformerServices } from '../performers/performer-services.ts'
import { waitedSince } from '../performers/search/list-performers.ts'
import { presentClaim } from '../records/review-claims.ts'
import { type CaseRow, type CaseSelection, findCases, selectCases } from './cases-repository.ts'

type QueueServices = Pick<PerformerServices, 'clock' | 'cursors' | 'db'>

/** A page of the queue, the longest wait first. Creates no entry. */
export async function listCases(
  services: QueueServices,
  { actor, scope }: { actor: Actor; scope: Scope },
  query: QueryOf<typeof endpoint>,
): Promise<{ cases: ReviewCase[]; page: PageInfo }> {
  const { db, cursors } = services
  const { limit = limits.page.size, cursor, idKind, waitedFrom, waitedTo } = query
  const [isResubmitted, isMine] = [query.resubmitted === 'true', query.mine === 'true']
  const list = JSON.stringify(['review', idKind, waitedFrom, waitedTo, isResubmitted, isMine])
  const now = services.clock.now()
  const selection: CaseSelection = {
    scope,
    now,
    idKind,
    waited: waitedSince(query, now),
    resubmitted: isResubmitted,
    claimedBy: isMine ? actor : undefined,
  }
  const after = cursor === undefined ? undefined : cursors.decode(list, cursor)
  const rows = await findCases(db, selection, { after, limit: limit + 1 })
  const { shown, next } = cutPage(rows, limit, ({ pending_since, id }) =>
    cursors.encode(list, [pending_since.toISOString(), id]),
  )
  const isWhole = after === undefined && next === null
  const total = isWhole ? rows.length : await countBounded(db, selectCases(selection))
  return { cases: shown.map((row) => presentCase(actor, row)), page: { next, ...boundedTotal(total) } }
}

function presentCase(actor: Actor, row: CaseRow): ReviewCase {
  const { account_id, holder, claimed_until } = row
  return {
    id: row.id,
    name: `${row.last_name} ${row.first_name}`,
    romanName: `${row.last_name_roman} ${row.first_name_roman}`,
    organisation: row.owner_name,
    idKind: row.id_kind,
    pendingSince: row.pending_since.toISOString(),
    pending: documentTypes.filter((type) => row.pending.includes(type)),
    resubmitted: row.resubmitted,
    claim:
      account_id === null || holder === null || claimed_until === null
        ? null
        : presentClaim(actor, { account_id, holder, claimed_until }),
  }
}
