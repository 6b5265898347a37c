import type { AuditFilter } from '@kyc/contract/audit.ts'
import type { QueryOf } from '@kyc/contract/endpoint.ts'
import type { listPerformers } from '@kyc/contract/performers.ts'
import { gateStates } from '@kyc/contract/readiness.ts'
import type { listReviewCases } from '@kyc/contract/review.ts'
import type { listVideos } from '@kyc/contract/videos.ts'
import type { Seed } from '../seed-performers.ts'

type PerformerQuery = QueryOf<typeof listPerformers>

/** The orders and filters of the list, without a search. */
export const lists: readonly PerformerQuery[] = [
  {},
  { sort: 'createdAt' },
  { sort: 'name' },
  { sort: '-updatedAt' },
  { sort: 'status' },
  { status: 'pending' },
  { status: 'rejected', sort: 'name' },
  { status: 'approved', sort: '-updatedAt' },
  { status: 'draft' },
  { expiring: 'true' },
  { waiting: 'true' },
  { waiting: 'true', sort: 'name' },
  { expiring: 'true', sort: '-updatedAt' },
  { waiting: 'true', waitedFrom: 3, waitedTo: 6 },
]

/** The filters of the review queue, from frequent to rare. */
export const queues: readonly QueryOf<typeof listReviewCases>[] = [
  {},
  { idKind: 'passport' },
  { idKind: 'special_permanent_resident' },
  { idKind: 'residence_card' },
  { resubmitted: 'true' },
  { resubmitted: 'true', idKind: 'passport' },
  { resubmitted: 'true', idKind: 'residence_card' },
  { waitedFrom: 3, waitedTo: 6 },
  { waitedFrom: 3, idKind: 'residence_card' },
  { mine: 'true' },
  { mine: 'true', resubmitted: 'true' },
]

/** Names from frequent to unknown, of one to five characters, and external ids. */
export const searches: readonly PerformerQuery[] = [
  ...['佐', '佐藤', '佐藤 花子', '綾', '椿', '勅使河原', '勅使河原椿', 'k', 'ka', 'kak', 'zzz', '龘'],
  ...['SG-', 'SG-00000300', 'SG-000003'],
].map((search) => ({ search }))

export const searchesInOrder: readonly PerformerQuery[] = [
  { search: '勅使', sort: 'name' },
  { search: '佐', status: 'rejected' },
  { search: '佐', status: 'pending', sort: 'name' },
]

/** The list of videos, and searches that match all, a tenth, a hundredth or few of them, also combined. */
export const videoQuestions: readonly QueryOf<typeof listVideos>[] = [
  undefined,
  ...['見本', '佐藤', '椿', '大野', '大野 花子', '見本作品 椿', '見本作品 大野', '第123', '第12345集', '龘'],
]
  .map((search): QueryOf<typeof listVideos> => ({ search }))
  .concat(
    gateStates.map((gate) => ({ gate })),
    [{ gate: 'missing', search: '見本' }],
  )

/** Filters of the audit log: single, combined, with dates, and combinations that match nothing. */
export function auditFilters(seed: Seed, performer: string): readonly AuditFilter[] {
  const month = { startDate: '2022-03-01', endDate: '2022-03-31' }
  return [
    {},
    ...(['read', 'create', 'verify', 'login_failed', 'delete', 'export', 'shred'] as const).map((action) => ({
      action,
    })),
    ...(['performer', 'document', 'user', 'audit_log', 'partner'] as const).map((resourceType) => ({
      resourceType,
    })),
    { action: 'read', resourceType: 'document' },
    { action: 'delete', resourceType: 'document' },
    { action: 'export', resourceType: 'performer' },
    { action: 'login', resourceType: 'performer' },
    month,
    { startDate: '2019-06-01', endDate: '2019-06-01' },
    { endDate: '2019-07-01' },
    { ...month, action: 'export' },
    { ...month, action: 'read', resourceType: 'document' },
    { ...month, resourceType: 'audit_log' },
    { userId: seed.admin },
    { userId: seed.smallOwner },
    { userId: seed.smallOwner, action: 'delete' },
    { userId: seed.admin, action: 'shred' },
    { userId: seed.admin, ...month, action: 'login_failed' },
    { resourceId: performer },
    { resourceId: performer, action: 'delete' },
    { resourceId: `${performer}/idFront` },
    { resourceId: performer, ...month },
  ]
}
