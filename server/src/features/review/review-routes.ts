import * as caseDecisions from '@kyc/contract/case-decisions.ts'
import * as documents from '@kyc/contract/documents.ts'
import * as review from '@kyc/contract/review.ts'
import { type Binding, bind } from '../../platform/http/requests/binding.ts'
import { scopeOf } from '../access/scope.ts'
import { slotOf } from '../documents/document-repository.ts'
import { countListed } from '../documents/read/listed-records.ts'
import type { PerformerServices } from '../performers/performer-services.ts'
import { recordOf } from '../records/performers-repository.ts'
import { addNote } from './add-note.ts'
import { claimCase } from './claim-case.ts'
import { countCases } from './count-cases.ts'
import { getCase } from './get-case.ts'
import { listCases } from './list-cases.ts'
import { listWaitingOrganisations } from './list-waiting-organisations.ts'
import { rejectDocument, rejectDocuments } from './reject-documents.ts'
import { releaseCase } from './release-case.ts'
import { reopenCase } from './reopen-case.ts'
import { undoDecision } from './undo-decision.ts'
import { verifyDocument } from './verify-document.ts'

export function reviewRoutes(services: PerformerServices): Binding[] {
  const { db } = services
  const [performer, slot] = [recordOf(db), slotOf(db)]
  return [
    bind(documents.verifyDocument, slot, async ({ actor, caller, params, found, body, request }) => {
      const { performerVersion } = body
      const { recentlyAuthenticated } = caller
      const decided = { performerId: params.id, type: found.type, performerVersion }
      return {
        body: await verifyDocument(services, { actor, request, ...decided, recentlyAuthenticated }, body),
      }
    }),
    bind(documents.rejectDocument, slot, async ({ actor, params, found, body, request }) => {
      const { performerVersion } = body
      const call = { actor, request, performerId: params.id, type: found.type, performerVersion }
      return { body: await rejectDocument(services, call, body) }
    }),
    bind(review.listReviewCases, scopeOf(db), async ({ actor, found: scope, query }) => {
      const { cases, page } = await listCases(services, { actor, scope }, query)
      await countListed(services, actor, cases)
      return { body: cases, page }
    }),
    bind(review.countReviewCases, scopeOf(db), async ({ actor, found: scope }) => ({
      body: await countCases(services, { actor, scope }),
    })),
    bind(review.listReviewOrganisations, async () => ({ body: await listWaitingOrganisations(services) })),
    bind(review.getReviewCase, performer, async ({ actor, caller, found, query, request }) => {
      const view = { actor, sessionKey: caller.sessionKey, performer: found, request }
      return { body: await getCase(services, { ...view, prefetch: query.prefetch === '1' }) }
    }),
    bind(review.claimReviewCase, performer, async ({ actor, params, body, request }) => ({
      body: await claimCase(services, { actor, performerId: params.id, body, ip: request.ip }),
    })),
    bind(review.releaseReviewCase, performer, async ({ actor, params }) => {
      await releaseCase(services, { actor, performerId: params.id })
      return {}
    }),
    bind(review.addReviewNote, performer, ({ actor, params, body, request }) =>
      addNote(services, { actor, performerId: params.id, text: body.text, request }),
    ),
    bind(caseDecisions.rejectDocuments, performer, async ({ actor, params, body, request }) => {
      const { performerVersion } = body
      const call = { actor, request, performerId: params.id, performerVersion }
      return { body: await rejectDocuments(services, call, body) }
    }),
    bind(caseDecisions.reopenCase, performer, async ({ actor, params, body, request }) => {
      const call = { actor, request, performerId: params.id }
      return { body: await reopenCase(services, call, body) }
    }),
    bind(caseDecisions.undoDecision, performer, async ({ actor, params, body, request }) => {
      const call = { actor, request, performerId: params.id }
      return { body: await undoDecision(services, call, body) }
    }),
  ]
}
