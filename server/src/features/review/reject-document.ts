import type { rejectDocument as endpoint, PerformerDocument } from '@kyc/contract/documents.ts'
import type { BodyOf } from '@kyc/contract/endpoint.ts'
import { rejectionReasons } from '@kyc/contract/labels.ts'
import { fieldProblem } from '../../platform/http/requests/input.ts'
import { getVisiblePerformer } from '../documents/document-repository.ts'
import type { DocumentServices } from '../documents/document-services.ts'
import { refreshPerformer } from '../documents/refresh-performer.ts'
import { mailRejection } from '../mails/mail-decision.ts'
import { type DecisionCall, decideDocument } from './decide-document.ts'

/**
 * Rejects the newest version of a slot, with a message for its owner (D13).
 * @throws Problem of `decideDocument`, INVALID_INPUT for その他 without a message
 */
export async function rejectDocument(
  services: Pick<DocumentServices, 'audit' | 'clock' | 'config' | 'db' | 'mails'>,
  call: DecisionCall,
  body: BodyOf<typeof endpoint>,
): Promise<PerformerDocument> {
  await getVisiblePerformer(services.db, call.actor, call.performerId) // 404 precedes 400 (D50)
  const message = messageOf(body)
  const { codes } = body
  const note = body.note || null
  return decideDocument(services, 'reject', call, async ({ tx, at, performer, document }) => {
    await tx
      .updateTable('document_version')
      .set({
        status: 'rejected',
        decided_by: call.actor.id,
        decided_at: at,
        reject_codes: codes,
        reject_message: message,
        reject_note: note,
      })
      .where('id', '=', document.id)
      .execute()
    const change = { at, action: 'reject', resourceType: 'document', documentType: document.type } as const
    const { before, after } = await refreshPerformer(tx, performer.id, change)
    await services.audit.record(tx, {
      actor: call.actor.id,
      action: 'reject',
      resourceType: 'document',
      resourceId: `${performer.id}/${document.type}`,
      subject: performer.id,
      owner: performer.owner_id,
      ip: call.request.ip,
      details: {
        documentType: document.type,
        version: document.version,
        codes,
        message,
        ...(note === null ? {} : { note }),
        before: { status: document.status },
        after: { status: 'rejected' },
        performerStatus: { before, after },
      },
    })
    await mailRejection(services, tx, {
      ownerId: performer.owner_id,
      registeredBy: performer.registered_by,
      performerId: performer.id,
      documentType: document.type,
      codes,
      message,
    })
  })
}

/** The message sent, or else the sentences of the codes; その他 has none. */
function messageOf({ codes, message }: BodyOf<typeof endpoint>): string {
  if (message) return message
  if (codes.includes('other')) {
    throw fieldProblem('message', '「その他」を選んだときは、登録者へのメッセージを入力してください。')
  }
  return codes.map((code) => rejectionReasons[code].message).join('\n')
}
