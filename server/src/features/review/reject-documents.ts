import type { rejectDocuments as severalEndpoint } from '@kyc/contract/case-decisions.ts'
import { closureBy } from '@kyc/contract/case-rules.ts'
import type { DocumentType } from '@kyc/contract/document-vocabulary.ts'
import type { PerformerDocument, rejectDocument as singleEndpoint } from '@kyc/contract/documents.ts'
import type { BodyOf } from '@kyc/contract/endpoint.ts'
import { rejectionReasons } from '@kyc/contract/rejection-reasons.ts'
import { inTransaction, type Tx } from '../../platform/db/transaction.ts'
import { fieldProblem } from '../../platform/http/requests/input.ts'
import { aboutDocument } from '../audit/about.ts'
import type { NamedDocumentRow } from '../documents/document-repository.ts'
import type { DocumentServices } from '../documents/document-services.ts'
import { namedVersion } from '../documents/named-version.ts'
import { presentDocument } from '../documents/read/present-document.ts'
import { mailRejection, type RejectedDocument } from '../mails/mail-decision.ts'
import { waitingMails } from '../mails/waiting-mails.ts'
import { afterChange } from '../records/refresh-performer.ts'
import {
  closeDecision,
  type DecidedSlot,
  type DecisionCall,
  decideVersion,
  openCase,
} from './decide-document.ts'
import { beforeDecision, storeUndoable, undoableFor } from './undoable-decision.ts'

/** A rejection as sent, with the message for the owner. */
type Rejection = DecidedSlot & Omit<RejectedDocument, 'documentType'> & { readonly note: string | null }

/** Rejects the newest version of a slot, with a message for its owner (D13). */
export async function rejectDocument(
  services: DocumentServices,
  call: DecisionCall & { readonly type: DocumentType },
  body: BodyOf<typeof singleEndpoint>,
): Promise<PerformerDocument> {
  const { type, request } = call
  const { codes, shownStatus, note } = body
  const slot = { type, version: namedVersion(request), shownStatus }
  const rejection = { ...slot, codes, message: messageOf(body, 'message'), note: note || null }
  const [rejected] = await rejectAll(services, call, [rejection])
  if (!rejected) throw new Error('a rejection without a document')
  return rejected
}

/** Rejects several documents of a performer, all or none, with one mail. */
export function rejectDocuments(
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
  return inTransaction(services.db, async (tx) => {
    const open = await openCase(services, tx, 'reject', call, rejections)
    const { performer, slots } = open
    let { documents } = open
    let changes: Partial<ReturnType<typeof afterChange>> = {}
    const rejected: NamedDocumentRow[] = []
    for (const { slot, document } of slots) {
      const row = await rejectVersion(tx, call, open.at, document, slot)
      rejected.push(row)
      documents = documents.map((each) => (each.id === row.id ? row : each))
      const before = { ...performer, ...changes }
      const closure = closureBy(slot.codes, document.resubmission)
      const after = afterChange(before, documents, {
        at: open.at,
        action: 'reject',
        resourceType: 'document',
        documentType: document.type,
        ...(closure && { closure: { kind: closure, by: call.actor.id } }),
      })
      changes = { ...changes, ...after }
      await services.audit.record(tx, call, 'reject', aboutDocument(performer, document.type), {
        version: document.version,
        codes: slot.codes,
        message: slot.message,
        ...(slot.note === null ? {} : { note: slot.note }),
        before: { status: document.status },
        after: { status: 'rejected', ...(closure === null ? {} : { caseClosed: closure }) },
        performerStatus: { before: before.status, after: after.status },
      })
    }
    await closeDecision(tx, call, open, changes)
    const waiting = waitingMails(services, undoableFor)
    await mailRejection(waiting, tx, {
      ownerId: performer.owner_id,
      registeredBy: performer.registered_by,
      performerId: performer.id,
      documents: slots.map(({ document, slot: { codes, message } }) => ({
        documentType: document.type,
        codes,
        message,
      })),
      closed: changes.case_closed !== null,
    })
    const before = beforeDecision(
      performer,
      slots.map(({ document }) => document),
    )
    await storeUndoable(tx, call, open, { before, mails: waiting.jobs })
    return rejected.map((row) => presentDocument(services, call.actor, performer, row))
  })
}

function rejectVersion(
  tx: Tx,
  call: DecisionCall,
  at: Date,
  document: NamedDocumentRow,
  { codes, message, note }: Rejection,
): Promise<NamedDocumentRow> {
  const reasons = { reject_codes: [...codes], reject_message: message, reject_note: note }
  return decideVersion(tx, call, at, document, { status: 'rejected', ...reasons, checks: [] })
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
