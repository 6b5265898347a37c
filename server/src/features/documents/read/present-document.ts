import { dayInJapan } from '@kyc/contract/dates.ts'
import { isExpiring } from '@kyc/contract/document-rules.ts'
import type { PerformerDocument } from '@kyc/contract/documents.ts'
import { linkActorLabel } from '@kyc/contract/link-labels.ts'
import { type Actor, readsAll } from '../../access/actor.ts'
import { isOwnWork } from '../../records/field-changes.ts'
import type { RecordRow } from '../../records/performer-row.ts'
import type { NamedDocumentRow } from '../document-repository.ts'
import type { DocumentServices } from '../document-services.ts'

/** Presents a version to `actor`. Users see no notes. */
export function presentDocument(
  { clock, config }: DocumentServices,
  actor: Actor,
  performer: Pick<RecordRow, 'registered_by' | 'field_changes'>,
  row: NamedDocumentRow,
): PerformerDocument {
  const today = dayInJapan(clock.now())
  const uploadedAt = row.uploaded_at.toISOString()
  return {
    id: row.id,
    performerId: row.performer_id,
    type: row.type,
    version: row.version,
    filename: row.filename,
    status: row.status,
    verified: row.status === 'verified',
    uploaded_at: uploadedAt,
    uploadedAt,
    uploadedBy: row.uploaded_via_link === null ? row.uploader : linkActorLabel,
    decidedAt: row.decided_at?.toISOString() ?? null,
    decidedBy: row.decider,
    rejection: presentRejection(row, actor),
    checks: row.checks,
    // A withdrawn approval leaves it in the row.
    identityCheck: row.status === 'verified' ? row.identity_check : null,
    resubmission: row.resubmission,
    mimeType: row.mime_type,
    size: row.size,
    pages: row.pages,
    thumbnail: row.thumbnail_key !== null,
    idKind: row.id_kind,
    expiresOn: row.expires_on,
    noExpiry: row.no_expiry,
    expiring: isExpiring(row.expires_on, today),
    expired: row.expires_on !== null && row.expires_on < today,
    maskedBy: row.masker,
    ownWork: config.fourEyes && isOwnWork(actor, performer, row),
  }
}

function presentRejection(row: NamedDocumentRow, actor: Actor): PerformerDocument['rejection'] {
  if (row.status !== 'rejected' || !row.decided_at) return null
  return {
    codes: row.reject_codes,
    message: row.reject_message ?? '',
    note: readsAll(actor) ? row.reject_note : null,
    at: row.decided_at.toISOString(),
    by: row.decider,
  }
}
