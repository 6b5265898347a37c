import { dayInJapan } from '@kyc/contract/dates.ts'
import { canReplace } from '@kyc/contract/document-rules.ts'
import type { DocumentType } from '@kyc/contract/document-vocabulary.ts'
import type { PerformerDocument } from '@kyc/contract/documents.ts'
import type { Db } from '../../../platform/db/database.ts'
import type { Tx } from '../../../platform/db/transaction.ts'
import type { RequestInfo, Upload } from '../../../platform/http/requests/binding.ts'
import { fieldProblem } from '../../../platform/http/requests/input.ts'
import { Problem } from '../../../platform/problem.ts'
import { type Actor, isAdmin } from '../../access/actor.ts'
import { idBackClosed } from '../close-id-back.ts'
import { currentDocuments, getDocument, getVisiblePerformer, lockPerformer } from '../document-repository.ts'
import type { DocumentServices } from '../document-services.ts'
import { slotOf } from '../document-slot.ts'
import { openPerformerKey } from '../performer-keys.ts'
import { presentDocument } from '../read/present-document.ts'
import { refreshPerformer } from '../refresh-performer.ts'
import { insertVersion } from './insert-documents.ts'
import { withStagedUploads } from './stage-uploads.ts'
import type { StagedDocument } from './store-file.ts'

export interface Replacement {
  readonly actor: Actor
  readonly upload: Upload
  readonly request: RequestInfo
  readonly performerId: string
  readonly slot: string
}

/**
 * Puts a new version into a slot, pending (D11, D13).
 * @throws Problem PERFORMER_NOT_FOUND, DOCUMENT_NOT_FOUND, DOCUMENT_VERIFIED, ID_BACK_CLOSED and those of
 *   `withStagedUploads`
 */
export async function replaceDocument(
  services: DocumentServices,
  call: Replacement,
): Promise<{ body: PerformerDocument; headers: Record<string, string> }> {
  const { actor } = call
  const { id: performerId } = await getVisiblePerformer(services.db, actor, call.performerId)
  const type = slotOf(call.slot)
  const { body, headers } = await withStagedUploads(
    services,
    {
      actor,
      upload: call.upload,
      request: call.request,
      route: 'documents.replace',
      scope: [performerId, type],
      registrations: 0,
      slotOf: () => type,
      check: async (_, slots) => {
        if (slots.size === 0) throw fieldProblem('file', 'ファイルを選択してください。')
      },
      performer: async () => {
        // Not before a repeat has got its answer: in the meantime the document may have been verified.
        await refuseUnlessOpen(services, services.db, actor, performerId, type)
        return openPerformerKey(services, services.db, performerId)
      },
      stillHolds: (saved, tx) => stillWaits(tx, String(saved.id)),
    },
    async (tx, { documents }) => ({
      status: 200,
      body: await commitReplacement(services, tx, { ...call, performerId }, type, documents),
    }),
  )
  return { body: body as PerformerDocument, headers } // what commitReplacement answered, now or the first time
}

async function commitReplacement(
  services: DocumentServices,
  tx: Tx,
  { actor, request, performerId }: Replacement,
  type: DocumentType,
  [staged]: readonly StagedDocument[],
): Promise<PerformerDocument> {
  if (!staged) throw new Error('a replacement without a file')
  const at = services.clock.now()
  const performer = await lockPerformer(tx, actor, performerId)
  // Only now, under the lock, does the answer hold to the end.
  const replaced = await refuseUnlessOpen(services, tx, actor, performerId, type)
  const { id, version } = await insertVersion(tx, performerId, staged, { by: actor.id, at })
  const change = { at, action: 'update', resourceType: 'document', documentType: type } as const
  const { before, after } = await refreshPerformer(tx, performerId, change)
  await services.audit.record(tx, {
    actor: actor.id,
    action: 'update',
    resourceType: 'document',
    resourceId: `${performerId}/${type}`,
    subject: performerId,
    owner: performer.owner_id,
    ip: request.ip,
    details: {
      documentType: type,
      version,
      before: replaced ? { version: replaced.version, status: replaced.status } : null,
      after: { version, status: 'pending', filename: staged.filename },
      performerStatus: { before, after },
    },
  })
  return presentDocument(services, actor, performer, await getDocument(tx, id))
}

/** @throws Problem ID_BACK_CLOSED, DOCUMENT_VERIFIED */
async function refuseUnlessOpen(
  { clock }: DocumentServices,
  db: Db,
  actor: Actor,
  performerId: string,
  type: DocumentType,
) {
  const performer = await getVisiblePerformer(db, actor, performerId)
  if (type === 'idBack' && idBackClosed(performer.id_kind))
    throw new Problem('ID_BACK_CLOSED', { field: 'file' })
  const current = (await currentDocuments(db, performerId)).find((each) => each.type === type)
  const state = current && { status: current.status, expiresOn: current.expires_on }
  if (!canReplace(isAdmin(actor) ? 'admin' : 'owner', state, dayInJapan(clock.now()))) {
    throw new Problem('DOCUMENT_VERIFIED')
  }
  return current
}

/** Whether the same file without a key means the version that came in minutes ago, and not another try after a decision. */
async function stillWaits(db: Db, documentId: string): Promise<boolean> {
  const row = await db
    .selectFrom('document_version')
    .select('id')
    .where('id', '=', documentId)
    .where('is_current', '=', true)
    .where('status', '=', 'pending')
    .executeTakeFirst()
  return row !== undefined
}
