import { type IdentityCheck, identityCheckLabels } from '@kyc/contract/check-vocabulary.ts'
import type {
  DocumentStatus,
  DocumentType,
  IdKind,
  PerformerStatus,
  RejectionCode,
} from '@kyc/contract/document-vocabulary.ts'
import { linkActorLabel } from '@kyc/contract/link-labels.ts'
import type { PerformerConsent } from '@kyc/contract/performer-link-progress.ts'
import type { PerformerDetails } from '@kyc/contract/performers.ts'
import { type RelianceEnd, relianceEndLabels } from '@kyc/contract/reliance-vocabulary.ts'
import type { ReviewNote } from '@kyc/contract/review.ts'
import type { SubjectRequest } from '@kyc/contract/subjects.ts'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { findConsents, findLinks } from '../performer-links/link-repository.ts'
import { presentConsent } from '../performer-links/present-link.ts'
import {
  detailsOf,
  ownerColumns,
  type PerformerRow,
  performerColumns,
  withOwner,
} from '../records/performer-row.ts'
import type { DocumentRow } from '../records/record-documents.ts'
import type { SubjectPaper } from './subject-paper.ts'
import type { SubjectSigning } from './subject-signing.ts'
import type { SubjectTakedown } from './subject-takedown.ts'

/** Everything that is stored about one performer, except the files and the log (D77). Times are ISO 8601, UTC. */
export interface SubjectRecord {
  readonly performer: {
    readonly id: string
    readonly details: PerformerDetails
    readonly status: PerformerStatus
    readonly organisation: string
    readonly registeredBy: string
    readonly createdAt: string
    readonly updatedAt: string
    readonly version: number
    readonly sealedAt: string | null
    readonly retainUntil: string | null
    readonly legalHold: boolean
    /** For each detail changed since the registration: when it was changed last, by the version of the record. */
    readonly fieldChanges: unknown
  }
  readonly documents: readonly SubjectDocument[]
  /** Contracts and explanation sheets of the appearances (D91). */
  readonly papers: readonly SubjectPaper[]
  readonly videos: readonly {
    readonly id: string
    readonly title: string
    readonly externalId: string | null
    readonly addedAt: string
    readonly addedBy: string
    /** What was entered about the appearance: contract, explanation sheet, footage, consents (D91 to D95). */
    readonly facts: unknown
  }[]
  readonly requests: readonly SubjectRequest[]
  /** Requests of the person to take a title down (D108). */
  readonly takedowns: readonly SubjectTakedown[]
  /** Notes of reviewers, newest first; without the text if it cannot be decrypted. */
  readonly notes: readonly ReviewNote[]
  /** The consents that the performer gave through a link (D66). */
  readonly consents: readonly PerformerConsent[]
  /** Contracts that were sent to the performer for its signature, or prepared for it (D101). */
  readonly signings: readonly SubjectSigning[]
  /** The links that were sent to the performer: to submit documents (D66), or to its page (D104). */
  readonly links: readonly {
    readonly kind: 'documents' | 'page'
    readonly createdAt: string
    readonly expiresAt: string
    readonly openedAt: string | null
    /** When name and date of birth were entered, and which of them were not those of the record. */
    readonly statedAt: string | null
    readonly differs: readonly string[]
    readonly doneAt: string | null
  }[]
  /** Organisations that the performer has permitted to rely on this record, and the one on which this record relies (D126). */
  readonly reliances: readonly SubjectReliance[]
  /** Reminders of expiring documents that were sent to the organisation. */
  readonly reminders: readonly {
    readonly documentId: string
    readonly days: number
    readonly sentAt: string
  }[]
  /** The last time that each account fetched each version; the log has every view. */
  readonly fetched: readonly { readonly documentId: string; readonly by: string; readonly at: string }[]
}

interface SubjectReliance {
  /** The organisation that has checked the identity. */
  readonly checkedBy: string
  readonly usedBy: string
  readonly checkedAt: string
  readonly identityCheck: string | null
  readonly permittedAt: string
  readonly registeredAt: string | null
  readonly endedAt: string | null
  /** Why it has ended, in words. */
  readonly endedBy: string | null
}

export interface SubjectDocument {
  readonly id: string
  readonly type: DocumentType
  readonly version: number
  readonly current: boolean
  readonly status: DocumentStatus
  readonly filename: string
  readonly mimeType: string
  readonly size: number
  readonly receivedSha256: string
  readonly storedSha256: string
  readonly uploadedAt: string
  readonly uploadedBy: string
  readonly decidedAt: string | null
  readonly decidedBy: string | null
  /** How the identity was checked, in words (D99). */
  readonly identityCheck: string | null
  readonly rejectCodes: readonly RejectionCode[]
  readonly rejectMessage: string | null
  readonly rejectNote: string | null
  readonly idKind: IdKind | null
  readonly expiresOn: string | null
  readonly destroyedAt: string | null
  /** The file in the archive; null if it was destroyed, or cannot be decrypted. */
  readonly file: string | null
}

type SubjectRow = PerformerRow & {
  readonly sealed_at: Date | null
  readonly retain_until: string | null
  readonly legal_hold: boolean
  readonly field_changes: unknown
}

export type SubjectDocumentRow = DocumentRow & { readonly uploader: string; readonly decider: string | null }

/** The row of an existing performer. */
export async function getSubjectRow(db: Db, id: string): Promise<SubjectRow> {
  const { rows } = await sql<SubjectRow>`
    SELECT ${performerColumns}, ${ownerColumns(null)}, p.sealed_at, p.retain_until, p.field_changes,
      EXISTS (SELECT FROM legal_hold h WHERE h.performer_id = p.id AND h.ended_at IS NULL) AS legal_hold
    FROM performer p ${withOwner} WHERE p.id = ${id}`.execute(db)
  const [row] = rows
  if (!row) throw new Error(`no performer ${id}`)
  return row
}

/** All versions, destroyed ones included, in the order of their upload. */
export async function findSubjectDocuments(db: Db, id: string): Promise<SubjectDocumentRow[]> {
  const { rows } = await sql<SubjectDocumentRow>`
    SELECT d.*, uploader.name AS uploader, decider.name AS decider
    FROM document_version d JOIN account uploader ON uploader.id = d.uploaded_by
    LEFT JOIN account decider ON decider.id = d.decided_by
    WHERE d.performer_id = ${id} ORDER BY d.uploaded_at, d.id`.execute(db)
  return rows
}

export function presentSubject(row: SubjectRow): SubjectRecord['performer'] {
  return {
    id: row.id,
    details: detailsOf(row),
    status: row.status,
    organisation: row.owner_name,
    registeredBy: row.registrar_name,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    version: row.version,
    sealedAt: row.sealed_at?.toISOString() ?? null,
    retainUntil: row.retain_until,
    legalHold: row.legal_hold,
    fieldChanges: row.field_changes,
  }
}

export function presentSubjectDocument(row: SubjectDocumentRow, file: string | null): SubjectDocument {
  return {
    id: row.id,
    type: row.type,
    version: row.version,
    current: row.is_current,
    status: row.status,
    filename: row.filename,
    mimeType: row.mime_type,
    size: row.size,
    receivedSha256: row.received_sha256.toString('hex'),
    storedSha256: row.stored_sha256.toString('hex'),
    uploadedAt: row.uploaded_at.toISOString(),
    uploadedBy: row.uploaded_via_link === null ? row.uploader : linkActorLabel,
    decidedAt: row.decided_at?.toISOString() ?? null,
    decidedBy: row.decider,
    identityCheck:
      row.status === 'verified' && row.identity_check ? identityCheckLabels[row.identity_check] : null,
    rejectCodes: row.reject_codes,
    rejectMessage: row.reject_message,
    rejectNote: row.reject_note,
    idKind: row.id_kind,
    expiresOn: row.expires_on,
    destroyedAt: row.destroyed_at?.toISOString() ?? null,
    file,
  }
}

/** The parts of the record in other tables. */
export async function findSubjectTraces(
  db: Db,
  id: string,
): Promise<Pick<SubjectRecord, 'videos' | 'consents' | 'links' | 'reliances' | 'reminders' | 'fetched'>> {
  const consents = await findConsents(db, id)
  const links = [...(await findLinks(db, id, 'documents')), ...(await findLinks(db, id, 'page'))]
  const videos = await sql<{
    id: string
    title: string
    external_id: string | null
    at: Date
    by: string
    facts: unknown
  }>`
    SELECT v.id, v.title, v.external_id, vp.added_at AS at, a.name AS by, vp.facts
    FROM video_performer vp JOIN video v ON v.id = vp.video_id JOIN account a ON a.id = vp.added_by
    WHERE vp.performer_id = ${id} ORDER BY vp.id`.execute(db)
  const reliances = await sql<{
    owner: string
    recipient: string
    checked_at: Date
    identity_check: IdentityCheck | null
    permitted_at: Date
    accepted_at: Date | null
    ended_at: Date | null
    ended_by: RelianceEnd | null
  }>`
    SELECT o.name AS owner, c.name AS recipient, r.checked_at, r.identity_check, r.permitted_at, r.accepted_at, r.ended_at, r.ended_by
    FROM identity_reliance r JOIN organisation o ON o.id = r.owner_id JOIN organisation c ON c.id = r.recipient_id
    WHERE (r.origin_id = ${id} OR r.performer_id = ${id}) AND r.permitted_at IS NOT NULL ORDER BY r.id`.execute(
    db,
  )
  const reminders = await sql<{ document_id: string; step: number; at: Date }>`
    SELECT m.document_id, m.step, m.sent_at AS at FROM expiry_mail m JOIN document_version d ON d.id = m.document_id
    WHERE d.performer_id = ${id} ORDER BY m.sent_at`.execute(db)
  const fetched = await sql<{ document_id: string; by: string; at: Date }>`
    SELECT w.document_id, a.name AS by, w.at FROM document_view w JOIN document_version d ON d.id = w.document_id
    JOIN account a ON a.id = w.account_id WHERE d.performer_id = ${id} ORDER BY w.at`.execute(db)
  return {
    videos: videos.rows.map((row) => ({
      id: row.id,
      title: row.title,
      externalId: row.external_id,
      addedAt: row.at.toISOString(),
      addedBy: row.by,
      facts: row.facts,
    })),
    consents: consents.map(presentConsent),
    links: links.map((row) => ({
      kind: row.kind,
      createdAt: row.created_at.toISOString(),
      expiresAt: row.expires_at.toISOString(),
      openedAt: row.opened_at?.toISOString() ?? null,
      statedAt: row.stated_at?.toISOString() ?? null,
      differs: row.stated_differs,
      doneAt: row.done_at?.toISOString() ?? null,
    })),
    reliances: reliances.rows.map((row) => ({
      checkedBy: row.owner,
      usedBy: row.recipient,
      checkedAt: row.checked_at.toISOString(),
      identityCheck: row.identity_check && identityCheckLabels[row.identity_check],
      permittedAt: row.permitted_at.toISOString(),
      registeredAt: row.accepted_at?.toISOString() ?? null,
      endedAt: row.ended_at?.toISOString() ?? null,
      endedBy: row.ended_by && relianceEndLabels[row.ended_by],
    })),
    reminders: reminders.rows.map((row) => ({
      documentId: row.document_id,
      days: row.step,
      sentAt: row.at.toISOString(),
    })),
    fetched: fetched.rows.map((row) => ({
      documentId: row.document_id,
      by: row.by,
      at: row.at.toISOString(),
    })),
  }
}
