import type { Paper } from '@kyc/contract/papers.ts'
import { type Actor, readsAll } from '../../access/actor.ts'
import type { PaperServices } from './paper-services.ts'
import type { PaperRow } from './papers-repository.ts'

/** Presents a version to `actor`. Users see no notes. */
export function presentPaper({ config }: Pick<PaperServices, 'config'>, actor: Actor, row: PaperRow): Paper {
  return {
    id: row.id,
    videoId: row.video_id,
    performerId: row.performer_id,
    type: row.type,
    version: row.version,
    filename: row.filename,
    status: row.status,
    uploadedAt: row.uploaded_at.toISOString(),
    uploadedBy: row.uploader,
    decidedAt: row.decided_at?.toISOString() ?? null,
    decidedBy: row.decider,
    rejection:
      row.status === 'rejected'
        ? {
            codes: row.reject_codes,
            message: row.reject_message ?? '',
            note: readsAll(actor) ? row.reject_note : null,
          }
        : null,
    checks: row.checks,
    mimeType: row.mime_type,
    size: row.size,
    pages: row.pages,
    ownWork: config.fourEyes && isOwnPaper(actor, row),
  }
}

/** Whether the actor uploaded, sent or drafted this, or entered what it is compared with (D6). */
export function isOwnPaper(
  actor: Actor,
  row: Pick<PaperRow, 'uploaded_by' | 'facts_by' | 'drafters'>,
): boolean {
  return [row.uploaded_by, row.facts_by, ...row.drafters].includes(actor.id)
}
