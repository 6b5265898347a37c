import { maskDocument as maskEndpoint } from '@kyc/contract/document-masks.ts'
import * as openings from '@kyc/contract/document-openings.ts'
import * as contract from '@kyc/contract/documents.ts'
import * as withheld from '@kyc/contract/withheld-documents.ts'
import { type Binding, bind } from '../../platform/http/requests/binding.ts'
import { recordOf } from '../records/performers-repository.ts'
import { slotOf } from './document-repository.ts'
import type { DocumentServices } from './document-services.ts'
import { maskDocument } from './intake/mask-document.ts'
import { replaceDocument } from './intake/replace-document.ts'
import { giveOpeningReason, openUntil } from './read/give-opening-reason.ts'
import {
  listDocumentMetadata,
  listDocuments,
  listDocumentVersions,
  recordByEitherId,
} from './read/list-documents.ts'
import { openDocument, requestedFile } from './read/open-document.ts'
import { findWithheld, undoDestruction } from './undo-destruction.ts'

export function documentRoutes(services: DocumentServices): Binding[] {
  const { db } = services
  const [performer, slot, eitherId] = [recordOf(db), slotOf(db), recordByEitherId(db)]
  return [
    bind(contract.listDocuments, performer, async ({ actor, found }) => ({
      body: await listDocuments(services, actor, found),
    })),
    bind(contract.listDocumentMetadata, eitherId, async ({ actor, found }) => ({
      body: await listDocumentMetadata(services, actor, found.id),
    })),
    bind(contract.listDocumentVersions, slot, async ({ actor, found }) => ({
      body: await listDocumentVersions(services, actor, found),
    })),
    bind(openings.getOpening, performer, async ({ actor, found }) => ({
      body: { until: await openUntil(db, actor, found.id) },
    })),
    bind(openings.giveOpeningReason, performer, async ({ actor, found, body, request }) => ({
      body: await giveOpeningReason(services, { actor, request }, found, body.reason),
    })),
    bind(contract.openDocument, slot, ({ actor, caller, found, query, request }) =>
      openDocument(services, {
        actor,
        sessionKey: caller.sessionKey,
        request,
        performerId: found.performer.id,
        ...found,
        ...requestedFile(query),
      }),
    ),
    bind(contract.replaceDocument, slot, ({ actor, found, upload, request }) =>
      replaceDocument(services, {
        submitter: { rights: actor },
        endpoint: contract.replaceDocument,
        upload,
        request,
        ...found,
      }),
    ),
    bind(maskEndpoint, slot, ({ actor, found, body, request }) =>
      maskDocument(services, { actor, request, ...found, body }),
    ),
    bind(withheld.listWithheldDocuments, performer, async ({ found }) => ({
      body: await findWithheld(db, found.id),
    })),
    bind(withheld.undoDestruction, slot, async ({ actor, params, found: { type }, body, request }) => ({
      body: await undoDestruction(services, { actor, request, performerId: params.id, type, body }),
    })),
  ]
}
