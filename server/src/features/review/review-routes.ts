import * as caseDecisions from '@kyc/contract/case-decisions.ts'
import * as documents from '@kyc/contract/documents.ts'
import * as review from '@kyc/contract/review.ts'
import { type Binding, bind } from '../../platform/http/requests/binding.ts'
import { scopeOf } from '../access/scope.ts'
import type { AuditDedup } from '../documents/read/audit-dedup.ts'
import { countListed } from '../documents/read/listed-records.ts'
import type { PerformerServices } from '../performers/performer-services.ts'
import { addNote } from './add-note.ts'
import { claimCase } from './claim-case.ts'
import { countCases } from './count-cases.ts'
import { getCase } from './get-case.ts'
import { listCases } from './list-cases.ts'
import { listOrganisations } from './list-organisations.ts'
import { rejectDocument, rejectDocuments } from './reject-documents.ts'
import { releaseCase } from './release-case.ts'
import { reopenCase } from './reopen-case.ts'
import { verifyDocument } from './verify-document.ts'

export function reviewRoutes(services: PerformerServices, dedup: AuditDedup): Binding[] {
  return [
    bind(documents.verifyDocument, async ({ actor, caller, params, body, request }) => {
      const { performerVersion } = body ?? {}
      const { recentlyAuthenticated } = caller
      const slot = { performerId: params.id, type: params.type, performerVersion }
      const call = { actor, request, ...slot, recentlyAuthenticated }
      return { body: await verifyDocument(services, call, body) }
    }),
    bind(documents.rejectDocument, async ({ actor, params, body, request }) => {
      const { performerVersion } = body
      const call = { actor, request, performerId: params.id, type: params.type, performerVersion }
      return { body: await rejectDocument(services, call, body) }
    }),
    bind(review.listReviewCases, async ({ actor, query }) => {
      const scope = await scopeOf(services.db, actor, query.organisation)
      const { cases, page } = await listCases(services, { actor, scope }, query)
      await countListed(services, actor, cases)
      return { body: cases, page }
    }),
    bind(review.countReviewCases, async ({ actor, query }) => {
      const scope = await scopeOf(services.db, actor, query.organisation)
      return { body: await countCases(services, { actor, scope }) }
    }),
    bind(review.listReviewOrganisations, async () => ({ body: await listOrganisations(services) })),
    bind(review.getReviewCase, async ({ actor, caller, params, query, request }) => {
      const view = { actor, sessionKey: caller.sessionKey, id: params.id, request }
      return { body: await getCase(services, dedup, { ...view, prefetch: query.prefetch === '1' }) }
    }),
    bind(review.claimReviewCase, async ({ actor, params, body, request }) => ({
      body: await claimCase(services, { actor, performerId: params.id, body, ip: request.ip }),
    })),
    bind(review.releaseReviewCase, async ({ actor, params }) => {
      await releaseCase(services, { actor, performerId: params.id })
      return {}
    }),
    bind(review.addReviewNote, ({ actor, params, body, request }) =>
      addNote(services, { actor, performerId: params.id, text: body.text, request }),
    ),
    bind(caseDecisions.rejectDocuments, async ({ actor, params, body, request }) => {
      const { performerVersion } = body
      const call = { actor, request, performerId: params.id, performerVersion }
      return { body: await rejectDocuments(services, call, body) }
    }),
    bind(caseDecisions.reopenCase, async ({ actor, params, body, request }) => {
      const call = { actor, request, performerId: params.id }
      return { body: await reopenCase(services, call, body) }
    }),
  ]
}
