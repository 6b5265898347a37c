import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { maskDocument as endpoint } from '@kyc/contract/document-masks.ts'
import type { DocumentType } from '@kyc/contract/document-vocabulary.ts'
import type { PerformerDocument } from '@kyc/contract/documents.ts'
import type { BodyOf } from '@kyc/contract/endpoint.ts'
import { coveredShare, maskFault } from '@kyc/contract/masks.ts'
import type { Db } from '../../../platform/db/database.ts'
import type { Tx } from '../../../platform/db/transaction.ts'
import type { RequestInfo } from '../../../platform/http/requests/binding.ts'
import { fieldProblem } from '../../../platform/http/requests/input.ts'
import { Problem } from '../../../platform/problem.ts'
import type { Actor } from '../../access/actor.ts'
import { aboutDocument } from '../../audit/about.ts'
import { withholdVersions } from '../../records/destruction/destroy-versions.ts'
import { openPerformerKey, type PerformerKey } from '../../records/performer-keys.ts'
import type { RecordRow } from '../../records/performer-row.ts'
import { getRecord, lockRecord } from '../../records/performers-repository.ts'
import type { DocumentRow } from '../../records/record-documents.ts'
import { refreshPerformer } from '../../records/refresh-performer.ts'
import { refuseOthersClaim } from '../../records/review-claims.ts'
import { getDocument, requireDocumentType } from '../document-repository.ts'
import type { DocumentServices } from '../document-services.ts'
import { namedVersion } from '../named-version.ts'
import { presentDocument } from '../read/present-document.ts'
import { readWholeDocument } from '../read/read-whole-document.ts'
import { insertVersion } from './insert-documents.ts'
import type { ReceivedForm } from './receive-form.ts'
import { isStillPending, refuseUnlessReplaceable } from './replace-document.ts'
import { type StoredDocument, storeFiles } from './store-files.ts'
import { claimOrReplay } from './upload-attempt.ts'

interface Mask {
  readonly actor: Actor
  readonly request: RequestInfo
  readonly performerId: string
  /** The document type as the path spells it (D7). */
  readonly type: string
  readonly body: BodyOf<typeof endpoint>
}

/**
 * Burns black boxes into the newest version of a slot: stores the masked picture as a new, pending version and withholds
 * the unmasked one in the same transaction (D79), until its destruction can no longer be undone (D116).
 */
export async function maskDocument(
  services: DocumentServices,
  mask: Mask,
): Promise<{ body: PerformerDocument; headers: Record<string, string> }> {
  const { actor, request } = mask
  const { id: performerId, owner_id } = await getRecord(services.db, actor, mask.performerId)
  const type = requireDocumentType(mask.type)
  const named = await findNamed(services.db, performerId, type, request)
  refuseFaultyBoxes(named, mask.body.boxes)
  await using form = await formOf(services, named, mask.body)
  const claim = await claimOrReplay<PerformerDocument>(services, {
    actor,
    request,
    endpoint,
    target: [performerId, type],
    organisation: owner_id,
    form,
    registrations: 0,
    performerOf: () => performerId,
    isStillValid: ({ id }, tx) => isStillPending(tx, id),
  })
  if ('replay' in claim) return { body: claim.replay, headers: { 'idempotent-replayed': 'true' } }
  await using attempt = claim.attempt
  // After the claim: a repeat gets its reply although its version no longer exists.
  const current = await getRecord(services.db, actor, performerId)
  await refuseUnlessNewest(services, services.db, actor, current, named)
  const key = await openPerformerKey(services, services.db, performerId)
  await form.load(key)
  const [document] = await storeFiles(services, attempt, key)
  if (!document) throw new Error('a mask without a picture')
  const body = await attempt.commit((tx) =>
    replaceWithMasked(services, tx, {
      actor,
      ip: request.ip,
      named,
      document,
      reason: mask.body.reason,
      boxes: mask.body.boxes,
    }),
  )
  return { body, headers: {} }
}

/** The version of a filled slot that the call names, perhaps an older or destroyed one. */
async function findNamed(
  db: Db,
  performerId: string,
  type: DocumentType,
  request: RequestInfo,
): Promise<DocumentRow> {
  const versions = await db
    .selectFrom('document_version')
    .selectAll()
    .where('performer_id', '=', performerId)
    .where('type', '=', type)
    .execute()
  if (!versions.some((row) => row.is_current)) throw new Problem('DOCUMENT_NOT_FOUND')
  const version = namedVersion(request)
  if (version === undefined) throw fieldProblem('If-Match', '隠す書類の版を If-Match で指定してください。')
  const named = versions.find((row) => row.version === version)
  if (!named) throw new Problem('DOCUMENT_REPLACED')
  if (named.mime_type === 'application/pdf') throw fieldProblem('boxes', 'PDFの一部を隠すことはできません。')
  return named
}

function refuseFaultyBoxes({ width, height, masked_share }: DocumentRow, boxes: Mask['body']['boxes']): void {
  const picture = width !== null && height !== null ? { width, height } : undefined
  const fault = maskFault(boxes, { picture, covered: masked_share })
  if (fault) throw fieldProblem(fault.field, fault.message)
}

/** A form as if the stored picture had been sent with its boxes, so that it takes the way of every upload. */
interface MaskForm extends ReceivedForm {
  /** Decrypts the picture into the file of the form. */
  load(key: PerformerKey): Promise<void>
}

async function formOf(
  services: DocumentServices,
  named: DocumentRow,
  { boxes, reason }: Mask['body'],
): Promise<MaskForm> {
  const folder = await services.intake.newFolder()
  const path = join(folder, 'file')
  const { type, filename, mime_type: mimeType, size, stored_sha256: sha256 } = named
  return {
    fields: { boxes: JSON.stringify(boxes), reason, version: String(named.version) },
    files: [{ type, part: 'file', filename, mimeType, size, sha256, path, boxes }],
    refused: [],
    load: async (key) => {
      const picture = await readWholeDocument(services, key, named)
      if (!picture) throw new Problem('FILE_UNREADABLE', { fill: { id: named.id } })
      await writeFile(path, picture, { mode: 0o600 })
    },
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  }
}

async function refuseUnlessNewest(
  services: DocumentServices,
  db: Db,
  actor: Actor,
  performer: RecordRow,
  { type, id }: DocumentRow,
): Promise<DocumentRow> {
  const current = await refuseUnlessReplaceable(services, db, actor, performer, type)
  if (current?.id !== id) throw new Problem('DOCUMENT_REPLACED')
  return current
}

/** The part of a mask that is written in the transaction. */
async function replaceWithMasked(
  services: DocumentServices,
  tx: Tx,
  call: {
    actor: Actor
    ip: string | null
    named: DocumentRow
    document: StoredDocument
    reason: string
    boxes: Mask['body']['boxes']
  },
): Promise<PerformerDocument> {
  const { actor, document, reason } = call
  const { performer_id: performerId, type } = call.named
  const at = services.clock.now()
  const performer = await lockRecord(tx, actor, performerId)
  // Checked again: only under the lock does the result hold until the commit.
  const unmasked = await refuseUnlessNewest(services, tx, actor, performer, call.named)
  await refuseOthersClaim(tx, actor, performerId, at)
  // The submission remains that of its author (D6) and keeps its place in the queue (D12).
  const { uploaded_by: by, uploaded_at: uploadedAt, uploaded_via_link: viaLink } = unmasked
  const share = unmasked.masked_share + coveredShare(call.boxes)
  const applied = { of: unmasked.version, by: [...unmasked.masked_by, actor.id], share }
  const submission = { by, at: uploadedAt, viaLink, mask: applied }
  const { id, version } = await insertVersion(tx, performerId, document, submission)
  const withheld = await withholdVersions(
    services,
    tx,
    { performerId, type, version: unmasked.version },
    actor.id,
  )
  const change = { at, action: 'shred', resourceType: 'document', documentType: type } as const
  const { before, after } = await refreshPerformer(tx, performerId, change)
  const about = aboutDocument(performer, type)
  await services.audit.record(tx, call, 'shred', about, {
    change: 'destruction_withheld',
    reason,
    ...withheld,
  })
  await services.audit.record(tx, call, 'update', about, {
    version,
    reason,
    before: { version: unmasked.version, status: unmasked.status },
    // The log does not say where.
    after: { version, status: 'pending', masked: call.boxes.length },
    performerStatus: { before, after },
  })
  return presentDocument(services, actor, performer, await getDocument(tx, actor, id))
}
