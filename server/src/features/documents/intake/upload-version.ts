import { dayInJapan } from '@kyc/contract/dates.ts'
import { canReplace, isExpiring } from '@kyc/contract/document-rules.ts'
import type { PerformerDocument } from '@kyc/contract/documents.ts'
import type { Db } from '../../../platform/db/database.ts'
import type { Tx } from '../../../platform/db/transaction.ts'
import type { RequestInfo } from '../../../platform/http/requests/binding.ts'
import { fieldProblem } from '../../../platform/http/requests/input.ts'
import { Problem } from '../../../platform/problem.ts'
import { type Actor, isAdmin } from '../../access/actor.ts'
import { aboutDocument } from '../../audit/about.ts'
import { decryptPerformerKey, type PerformerKey } from '../../records/performer-keys.ts'
import type { RecordRow } from '../../records/performer-row.ts'
import { getRecord, lockRecord, requireOpenCase } from '../../records/performers-repository.ts'
import { currentDocuments, type DocumentRow } from '../../records/record-documents.ts'
import { refreshPerformer } from '../../records/refresh-performer.ts'
import { idBackClosed } from '../close-id-back.ts'
import { getDocument } from '../document-repository.ts'
import type { DocumentServices } from '../document-services.ts'
import { presentDocument } from '../read/present-document.ts'
import { insertVersion, type Submission } from './insert-documents.ts'
import type { ReceivedForm } from './receive-form.ts'
import { type StoredDocument, storeFiles } from './store-files.ts'
import { claimOrReplay, type UploadCall } from './upload-attempt.ts'

/** Who submits a file: an account, or the performer through a link, with the rights of the account that sent it. */
export interface Submitter {
  readonly rights: Actor
  readonly link?: {
    readonly id: string
    /** Throws unless the link may still be used for the slot. */
    requireOpen(db: Db): Promise<void>
  }
}

export interface VersionUpload {
  readonly submitter: Submitter
  /** The endpoint whose replies are repeated. */
  readonly endpoint: UploadCall<never>['endpoint']
  readonly request: RequestInfo
  readonly performer: RecordRow
  /** The file for the slot of its type. */
  readonly form: ReceivedForm
  /** What a mask does beyond a replacement (D79). */
  readonly mask?: {
    readonly of: DocumentRow
    readonly reason: string
    /** The number of its boxes. */
    readonly boxes: number
    /** Decrypts the picture into the file of the form. */
    load(key: PerformerKey): Promise<void>
    submission(unmasked: DocumentRow): Submission
    /** Withholds the version that the masked one replaces. */
    withhold(tx: Tx, performer: RecordRow, unmasked: DocumentRow): Promise<void>
  }
}

export interface VersionReply {
  readonly body: PerformerDocument
  readonly headers: Record<string, string>
}

/**
 * Adds a pending version to a slot (D13); every new version is added by this function. Stores the file first; then one
 * transaction makes it visible and saves the reply for repeats.
 */
export async function uploadVersion(services: DocumentServices, call: VersionUpload): Promise<VersionReply> {
  const { submitter, endpoint, request, performer, form } = call
  const { rights, link } = submitter
  const [file] = form.files
  if (!file) throw fieldProblem('file', 'ファイルを選択してください。')
  const claim = await claimOrReplay<PerformerDocument>(services, {
    actor: rights,
    scope: link?.id,
    request,
    endpoint,
    target: [performer.id, file.type],
    organisation: performer.owner_id,
    form,
    registrations: 0,
    performerOf: () => performer.id,
    isStillValid: ({ id }, tx) => isStillPending(tx, id),
  })
  if ('replay' in claim) return { body: claim.replay, headers: { 'idempotent-replayed': 'true' } }
  await using attempt = claim.attempt
  // Read after the claim: a repeat gets its reply even if the slot was decided or filled in the meantime.
  const current = await getRecord(services.db, rights, performer.id)
  await requireSlot(services, services.db, call, current)
  const key = await decryptPerformerKey(services, services.db, performer.id)
  await call.mask?.load(key)
  const [document] = await storeFiles(services, attempt, key)
  if (!document) throw new Error('an upload without a file')
  const body = await attempt.commit((tx) => insertUploaded(services, tx, call, document))
  return { body, headers: {} }
}

/** Without a key, the same file is a repeat while its version is pending; after a decision it is a new upload. */
async function isStillPending(db: Db, documentId: string): Promise<boolean> {
  const row = await db
    .selectFrom('document_version')
    .select('id')
    .where('id', '=', documentId)
    .where('is_current', '=', true)
    .where('status', '=', 'pending')
    .executeTakeFirst()
  return row !== undefined
}

/** Throws unless the slot accepts the version. Returns the one that it replaces. */
async function requireSlot(
  { clock }: DocumentServices,
  db: Db,
  { submitter: { rights, link }, form, mask }: VersionUpload,
  performer: RecordRow,
): Promise<DocumentRow | undefined> {
  await link?.requireOpen(db)
  requireOpenCase(performer)
  const type = form.files[0]?.type
  if (type === 'idBack' && idBackClosed(performer.id_kind))
    throw new Problem('ID_BACK_CLOSED', { field: 'file' })
  const current = (await currentDocuments(db, performer.id)).find((each) => each.type === type)
  const state = current && { status: current.status, expiresOn: current.expires_on }
  const today = dayInJapan(clock.now())
  // An expiring document may be replaced through the link, which has asked for it (D16).
  const renewed = link && state && isExpiring(state.expiresOn, today)
  if (!renewed && !canReplace(isAdmin(rights) ? 'admin' : 'owner', state, today)) {
    throw new Problem('DOCUMENT_VERIFIED')
  }
  if (mask && current?.id !== mask.of.id) throw new Problem('DOCUMENT_REPLACED')
  return current
}

/** The part that is written in the transaction. */
async function insertUploaded(
  services: DocumentServices,
  tx: Tx,
  call: VersionUpload,
  document: StoredDocument,
): Promise<PerformerDocument> {
  const { submitter, request, mask } = call
  const { rights, link } = submitter
  const { type, filename } = document
  const at = services.clock.now()
  const performer = await lockRecord(tx, rights, call.performer.id)
  // Checked again under the lock, because only there the result holds until the commit.
  const replaced = await requireSlot(services, tx, call, performer)
  const masks = mask && replaced && { ...mask, unmasked: replaced }
  const submission = masks?.submission(masks.unmasked) ?? { by: rights.id, at, viaLink: link?.id ?? null }
  const { id, version } = await insertVersion(tx, performer.id, document, submission)
  await masks?.withhold(tx, performer, masks.unmasked)
  const change = {
    at,
    action: mask ? 'shred' : 'update',
    resourceType: 'document',
    documentType: type,
  } as const
  const { before, after } = await refreshPerformer(tx, performer.id, change)
  const by = { actor: link ? null : rights, request }
  await services.audit.record(tx, by, 'update', aboutDocument(performer, type), {
    version,
    ...(mask && { reason: mask.reason }),
    before: replaced ? { version: replaced.version, status: replaced.status } : null,
    // The entry has the number of boxes of a mask, not their places.
    after: { version, status: 'pending', ...(mask ? { masked: mask.boxes } : { filename }) },
    performerStatus: { before, after },
    ...(link && { viaLink: link.id }),
  })
  return presentDocument(services, rights, performer, await getDocument(tx, rights, id))
}
