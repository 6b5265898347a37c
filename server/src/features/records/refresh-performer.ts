import type { AuditAction, AuditResourceType } from '@kyc/contract/audit-vocabulary.ts'
import type { CaseClosure } from '@kyc/contract/case-vocabulary.ts'
import { dayInJapan } from '@kyc/contract/dates.ts'
import { isUnderAge, performerStatus } from '@kyc/contract/document-rules.ts'
import type { DocumentType, IdKind, PerformerStatus } from '@kyc/contract/document-vocabulary.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../platform/db/transaction.ts'
import { Problem } from '../../platform/problem.ts'
import { currentDocuments, type DocumentRow } from './record-documents.ts'

interface PerformerChange {
  readonly at: Date
  readonly action: AuditAction
  readonly resourceType: AuditResourceType
  readonly documentType: DocumentType | null
  /** Whether it changed what the front of the ID proves: an approval of that front is withdrawn (D117). */
  readonly identity?: boolean
  /** Details that a reviewer read, written with the rest. */
  readonly details?: {
    readonly date_of_birth?: string
    readonly id_kind?: IdKind
    readonly field_changes: RawBuilder<string>
  }
  /** Closes the case (D78). Of several rejections in one call, a final one gives the reason. */
  readonly closure?: { readonly kind: CaseClosure; readonly by: string }
}

interface Refreshed {
  readonly before: PerformerStatus
  readonly after: PerformerStatus
  /** The document type whose decision was withdrawn, because only a verification approves, or because of D117. */
  readonly reopened: DocumentType | null
  readonly caseClosed: CaseClosure | null
}

/**
 * Updates the performer after a change of its documents, in the transaction of that change: status (D12),
 * since when a document is pending and whether such a one was resubmitted, whether a decision was ever made, earliest expiry (D16) and last change. Only a
 * verification approves: if another change removes the last obstacle, the ID front needs a new decision
 * (D14). Requires the performer's row lock.
 */
export async function refreshPerformer(
  tx: Tx,
  performerId: string,
  change: PerformerChange,
): Promise<Refreshed> {
  const {
    status: before,
    pending_since,
    ...stored
  } = await tx
    .selectFrom('performer')
    .select(['status', 'date_of_birth', 'pending_since', 'case_closed'])
    .where('id', '=', performerId)
    .executeTakeFirstOrThrow()
  const { details, closure } = change
  const born = details?.date_of_birth ?? stored.date_of_birth
  const case_closed = closure?.kind === 'final' ? closure.kind : (stored.case_closed ?? closure?.kind ?? null)
  const documents = await currentDocuments(tx, performerId)
  const approvable = before !== 'approved' && performerStatus(documents) === 'approved'
  const outdated =
    change.identity && documents.some(({ type, status }) => type === 'idFront' && status === 'verified')
  const reopened = outdated || (approvable && change.action !== 'verify') ? 'idFront' : null
  const current = reopened ? await reopen(tx, performerId, reopened) : documents
  const after = performerStatus(current)
  const approved = after === 'approved' && before !== 'approved'
  if (approved && born !== null && isUnderAge(born, dayInJapan(change.at))) throw new Problem('UNDER_AGE')
  const expiries = current.flatMap((document) => document.expires_on ?? []).sort()
  await tx
    .updateTable('performer')
    .set({
      ...details,
      ...(closure && { case_closed, closed_at: change.at, closed_by: closure.by }),
      status: after,
      ever_decided: sql`ever_decided OR ${documents.some((document) => document.decided_at !== null)}`,
      ever_verified: sql`ever_verified OR ${documents.some((document) => document.status === 'verified')}`,
      // A closed case waits for no review (D78), and neither does a draft (D80).
      pending_since:
        case_closed === null && after !== 'draft' ? pendingSince(current, pending_since, change.at) : null,
      resubmitted: current.some(({ status, resubmission }) => status === 'pending' && resubmission > 0),
      expires_on: expiries[0] ?? null,
      last_action: change.action,
      last_resource_type: change.resourceType,
      last_document_type: change.documentType,
      updated_at: change.at,
      version: sql`version + 1`,
    })
    .where('id', '=', performerId)
    .execute()
  return { before, after, reopened, caseClosed: case_closed }
}

/**
 * Since when the performer waits for a review: since its oldest pending document was submitted, but not
 * longer than it has had a pending document without interruption. Null while no document is pending. A draft waits for
 * no review.
 */
function pendingSince(current: readonly DocumentRow[], before: Date | null, at: Date): Date | null {
  const uploads = current.filter(({ status }) => status === 'pending').map(({ uploaded_at }) => uploaded_at)
  if (uploads.length === 0) return null
  return before === null ? at : new Date(Math.max(before.getTime(), Math.min(...uploads.map(Number))))
}

/** Withdraws the decision on the newest version of a slot, and its kind of ID with it. */
async function reopen(tx: Tx, performerId: string, type: DocumentType): Promise<DocumentRow[]> {
  await tx
    .updateTable('document_version')
    .set({ status: 'pending', decided_by: null, decided_at: null, id_kind: null, checks: [] })
    .where('performer_id', '=', performerId)
    .where('type', '=', type)
    .where('is_current', '=', true)
    .execute()
  return currentDocuments(tx, performerId)
}
