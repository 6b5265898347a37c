import { limits } from '@kyc/contract/limits.ts'
import { recordLimits } from '@kyc/contract/record-limits.ts'
import type { ReviewCaseDetail } from '@kyc/contract/review.ts'
import { listDocuments } from '../documents/read/list-documents.ts'
import type { ViewServices } from '../documents/read/record-view.ts'
import { getPerformer, type PerformerView } from '../performers/get-performer.ts'
import { listHints } from '../performers/hints/list-hints.ts'
import { performerHistory } from '../performers/performer-history.ts'
import type { PerformerServices } from '../performers/performer-services.ts'
import { findClaim, presentClaim } from '../records/review-claims.ts'
import { findNotes } from './notes-repository.ts'

/** All that a reviewer needs for one performer, as one view of the performer. */
export async function getCase(
  services: PerformerServices & ViewServices,
  view: PerformerView,
): Promise<ReviewCaseDetail> {
  const { actor, performer: row } = view
  const { db, clock } = services
  // First, so that nothing is read without its entry.
  const performer = await getPerformer(services, view)
  const [documents, history, notes, claim, hints] = await Promise.all([
    listDocuments(services, actor, row),
    performerHistory(services, actor, row.id, recordLimits.review.history),
    findNotes(services, db, row.id, limits.page.size),
    findClaim(db, row.id, clock.now()),
    listHints(services, actor, row),
  ])
  return { performer, documents, history, notes, claim: claim ? presentClaim(actor, claim) : null, hints }
}
