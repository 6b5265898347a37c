import { maskDocument as maskEndpoint } from '@kyc/contract/document-masks.ts'
import * as openings from '@kyc/contract/document-openings.ts'
import * as contract from '@kyc/contract/documents.ts'
import * as withheld from '@kyc/contract/withheld-documents.ts'
import { type Binding, bind } from '../../platform/http/requests/binding.ts'
import type { DocumentServices } from './document-services.ts'
import { maskDocument } from './intake/mask-document.ts'
import { replaceDocument } from './intake/replace-document.ts'
import type { AuditDedup } from './read/audit-dedup.ts'
import { findOpening, giveOpeningReason } from './read/give-opening-reason.ts'
import { listDocumentMetadata, listDocuments, listDocumentVersions } from './read/list-documents.ts'
import { openDocument, requestedFile } from './read/open-document.ts'
import { listWithheld, undoDestruction } from './undo-destruction.ts'

export function documentRoutes(services: DocumentServices, dedup: AuditDedup): Binding[] {
  return [
    bind(contract.listDocuments, async ({ actor, params }) => ({
      body: await listDocuments(services, actor, params.id),
    })),
    bind(contract.listDocumentMetadata, async ({ actor, params, query }) => ({
      body: await listDocumentMetadata(services, actor, {
        id: params.id,
        byExternalId: query.external_id === 'true',
      }),
    })),
    bind(contract.listDocumentVersions, async ({ actor, params }) => ({
      body: await listDocumentVersions(services, actor, params),
    })),
    bind(openings.getOpening, async ({ actor, params }) => ({
      body: { until: await findOpening(services, actor, params.id) },
    })),
    bind(openings.giveOpeningReason, async ({ actor, params, body, request }) => ({
      body: await giveOpeningReason(services, {
        actor,
        performerId: params.id,
        reason: body.reason,
        ip: request.ip,
      }),
    })),
    bind(contract.openDocument, ({ actor, caller, params, query, request }) =>
      openDocument(services, dedup, {
        actor,
        sessionKey: caller.sessionKey,
        request,
        performerId: params.id,
        type: params.type,
        ...requestedFile(query),
      }),
    ),
    bind(contract.replaceDocument, ({ actor, params, upload, request }) =>
      replaceDocument(services, {
        submitter: { rights: actor },
        endpoint: contract.replaceDocument,
        upload,
        request,
        performerId: params.id,
        type: params.type,
      }),
    ),
    bind(maskEndpoint, ({ actor, params, body, request }) =>
      maskDocument(services, { actor, request, performerId: params.id, type: params.type, body }),
    ),
    bind(withheld.listWithheldDocuments, async ({ actor, params }) => ({
      body: await listWithheld(services, actor, params.id),
    })),
    bind(withheld.undoDestruction, async ({ actor, params, body, request }) => ({
      body: await undoDestruction(services, {
        actor,
        ip: request.ip,
        performerId: params.id,
        type: params.type,
        body,
      }),
    })),
  ]
}
