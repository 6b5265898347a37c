import type { PaperType } from '@kyc/contract/document-vocabulary.ts'
import type { Signing } from '@kyc/contract/signing-schema.ts'
import { uploadDraft as endpoint } from '@kyc/contract/signings.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Tx } from '../../platform/db/transaction.ts'
import type { RequestInfo, Upload } from '../../platform/http/requests/binding.ts'
import { fieldProblem } from '../../platform/http/requests/input.ts'
import { Problem, throwAll } from '../../platform/problem.ts'
import type { Actor } from '../access/actor.ts'
import { requireEditable } from '../access/visible-to.ts'
import { receiveForm } from '../documents/intake/receive-form.ts'
import { type StoredDocument, storeFiles } from '../documents/intake/store-files.ts'
import { claimOrReplay } from '../documents/intake/upload-attempt.ts'
import { queueDeletion } from '../records/destruction/delete-objects.ts'
import { decryptPerformerKey } from '../records/performer-keys.ts'
import { getRecord } from '../records/performers-repository.ts'
import { insertSigningPaper } from './create-signing.ts'
import { getSigning } from './get-signing.ts'
import { lockSigning } from './lock-signing.ts'
import { recordSigning } from './record-signing.ts'
import { type SigningOfActor, updateSigning } from './signing-repository.ts'
import type { SigningServices } from './signing-services.ts'

interface DraftUpload {
  readonly actor: Actor
  readonly found: SigningOfActor
  readonly type: PaperType
  readonly upload: Upload
  readonly request: RequestInfo
}

/**
 * Replaces one PDF of a draft by one of the organisation, which is received and stored like a document of the record.
 */
export async function uploadDraft(
  services: SigningServices,
  uploading: DraftUpload,
): Promise<{ body: Signing; headers: Record<string, string> }> {
  const { actor, found, type, upload, request } = uploading
  requireEditable(found)
  const performer = await getRecord(services.db, actor, found.performer_id)
  await using form = await receiveForm(services.intake, upload, () => type)
  throwAll(form.refused)
  const [file] = form.files
  if (!file) throw fieldProblem('file', 'ファイルを選択してください。')
  if (file.mimeType !== 'application/pdf') throw fieldProblem('file', 'PDFファイルを選択してください。')
  const claim = await claimOrReplay<Signing, PaperType>(services, {
    actor,
    request,
    endpoint,
    target: [found.id, type],
    organisation: performer.owner_id,
    form,
    registrations: 0,
    performerOf: () => performer.id,
    isStillValid: (saved, tx) => hasFile(tx, saved.id, type, file.sha256),
  })
  if ('replay' in claim) return { body: claim.replay, headers: { 'idempotent-replayed': 'true' } }
  await using attempt = claim.attempt
  if (found.sent_at) throw new Problem('SIGNING_STATE')
  const key = await decryptPerformerKey(services, services.db, performer.id)
  const [document] = await storeFiles(services, attempt, key)
  if (!document) throw new Error('an upload without a file')
  const body = await attempt.commit(async (tx) => {
    await replaceDraft(services, tx, uploading, document)
    return getSigning(services, tx, actor, found.id)
  })
  return { body, headers: {} }
}

async function hasFile(db: Db, id: string, type: PaperType, sha256: Buffer): Promise<boolean> {
  const row = await db
    .selectFrom('signing_paper')
    .select('id')
    .where('signing_id', '=', id)
    .where('type', '=', type)
    .where('received_sha256', '=', sha256)
    .executeTakeFirst()
  return row !== undefined
}

async function replaceDraft(
  services: SigningServices,
  tx: Tx,
  { actor, found, type, request }: DraftUpload,
  document: StoredDocument<PaperType>,
): Promise<void> {
  const { row, performer } = await lockSigning(tx, actor, found)
  if (row.sent_at) throw new Problem('SIGNING_STATE')
  const replaced = await tx
    .deleteFrom('signing_paper')
    .where('signing_id', '=', row.id)
    .where('type', '=', type)
    .returning('object_key')
    .execute()
  if (replaced.length > 0)
    await queueDeletion(
      tx,
      replaced.map(({ object_key }) => object_key),
    )
  await insertSigningPaper(tx, { id: row.id, performerId: performer.id }, document)
  await updateSigning(tx, row.id, {
    drafters: [...new Set([...row.drafters, actor.id])],
    ...(type === 'contract'
      ? {
          contract_template_id: null,
          contract_template_name: null,
          contract_template_version: null,
          contract_sha256: document.storedSha256,
          contract_pages: document.pages ?? 1,
        }
      : { sheet_template_id: null, sheet_template_name: null, sheet_template_version: null }),
  })
  const act = { actor, ip: request.ip, performer, videoId: row.video_id }
  await recordSigning(services, tx, act, 'signing_drafted', {
    documentType: type,
    filename: document.filename,
    sha256: document.storedSha256.toString('hex'),
  })
}
