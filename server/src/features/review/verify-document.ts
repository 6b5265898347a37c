import { dayInJapan } from '@kyc/contract/dates.ts'
import { birthDateFault } from '@kyc/contract/document-rules.ts'
import { documentTypeOf, type IdKind, idKinds } from '@kyc/contract/document-vocabulary.ts'
import type { verifyDocument as endpoint, PerformerDocument } from '@kyc/contract/documents.ts'
import type { BodyOf } from '@kyc/contract/endpoint.ts'
import { fieldProblem } from '../../platform/http/requests/input.ts'
import { Problem } from '../../platform/problem.ts'
import type { Actor } from '../access/actor.ts'
import { closeIdBack, idBackClosed } from '../documents/close-id-back.ts'
import { getVisiblePerformer } from '../documents/document-repository.ts'
import type { DocumentServices } from '../documents/document-services.ts'
import { withFieldChanges } from '../documents/own-work.ts'
import { refreshPerformer } from '../documents/refresh-performer.ts'
import { mailApproved } from '../mails/mail-decision.ts'
import { type DecisionCall, decideDocument, isFromPage, type OpenCase } from './decide-document.ts'

/** What the reviewer read from the document; null where nothing was sent (D14). */
interface Reading {
  readonly idKind: IdKind | null
  readonly dateOfBirth: string | null
  readonly expiresOn: string | null
  /** The document shows no expiry date. */
  readonly noExpiry: boolean
  /** Why a stored back is destroyed. */
  readonly reason: string | null
}

/**
 * Verifies the newest version of a slot.
 * @throws Problem of `decideDocument`, INVALID_INPUT, ID_KIND_UNSUPPORTED, ID_BACK_CLOSED, BIRTHDATE_DIFFERS,
 *   UNDER_AGE
 */
export async function verifyDocument(
  services: Pick<DocumentServices, 'audit' | 'clock' | 'config' | 'db' | 'log' | 'mails' | 'store'>,
  call: DecisionCall,
  body: BodyOf<typeof endpoint>,
): Promise<PerformerDocument> {
  await getVisiblePerformer(services.db, call.actor, call.performerId) // 404 precedes 400 (D50)
  const reading = checkReading(body, dayInJapan(services.clock.now()))
  if (isFromPage(call.request) && documentTypeOf(call.type) === 'idFront') requireReading(reading)
  return decideDocument(services, 'verify', call, async (open) => {
    const { tx, at, performer, document } = open
    // The number on the back of that card must not be stored, let alone approved (D14).
    if (document.type === 'idBack' && idBackClosed(reading.idKind)) throw new Problem('ID_BACK_CLOSED')
    const filled = await fillPerformer(open, reading, call.actor)
    await tx
      .updateTable('document_version')
      .set({
        status: 'verified',
        decided_by: call.actor.id,
        decided_at: at,
        reject_codes: [],
        reject_message: null,
        reject_note: null,
        ...(reading.idKind ? { id_kind: reading.idKind } : {}),
        ...(reading.expiresOn ? { expires_on: reading.expiresOn, no_expiry: false } : {}),
        ...(reading.noExpiry ? { expires_on: null, no_expiry: true } : {}),
      })
      .where('id', '=', document.id)
      .execute()
    const { actor, request } = call
    if (idBackClosed(filled.idKind)) {
      await closeIdBack(services, tx, {
        actor,
        ip: request.ip,
        performerId: performer.id,
        ownerId: performer.owner_id,
        reason: reading.reason,
      })
    }
    const change = { at, action: 'verify', resourceType: 'document', documentType: document.type } as const
    const { before, after } = await refreshPerformer(tx, performer.id, change)
    await services.audit.record(tx, {
      actor: actor.id,
      action: 'verify',
      resourceType: 'document',
      resourceId: `${performer.id}/${document.type}`,
      subject: performer.id,
      owner: performer.owner_id,
      ip: request.ip,
      details: {
        documentType: document.type,
        version: document.version,
        before: { status: document.status },
        after: {
          status: 'verified',
          ...withoutNulls({ ...filled, expiresOn: reading.expiresOn }),
          ...(reading.noExpiry ? { noExpiry: true } : {}),
        },
        performerStatus: { before, after },
      },
    })
    if (after === 'approved' && before !== 'approved') {
      await mailApproved(services, tx, {
        ownerId: performer.owner_id,
        registeredBy: performer.registered_by,
        performerId: performer.id,
      })
    }
  })
}

function checkReading(body: BodyOf<typeof endpoint>, today: string): Reading {
  const { idKind, dateOfBirth = null, expiresOn = null, reason } = body ?? {}
  const noExpiry = body?.noExpiry ?? false
  const accepted = idKinds.find((kind) => kind === idKind) ?? null
  if (idKind && !accepted) throw new Problem('ID_KIND_UNSUPPORTED', { field: 'idKind' })
  const fault = dateOfBirth === null ? undefined : birthDateFault(dateOfBirth, today)
  if (fault !== undefined) throw fieldProblem('dateOfBirth', fault)
  if (noExpiry && expiresOn !== null)
    throw fieldProblem('expiresOn', '有効期限と「有効期限なし」は同時に指定できません。')
  return { idKind: accepted, dateOfBirth, expiresOn, noExpiry, reason: reason || null }
}

/** The reminders of an expiry need its date (D16), so that the front of an ID is not approved unread. */
function requireReading({ idKind, expiresOn, noExpiry }: Reading): void {
  const missing = [
    ...(idKind === null ? [{ field: 'idKind', message: '身分証の種類を選択してください。' }] : []),
    ...(expiresOn === null && !noExpiry
      ? [{ field: 'expiresOn', message: '有効期限を入力するか、「有効期限なし」を選択してください。' }]
      : []),
  ]
  if (missing[0]) throw new Problem('INVALID_INPUT', { field: missing[0].field, errors: missing })
}

/** Fills empty details from the reading. A date of birth that differs must be corrected first (D14). */
async function fillPerformer(
  { tx, performer, document }: OpenCase,
  reading: Reading,
  actor: Actor,
): Promise<{ idKind: IdKind | null; date_of_birth: string | null }> {
  const { dateOfBirth } = reading
  if (dateOfBirth !== null && performer.date_of_birth !== null && dateOfBirth !== performer.date_of_birth) {
    throw new Problem('BIRTHDATE_DIFFERS', { field: 'dateOfBirth' })
  }
  const date_of_birth = performer.date_of_birth === null ? dateOfBirth : null
  // Only the two sides of an ID show its kind.
  const idKind = document.type === 'idFront' || document.type === 'idBack' ? reading.idKind : null
  const changes = {
    ...(date_of_birth ? { date_of_birth } : {}),
    ...(idKind && idKind !== performer.id_kind ? { idKind } : {}),
  }
  if (Object.keys(changes).length > 0) {
    const { idKind: id_kind, ...otherChanges } = changes
    const change = { by: actor.id, version: performer.version + 1, act: 'verify' } as const
    const field_changes = withFieldChanges(Object.keys(changes), change)
    await tx
      .updateTable('performer')
      .set({ ...otherChanges, ...(id_kind ? { id_kind } : {}), field_changes })
      .where('id', '=', performer.id)
      .execute()
  }
  return { idKind, date_of_birth }
}

function withoutNulls(values: Record<string, string | null>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => (value === null ? [] : [[name, value]])),
  )
}
