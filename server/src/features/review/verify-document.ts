import { auditFieldLabels } from '@kyc/contract/audit-fields.ts'
import { identityCheckLabels } from '@kyc/contract/check-vocabulary.ts'
import { dayInJapan } from '@kyc/contract/dates.ts'
import type { DocumentType, IdKind } from '@kyc/contract/document-vocabulary.ts'
import type { verifyDocument as endpoint, PerformerDocument } from '@kyc/contract/documents.ts'
import type { BodyOf } from '@kyc/contract/endpoint.ts'
import { performerFields } from '@kyc/contract/performer-fields.ts'
import { checkLabels, seenFault, seenText } from '@kyc/contract/review-checks.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { fieldProblem } from '../../platform/http/requests/input.ts'
import { Problem } from '../../platform/problem.ts'
import type { Actor } from '../access/actor.ts'
import { aboutDocument } from '../audit/about.ts'
import { closeIdBack, idBackClosed } from '../documents/close-id-back.ts'
import type { DocumentServices } from '../documents/document-services.ts'
import { namedVersion } from '../documents/named-version.ts'
import { presentDocument } from '../documents/read/present-document.ts'
import { mailApproved, mailRevised } from '../mails/mail-decision.ts'
import { waitingMails } from '../mails/waiting-mails.ts'
import { withFieldChanges } from '../records/field-changes.ts'
import type { RecordRow } from '../records/performer-row.ts'
import type { DocumentRow } from '../records/record-documents.ts'
import { afterChange } from '../records/refresh-performer.ts'
import {
  closeDecision,
  type Decision,
  type DecisionCall,
  decideVersion,
  openCase,
} from './decide-document.ts'
import { checkReading, type Reading } from './reading.ts'
import { beforeDecision, storeUndoable, undoableFor } from './undoable-decision.ts'

interface Approval extends DecisionCall {
  readonly type: DocumentType
  /** Closing a stored back requires it (D31). */
  readonly recentlyAuthenticated: boolean
}

/** Verifies the newest version of a slot. */
export function verifyDocument(
  services: DocumentServices,
  call: Approval,
  body: BodyOf<typeof endpoint>,
): Promise<PerformerDocument> {
  const { actor, request, performerId, type } = call
  const reading = checkReading(body, type, dayInJapan(services.clock.now()))
  const version = namedVersion(request)
  return inTransaction(services.db, async (tx) => {
    const slot = { type, version, shownStatus: body.shownStatus }
    const open = await openCase(services, tx, 'verify', call, [slot])
    const { at, performer, documents } = open
    const { document } = open.slots[0]
    requireAcceptable(document, reading)
    const filled = detailsToFill(performer, document, reading)
    const verified = await decideVersion(tx, call, at, document, approvalOf(reading))
    const closesBack =
      idBackClosed(filled.idKind) &&
      (await closeIdBack(services, tx, { ...call, ip: request.ip, performer, reason: reading.reason }))
    const current = documents
      .filter((each) => !(closesBack && each.type === 'idBack'))
      .map((each) => (each.id === verified.id ? verified : each))
    const after = afterChange(performer, current, {
      at,
      action: 'verify',
      resourceType: 'document',
      documentType: type,
      ...changedDetails(performer, filled, actor),
    })
    await closeDecision(tx, call, open, after)
    const reason = document.status === 'rejected' ? reading.revisionReason : null
    await services.audit.record(tx, call, 'verify', aboutDocument(performer, type), {
      version: document.version,
      before: { status: document.status },
      after: {
        status: 'verified',
        ...withoutNulls({ ...filled, expiresOn: reading.expiresOn }),
        ...(reading.noExpiry ? { noExpiry: true } : {}),
      },
      performerStatus: { before: performer.status, after: after.status },
      // The labels instead of the ids: the log keeps what was confirmed, even if the checks change later.
      checks: reading.checks.map((id) => checkLabels[id]),
      ...(reading.identityCheck && { identityCheck: identityCheckLabels[reading.identityCheck] }),
      seen: seenText(document.pages, reading.seen),
      typed: typedFields(reading),
      ...(reason === null ? {} : { reason }),
    })
    const mailed = { ownerId: performer.owner_id, registeredBy: performer.registered_by, performerId }
    const waiting = waitingMails(services, undoableFor)
    if (after.status === 'approved' && performer.status !== 'approved')
      await mailApproved(waiting, tx, mailed)
    else if (reason !== null) await mailRevised(waiting, tx, { ...mailed, documentType: type, reason })
    // An approval that withholds a back cannot be undone: the withheld back has an undo of its own (D116).
    const before = closesBack ? null : beforeDecision(performer, [document])
    await storeUndoable(tx, call, open, { before, mails: waiting.jobs })
    return presentDocument(services, actor, performer, verified)
  })
}

function requireAcceptable(
  { type, status, pages }: DocumentRow,
  { idKind, revisionReason, seen }: Reading,
): void {
  const unseen = seenFault(type, pages, seen)
  if (unseen !== undefined) throw fieldProblem('seen', unseen)
  if (status === 'rejected' && revisionReason === null)
    throw fieldProblem('revisionReason', '判断を変更する理由を入力してください。')
  // The number on the back of that card must not be stored, let alone approved (D14).
  if (type === 'idBack' && idBackClosed(idKind)) throw new Problem('ID_BACK_CLOSED')
}

function approvalOf({ checks, identityCheck, idKind, expiresOn, noExpiry }: Reading): Decision {
  return {
    status: 'verified',
    reject_codes: [],
    reject_message: null,
    reject_note: null,
    checks,
    identity_check: identityCheck,
    ...(idKind ? { id_kind: idKind } : {}),
    ...(expiresOn ? { expires_on: expiresOn, no_expiry: false } : {}),
    ...(noExpiry ? { expires_on: null, no_expiry: true } : {}),
  }
}

interface FilledDetails {
  readonly idKind: IdKind | null
  readonly date_of_birth: string | null
}

/** The details that the reading fills or changes. A date of birth that differs must be corrected first. */
function detailsToFill(
  performer: RecordRow,
  { type }: DocumentRow,
  { dateOfBirth, idKind }: Reading,
): FilledDetails {
  if (dateOfBirth !== null && performer.date_of_birth !== null && dateOfBirth !== performer.date_of_birth)
    throw new Problem('BIRTHDATE_DIFFERS', { field: 'dateOfBirth' })
  return {
    // Only the two sides of an ID show its kind.
    idKind: type === 'idFront' || type === 'idBack' ? idKind : null,
    date_of_birth: performer.date_of_birth === null ? dateOfBirth : null,
  }
}

function changedDetails(performer: RecordRow, { idKind, date_of_birth }: FilledDetails, actor: Actor) {
  const isNewKind = idKind !== null && idKind !== performer.id_kind
  const fields = [...(date_of_birth ? ['date_of_birth'] : []), ...(isNewKind ? ['idKind'] : [])]
  if (fields.length === 0) return {}
  const change = { by: actor.id, version: performer.version + 1, act: 'verify' } as const
  return {
    details: {
      ...(date_of_birth && { date_of_birth }),
      ...(isNewKind && { id_kind: idKind }),
      field_changes: withFieldChanges(fields, change),
    },
  }
}

/** The labels of what the reviewer has typed from the document. */
function typedFields({ dateOfBirth, expiresOn }: Reading): string[] {
  return [
    ...(dateOfBirth === null ? [] : [performerFields.date_of_birth.label]),
    ...(expiresOn === null ? [] : [auditFieldLabels.expiresOn]),
  ]
}

function withoutNulls(values: Record<string, string | null>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => (value === null ? [] : [[name, value]])),
  )
}
