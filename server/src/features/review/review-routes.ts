import * as contract from '@kyc/contract/documents.ts'
import { type Binding, bind } from '../../platform/http/requests/binding.ts'
import type { DocumentServices } from '../documents/document-services.ts'
import { rejectDocument } from './reject-document.ts'
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
  ]
}
