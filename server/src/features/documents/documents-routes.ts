import * as contract from '@kyc/contract/documents.ts'
import { type Binding, bind } from '../../platform/http/binding.ts'
import type { DocumentServices } from './document-services.ts'
import { listDocumentMetadata, listDocuments, listDocumentVersions } from './list-documents.ts'
import { openDocument } from './open-document.ts'
import type { RecentLooks } from './recent-looks.ts'
import { refuseHidden } from './refuse-hidden.ts'
import { rejectDocument } from './reject-document.ts'
import { replaceDocument } from './replace-document.ts'
import { verifyDocument } from './verify-document.ts'

export function documentRoutes(services: DocumentServices, looks: RecentLooks): Binding[] {
  const visible = refuseHidden(services.db)
  return [
    bind(contract.listDocuments, async ({ actor, params }) => ({
      body: await listDocuments(services, actor, params.id),
    })),
    bind(
      contract.listDocumentMetadata,
      async ({ actor, params, query }) => ({
        body: await listDocumentMetadata(services, actor, {
          id: params.id,
          byExternalId: query.external_id === 'true',
        }),
      }),
      visible,
    ),
    bind(contract.listDocumentVersions, async ({ actor, params }) => ({
      body: await listDocumentVersions(services, actor, params),
    })),
    bind(
      contract.openDocument,
      ({ actor, params, query, request }) =>
        openDocument(services, looks, {
          actor,
          request,
          performerId: params.id,
          slot: params.type,
          size: query.thumbnail === '1' && query.download !== '1' ? 'thumbnail' : (query.size ?? 'full'),
          download: query.download === '1',
          version: query.version,
        }),
      visible,
    ),
    bind(
      contract.replaceDocument,
      ({ actor, params, upload, request }) =>
        replaceDocument(services, { actor, upload, request, performerId: params.id, slot: params.type }),
      visible,
    ),
    bind(
      contract.verifyDocument,
      async ({ actor, params, body, request }) => {
        const call = { actor, request, performerId: params.id, slot: params.type }
        return { body: await verifyDocument(services, call, body) }
      },
      visible,
    ),
    bind(
      contract.rejectDocument,
      async ({ actor, params, body, request }) => {
        const call = { actor, request, performerId: params.id, slot: params.type }
        return { body: await rejectDocument(services, call, body) }
      },
      visible,
    ),
  ]
}
