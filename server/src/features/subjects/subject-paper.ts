import type { DocumentStatus, PaperType } from '@kyc/contract/document-vocabulary.ts'
import type { PaperRejectionCode } from '@kyc/contract/paper-checks.ts'
import { type Selectable, sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import type { Tables } from '../../platform/db/tables.ts'

/** A contract or an explanation sheet in the archive of a person (D91). */
export interface SubjectPaper {
  readonly id: string
  readonly videoId: string
  readonly type: PaperType
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
  readonly rejectCodes: readonly PaperRejectionCode[]
  readonly rejectMessage: string | null
  readonly rejectNote: string | null
  readonly destroyedAt: string | null
  /** As of a document. */
  readonly file: string | null
}

export type SubjectPaperRow = Selectable<Tables['paper']> & {
  readonly uploader: string
  readonly decider: string | null
}

/** All versions of the papers, in the order of their upload. */
export async function findSubjectPapers(db: Db, id: string): Promise<SubjectPaperRow[]> {
  const { rows } = await sql<SubjectPaperRow>`
    SELECT a.*, uploader.name AS uploader, decider.name AS decider
    FROM paper a JOIN account uploader ON uploader.id = a.uploaded_by
    LEFT JOIN account decider ON decider.id = a.decided_by
    WHERE a.performer_id = ${id} ORDER BY a.uploaded_at, a.id`.execute(db)
  return rows
}

export function presentSubjectPaper(row: SubjectPaperRow, file: string | null): SubjectPaper {
  return {
    id: row.id,
    videoId: row.video_id,
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
    uploadedBy: row.uploader,
    decidedAt: row.decided_at?.toISOString() ?? null,
    decidedBy: row.decider,
    rejectCodes: row.reject_codes,
    rejectMessage: row.reject_message,
    rejectNote: row.reject_note,
    destroyedAt: row.destroyed_at?.toISOString() ?? null,
    file,
  }
}
