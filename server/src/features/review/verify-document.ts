import { dayInJapan } from '@kyc/contract/dates.ts'
import { documentTypeOf, type IdKind } from '@kyc/contract/document-vocabulary.ts'
import type { verifyDocument as endpoint, PerformerDocument } from '@kyc/contract/documents.ts'
import type { BodyOf } from '@kyc/contract/endpoint.ts'
import { checkLabels } from '@kyc/contract/review-checks.ts'
import { fieldProblem } from '../../platform/http/requests/input.ts'
import { Problem } from '../../platform/problem.ts'
import type { Actor } from '../access/actor.ts'
import { aboutDocument } from '../audit/about.ts'
import { closeIdBack, idBackClosed } from '../documents/close-id-back.ts'
import type { DocumentServices } from '../documents/document-services.ts'
import { mailApproved, mailRevised } from '../mails/mail-decision.ts'
import { withFieldChanges } from '../records/own-work.ts'
import type { RecordRow } from '../records/performer-row.ts'
import { getRecord } from '../records/performers-repository.ts'
import { refreshPerformer } from '../records/refresh-performer.ts'
import { type DecisionCall, decideDocument, isFromPage, type OpenSlot } from './decide-document.ts'
import { checkReading, type Reading, requireComplete } from './reading.ts'

interface Approval extends DecisionCall {
  /** Closing a stored back requires it (D31). */
  readonly recentlyAuthenticated: boolean
}

/** Verifies the newest version of a slot. */
export async function verifyDocument(
  services: DocumentServices,
  call: Approval & { readonly type: string },
  body: BodyOf<typeof endpoint>,
): Promise<PerformerDocument> {
  await getRecord(services.db, call.actor, call.performerId) // 404 precedes 400 (D50)
  const reading = checkReading(body, documentTypeOf(call.type), dayInJapan(services.clock.now()))
  if (isFromPage(call.request)) requireComplete(reading, documentTypeOf(call.type))
  const decide = (open: OpenSlot) => verify(services, call, open, reading)
  const { shownStatus } = body ?? {}
  return decideDocument(services, call, { act: 'verify', type: call.type, shownStatus, decide })
}

async function verify(
  services: DocumentServices,
  { actor, request, recentlyAuthenticated }: Approval,
  open: OpenSlot,
  reading: Reading,
): Promise<void> {
  const { tx, at, performer, document } = open
  const revised = document.status === 'rejected'
  if (revised && reading.revisionReason === null) {
    throw fieldProblem('revisionReason', '判断を変更する理由を入力してください。')
  }
  // The number on the back of that card must not be stored, let alone approved (D14).
  if (document.type === 'idBack' && idBackClosed(reading.idKind)) throw new Problem('ID_BACK_CLOSED')
  const filled = detailsToFill(open, reading)
  await approveVersion(open, reading, actor)
  const { id: performerId, owner_id: ownerId, registered_by: registeredBy } = performer
  if (idBackClosed(filled.idKind)) {
    const { reason } = reading
    await closeIdBack(services, tx, { actor, ip: request.ip, performer, reason, recentlyAuthenticated })
  }
  const { before, after } = await refreshPerformer(tx, performerId, {
    at,
    action: 'verify',
    resourceType: 'document',
    documentType: document.type,
    ...changedDetails(performer, filled, actor),
  })
  const reason = revised ? reading.revisionReason : null
  await services.audit.record(
    tx,
    { actor, request },
    'verify',
    aboutDocument({ id: performerId, owner_id: ownerId }, document.type),
    {
      version: document.version,
      before: { status: document.status },
      after: {
        status: 'verified',
        ...withoutNulls({ ...filled, expiresOn: reading.expiresOn }),
        ...(reading.noExpiry ? { noExpiry: true } : {}),
      },
      performerStatus: { before, after },
      // In words: the log keeps what was confirmed, whatever the checks are later.
      ...(reading.checks.length > 0 ? { checks: reading.checks.map((id) => checkLabels[id]) } : {}),
      ...(reason === null ? {} : { reason }),
    },
  )
  const mailed = { ownerId, registeredBy, performerId }
  if (after === 'approved' && before !== 'approved') await mailApproved(services, tx, mailed)
  else if (revised) await mailRevised(services, tx, { ...mailed, documentType: document.type, reason })
}

async function approveVersion({ tx, at, document }: OpenSlot, reading: Reading, actor: Actor): Promise<void> {
  await tx
    .updateTable('document_version')
    .set({
      status: 'verified',
      decided_by: actor.id,
      decided_at: at,
      reject_codes: [],
      reject_message: null,
      reject_note: null,
      checks: reading.checks,
      ...(reading.idKind ? { id_kind: reading.idKind } : {}),
      ...(reading.expiresOn ? { expires_on: reading.expiresOn, no_expiry: false } : {}),
      ...(reading.noExpiry ? { expires_on: null, no_expiry: true } : {}),
    })
    .where('id', '=', document.id)
    .execute()
}

interface FilledDetails {
  readonly idKind: IdKind | null
  readonly date_of_birth: string | null
}

/** The details that the reading fills or changes. A date of birth that differs must be corrected first (D14). */
function detailsToFill({ performer, document }: OpenSlot, { dateOfBirth, idKind }: Reading): FilledDetails {
  if (dateOfBirth !== null && performer.date_of_birth !== null && dateOfBirth !== performer.date_of_birth)
    throw new Problem('BIRTHDATE_DIFFERS', { field: 'dateOfBirth' })
  return {
    // Only the two sides of an ID show its kind.
    idKind: document.type === 'idFront' || document.type === 'idBack' ? idKind : null,
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

function withoutNulls(values: Record<string, string | null>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => (value === null ? [] : [[name, value]])),
  )
}
