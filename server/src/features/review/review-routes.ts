import * as caseDecisions from '@kyc/contract/case-decisions.ts'
import * as contract from '@kyc/contract/documents.ts'
import { type Binding, bind } from '../../platform/http/requests/binding.ts'
import type { DocumentServices } from '../documents/document-services.ts'
import { rejectDocument, rejectDocuments } from './reject-documents.ts'
import { reopenCase } from './reopen-case.ts'
import { verifyDocument } from './verify-document.ts'

export function reviewRoutes(services: DocumentServices): Binding[] {
  return [
    bind(contract.verifyDocument, async ({ actor, params, body, request }) => {
      const call = { actor, request, performerId: params.id, type: params.type }
      return { body: await verifyDocument(services, call, body) }
    }),
    bind(contract.rejectDocument, async ({ actor, params, body, request }) => {
      const call = { actor, request, performerId: params.id, type: params.type }
      return { body: await rejectDocument(services, call, body) }
    }),
    bind(caseDecisions.rejectDocuments, async ({ actor, params, body, request }) => {
      const call = { actor, request, performerId: params.id }
      return { body: await rejectDocuments(services, call, body) }
    }),
    bind(caseDecisions.reopenCase, async ({ actor, params, body, request }) => {
      const call = { actor, request, performerId: params.id }
      return { body: await reopenCase(services, call, body) }
    }),
  ]
}
