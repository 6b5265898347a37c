import type { reopenCase as endpoint } from '@kyc/contract/case-decisions.ts'
import { dayInJapan } from '@kyc/contract/dates.ts'
import type { BodyOf } from '@kyc/contract/endpoint.ts'
import type { Performer } from '@kyc/contract/performers.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { Problem } from '../../platform/problem.ts'
import { aboutPerformer } from '../audit/about.ts'
import type { DocumentServices } from '../documents/document-services.ts'
import { mailReopened } from '../mails/mail-decision.ts'
import { presentPerformer } from '../performers/present-performer.ts'
import { findRecord, lockRecord } from '../records/performers-repository.ts'
import { refreshPerformer } from '../records/refresh-performer.ts'
import type { DecisionCall } from './decide-document.ts'

/**
 * Reopens a closed case: its slots accept files and decisions again, resubmissions count from 0, and what is pending
 * waits for a review.
 */
export async function reopenCase(
  services: DocumentServices,
  { actor, request, performerId }: DecisionCall,
  { reason }: BodyOf<typeof endpoint>,
): Promise<Performer> {
  const at = services.clock.now()
  return inTransaction(services.db, async (tx) => {
    const { id, case_closed, owner_id, registered_by } = await lockRecord(tx, actor, performerId)
    if (case_closed === null) throw new Problem('CASE_OPEN')
    await tx
      .updateTable('performer')
      .set({ case_closed: null, closed_at: null, closed_by: null })
      .where('id', '=', id)
      .execute()
    await tx
      .updateTable('document_version')
      .set({ resubmission: 0 })
      .where('performer_id', '=', id)
      .where('is_current', '=', true)
      .execute()
    const change = { at, action: 'update', resourceType: 'performer', documentType: null } as const
    const { before, after, reopened } = await refreshPerformer(tx, id, change)
    await services.audit.record(tx, { actor, request }, 'update', aboutPerformer(id, owner_id), {
      before: { caseClosed: case_closed },
      after: { caseClosed: null },
      reason,
      performerStatus: { before, after },
      ...(reopened && { reopened }),
    })
    await mailReopened(services, tx, {
      ownerId: owner_id,
      registeredBy: registered_by,
      performerId: id,
      reason,
    })
    const performer = await findRecord(tx, actor, id)
    if (!performer) throw new Problem('PERFORMER_NOT_FOUND')
    return presentPerformer(performer, dayInJapan(at))
  })
}
