import { dayInJapan } from '@kyc/contract/dates.ts'
import { canReplace } from '@kyc/contract/document-rules.ts'
import type { DocumentType } from '@kyc/contract/document-vocabulary.ts'
import type { PerformerDocument } from '@kyc/contract/documents.ts'
import type { Db } from '../../../platform/db/database.ts'
import type { Tx } from '../../../platform/db/transaction.ts'
import type { RequestInfo, Upload } from '../../../platform/http/requests/binding.ts'
import { fieldProblem } from '../../../platform/http/requests/input.ts'
import { Problem, throwAll } from '../../../platform/problem.ts'
import { type Actor, isAdmin } from '../../access/actor.ts'
import { requireEditable } from '../../access/visible-to.ts'
import { aboutDocument } from '../../audit/about.ts'
import { openPerformerKey } from '../../records/performer-keys.ts'
import type { RecordRow } from '../../records/performer-row.ts'
import { getRecord, lockRecord, requireOpenCase } from '../../records/performers-repository.ts'
import { currentDocuments } from '../../records/record-documents.ts'
import { refreshPerformer } from '../../records/refresh-performer.ts'
import { idBackClosed } from '../close-id-back.ts'
import { getDocument, requireDocumentType } from '../document-repository.ts'
import type { DocumentServices, UploadServices } from '../document-services.ts'
import { presentDocument } from '../read/present-document.ts'
import { insertVersion } from './insert-documents.ts'
import { receiveForm } from './receive-form.ts'
import { type StoredDocument, storeFiles } from './store-files.ts'
import { claimOrReplay } from './upload-attempt.ts'

/** Who submits a file: an account, or the performer through a link, with the rights of the account that sent it (D66). */
type Submitter =
  | { readonly kind: 'account'; readonly rights: Actor }
  | {
      readonly kind: 'link'
      readonly rights: Actor
      readonly linkId: string
      /** Throws unless the link may still be used for the slot. */
      requireOpen(db: Db): Promise<void>
    }

interface Replacement {
  readonly submitter: Submitter
  /** The endpoint whose replies are repeated. */
  readonly endpoint: Parameters<typeof claimOrReplay>[1]['endpoint']
  readonly upload: Upload
  readonly request: RequestInfo
  readonly performerId: string
  /** The document type as the path spells it (D7). */
  readonly type: string
}

/**
 * Adds a pending version to a slot (D11, D13). Stores the file first; then one transaction makes it visible
 * and saves the reply for repeats.
 */
export async function replaceDocument(
  services: DocumentServices,
  { submitter, endpoint, upload, request, ...path }: Replacement,
): Promise<{ body: PerformerDocument; headers: Record<string, string> }> {
  const actor = submitter.rights
  const link = submitter.kind === 'link' ? submitter : undefined
  const performer = await getRecord(services.db, actor, path.performerId)
  requireEditable(performer)
  const { id: performerId, owner_id: organisation } = performer
  const type = requireDocumentType(path.type)
  await using form = await receiveForm(services.intake, upload, () => type)
  throwAll(form.refused)
  if (form.files.length === 0) throw fieldProblem('file', 'ファイルを選択してください。')
  const claim = await claimOrReplay<PerformerDocument>(services, {
    actor,
    scope: link?.linkId,
    request,
    endpoint,
    target: [performerId, type],
    organisation,
    form,
    registrations: 0,
    performerOf: () => performerId,
    isStillValid: ({ id }, tx) => isStillPending(tx, id),
  })
  if ('replay' in claim) return { body: claim.replay, headers: { 'idempotent-replayed': 'true' } }
  await using attempt = claim.attempt
  // After the claim: a repeat gets its reply even if the document was verified in the meantime.
  await link?.requireOpen(services.db)
  const current = await getRecord(services.db, actor, performerId)
  await refuseUnlessReplaceable(services, services.db, actor, current, type)
  const key = await openPerformerKey(services, services.db, performerId)
  const [document] = await storeFiles(services, attempt, key)
  if (!document) throw new Error('a replacement without a file')
  const body = await attempt.commit((tx) =>
    insertReplacement(services, tx, { submitter, ip: request.ip, performerId, document }),
  )
  return { body, headers: {} }
}

/** The part of a replacement that is written in the transaction. */
async function insertReplacement(
  services: UploadServices,
  tx: Tx,
  call: {
    submitter: Submitter
    ip: string | null
    performerId: string
    document: StoredDocument
  },
): Promise<PerformerDocument> {
  const { submitter, ip, performerId, document } = call
  const actor = submitter.rights
  const link = submitter.kind === 'link' ? submitter : undefined
  const { type, filename } = document
  const at = services.clock.now()
  const performer = await lockRecord(tx, actor, performerId)
  // Checked again: only under the lock does the result hold until the commit.
  await link?.requireOpen(tx)
  const replaced = await refuseUnlessReplaceable(services, tx, actor, performer, type)
  const upload = { by: actor.id, at, ...(link && { viaLink: link.linkId }) }
  const { id, version } = await insertVersion(tx, performerId, document, upload)
  const change = { at, action: 'update', resourceType: 'document', documentType: type } as const
  const { before, after } = await refreshPerformer(tx, performerId, change)
  await services.audit.record(
    tx,
    { actor: link ? null : actor.id, ip },
    'update',
    aboutDocument(performer, type),
    {
      version,
      before: replaced ? { version: replaced.version, status: replaced.status } : null,
      after: { version, status: 'pending', filename },
      performerStatus: { before, after },
      ...(link && { viaLink: link.linkId }),
    },
  )
  return presentDocument(services, actor, performer, await getDocument(tx, actor, id))
}

/** Every new version of a slot passes this check, masked ones included. */
export async function refuseUnlessReplaceable(
  { clock }: DocumentServices,
  db: Db,
  actor: Actor,
  performer: RecordRow,
  type: DocumentType,
) {
  requireOpenCase(performer)
  if (type === 'idBack' && idBackClosed(performer.id_kind))
    throw new Problem('ID_BACK_CLOSED', { field: 'file' })
  const current = (await currentDocuments(db, performer.id)).find((each) => each.type === type)
  const state = current && { status: current.status, expiresOn: current.expires_on }
  if (!canReplace(isAdmin(actor) ? 'admin' : 'owner', state, dayInJapan(clock.now()))) {
    throw new Problem('DOCUMENT_VERIFIED')
  }
  return current
}

/**
 * Without a key, the same file is a repeat while its version is pending; after a decision it is a new upload.
 */
export async function isStillPending(db: Db, documentId: string): Promise<boolean> {
  const row = await db
    .selectFrom('document_version')
    .select('id')
    .where('id', '=', documentId)
    .where('is_current', '=', true)
    .where('status', '=', 'pending')
    .executeTakeFirst()
  return row !== undefined
}
