import type { AuditAction, AuditResourceType } from '@kyc/contract/audit-vocabulary.ts'
import type { CaseClosure } from '@kyc/contract/case-vocabulary.ts'
import { dayInJapan } from '@kyc/contract/dates.ts'
import { isUnderAge, performerStatus } from '@kyc/contract/document-rules.ts'
import type { DocumentType, IdKind, PerformerStatus } from '@kyc/contract/document-vocabulary.ts'
import type { RawBuilder, Selectable } from 'kysely'
import type { Tables } from '../../platform/db/tables.ts'
import type { Tx } from '../../platform/db/transaction.ts'
import { Problem } from '../../platform/problem.ts'
import { updatePerformerRow } from './performers-repository.ts'
import { currentDocuments, type DocumentRow } from './record-documents.ts'

interface PerformerChange {
  readonly at: Date
  readonly action: AuditAction
  readonly resourceType: AuditResourceType
  readonly documentType: DocumentType | null
  /** Whether it changed what the front of the ID proves: an approval of that front is withdrawn. */
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
  /**
   * The document type whose decision was withdrawn: only a verification approves, or the identity has changed (D117).
   */
  readonly reopened: DocumentType | null
}

/** The columns of a performer that follow from its documents, besides the date of birth, which a reading can fill. */
const derivedColumns = [
  'status',
  'date_of_birth',
  'pending_since',
  'case_closed',
  'ever_decided',
  'ever_verified',
] as const
type Derived = Pick<Selectable<Tables['performer']>, (typeof derivedColumns)[number]>

/**
 * Updates the performer after a change of its documents, in the transaction of that change. Only a verification
 * approves: if another change removes the last obstacle, the ID front needs a new decision (D14). Requires the
 * performer's row lock.
 */
export async function refreshPerformer(
  tx: Tx,
  performerId: string,
  change: PerformerChange,
): Promise<Refreshed> {
  const performer = await tx
    .selectFrom('performer')
    .select(derivedColumns)
    .where('id', '=', performerId)
    .executeTakeFirstOrThrow()
  const before = performer.status
  const documents = await currentDocuments(tx, performerId)
  const approvable = before !== 'approved' && performerStatus(documents) === 'approved'
  const outdated =
    change.identity && documents.some(({ type, status }) => type === 'idFront' && status === 'verified')
  const reopened = outdated || (approvable && change.action !== 'verify') ? 'idFront' : null
  const current = reopened ? await reopen(tx, performerId, reopened) : documents
  const after = afterChange(performer, current, change)
  await updatePerformerRow(tx, performerId, after)
  return { before, after: after.status, reopened }
}

/**
 * The columns of a performer after a change that left the documents `current`: status (D12), since when a document is
 * pending and whether such a one was resubmitted, whether a decision was ever made, earliest expiry (D16) and last
 * change.
 */
export function afterChange(performer: Derived, current: readonly DocumentRow[], change: PerformerChange) {
  const { details, closure, at } = change
  const date_of_birth = details?.date_of_birth ?? performer.date_of_birth
  const case_closed = closure?.kind === 'final' ? 'final' : (performer.case_closed ?? closure?.kind ?? null)
  const status = performerStatus(current)
  const approved = status === 'approved' && performer.status !== 'approved'
  if (approved && date_of_birth !== null && isUnderAge(date_of_birth, dayInJapan(at)))
    throw new Problem('UNDER_AGE')
  return {
    ...details,
    date_of_birth,
    case_closed,
    ...(closure && { closed_at: at, closed_by: closure.by }),
    status,
    ever_decided: performer.ever_decided || current.some((document) => document.decided_at !== null),
    ever_verified: performer.ever_verified || current.some((document) => document.status === 'verified'),
    // A closed case waits for no review, and neither does a draft (D80).
    pending_since:
      case_closed === null && status !== 'draft' ? pendingSince(current, performer.pending_since, at) : null,
    resubmitted: current.some((document) => document.status === 'pending' && document.resubmission > 0),
    expires_on: current.flatMap((document) => document.expires_on ?? []).sort()[0] ?? null,
    last_action: change.action,
    last_resource_type: change.resourceType,
    last_document_type: change.documentType,
    updated_at: at,
  }
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
