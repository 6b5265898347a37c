import type { rejectDocuments as severalEndpoint } from '@kyc/contract/case-decisions.ts'
import { closureBy } from '@kyc/contract/case-rules.ts'
import type { PerformerDocument, rejectDocument as singleEndpoint } from '@kyc/contract/documents.ts'
import type { BodyOf } from '@kyc/contract/endpoint.ts'
import { rejectionReasons } from '@kyc/contract/rejection-reasons.ts'
import { fieldProblem } from '../../platform/http/requests/input.ts'
import { aboutDocument } from '../audit/about.ts'
import type { DocumentServices } from '../documents/document-services.ts'
import { namedVersion } from '../documents/named-version.ts'
import { mailRejection, type RejectedDocument } from '../mails/mail-decision.ts'
import { getRecord } from '../records/performers-repository.ts'
import { refreshPerformer } from '../records/refresh-performer.ts'
import { type DecidedSlot, type DecisionCall, decideDocuments, type OpenSlot } from './decide-document.ts'

/** A rejection as sent, with the message for the owner. */
type Rejection = DecidedSlot & Omit<RejectedDocument, 'documentType'> & { readonly note: string | null }

/** Rejects the newest version of a slot, with a message for its owner (D13). */
export async function rejectDocument(
  services: DocumentServices,
  call: DecisionCall & { readonly type: string },
  body: BodyOf<typeof singleEndpoint>,
): Promise<PerformerDocument> {
  await getRecord(services.db, call.actor, call.performerId) // 404 precedes 400 (D50)
  const message = messageOf(body, 'message')
  const slot = { type: call.type, version: namedVersion(call.request), shownStatus: body.shownStatus }
  const [rejected] = await rejectAll(services, call, [
    { ...slot, codes: body.codes, message, note: body.note || null },
  ])
  if (!rejected) throw new Error('a rejection without a document')
  return rejected
}

/** Rejects several documents of a performer, all or none, with one mail (D13). */
export async function rejectDocuments(
  services: DocumentServices,
  call: DecisionCall,
  { documents }: BodyOf<typeof severalEndpoint>,
): Promise<PerformerDocument[]> {
  const rejections = documents.map((rejection, index) => {
    const field = `documents.${index}`
    const message = messageOf(rejection, `${field}.message`)
    return { ...rejection, field, message, note: rejection.note || null }
  })
  return rejectAll(services, call, rejections)
}

function rejectAll(
  services: DocumentServices,
  call: DecisionCall,
  rejections: readonly Rejection[],
): Promise<PerformerDocument[]> {
  let closed = false
  return decideDocuments(services, call, {
    act: 'reject',
    slots: rejections,
    decide: async (open) => {
      closed = await reject(services, call, open)
    },
    notify: async ({ tx, performer }, rejected) => {
      await mailRejection(services, tx, {
        ownerId: performer.owner_id,
        registeredBy: performer.registered_by,
        performerId: performer.id,
        documents: rejected.map(({ document, slot: { codes, message } }) => ({
          documentType: document.type,
          codes,
          message,
        })),
        closed,
      })
    },
  })
}

/** Returns whether the case is closed now. */
async function reject(
  services: DocumentServices,
  { actor, request }: DecisionCall,
  { tx, at, performer, document, slot: { codes, message, note } }: OpenSlot<Rejection>,
): Promise<boolean> {
  await tx
    .updateTable('document_version')
    .set({
      status: 'rejected',
      decided_by: actor.id,
      decided_at: at,
      reject_codes: [...codes],
      reject_message: message,
      reject_note: note,
      checks: [],
    })
    .where('id', '=', document.id)
    .execute()
  const closure = closureBy(codes, document.resubmission)
  const { before, after, caseClosed } = await refreshPerformer(tx, performer.id, {
    at,
    action: 'reject',
    resourceType: 'document',
    documentType: document.type,
    ...(closure && { closure: { kind: closure, by: actor.id } }),
  })
  await services.audit.record(tx, { actor, request }, 'reject', aboutDocument(performer, document.type), {
    version: document.version,
    codes,
    message,
    ...(note === null ? {} : { note }),
    before: { status: document.status },
    after: { status: 'rejected', ...(closure === null ? {} : { caseClosed: closure }) },
    performerStatus: { before, after },
  })
  return caseClosed !== null
}

/** The message sent, or else the sentences of the codes; その他 has none. */
function messageOf(
  { codes, message }: Pick<BodyOf<typeof singleEndpoint>, 'codes' | 'message'>,
  field: string,
): string {
  if (message) return message
  if (codes.includes('other')) {
    throw fieldProblem(field, '「その他」を選んだときは、登録者へのメッセージを入力してください。')
  }
  return codes.map((code) => rejectionReasons[code].message).join('\n')
}
