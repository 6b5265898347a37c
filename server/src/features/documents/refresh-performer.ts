import type { AuditAction, AuditResourceType } from '@kyc/contract/audit-vocabulary.ts'
import { dayInJapan } from '@kyc/contract/dates.ts'
import { isUnderAge, performerStatus } from '@kyc/contract/document-rules.ts'
import type { DocumentType, PerformerStatus } from '@kyc/contract/document-vocabulary.ts'
import { sql } from 'kysely'
import type { Tx } from '../../platform/db/transaction.ts'
import { Problem } from '../../platform/problem.ts'
import { currentDocuments } from './document-repository.ts'

export interface PerformerChange {
  readonly at: Date
  readonly action: AuditAction
  readonly resourceType: AuditResourceType
  readonly documentType: DocumentType | null
}

/**
 * Stores what follows from a change of a performer's documents, in the transaction of that change: status (D12),
 * since when it waits, earliest expiry (D16), and what happened last. Call it under the performer's row lock.
 * @throws Problem UNDER_AGE when it would approve somebody under 18 (D15)
 */
export async function refreshPerformer(
  tx: Tx,
  performerId: string,
  change: PerformerChange,
): Promise<{ before: PerformerStatus; after: PerformerStatus }> {
  const current = await currentDocuments(tx, performerId)
  const { status: before, date_of_birth: born } = await tx
    .selectFrom('performer')
    .select(['status', 'date_of_birth'])
    .where('id', '=', performerId)
    .executeTakeFirstOrThrow()
  const after = performerStatus(current)
  const approved = after === 'approved' && before !== 'approved'
  if (approved && born !== null && isUnderAge(born, dayInJapan(change.at))) throw new Problem('UNDER_AGE')
  const expiries = current.flatMap((document) => document.expires_on ?? []).sort()
  await tx
    .updateTable('performer')
    .set({
      status: after,
      pending_since: after === 'pending' ? sql`coalesce(pending_since, ${change.at})` : null,
      expires_on: expiries[0] ?? null,
      last_action: change.action,
      last_resource_type: change.resourceType,
      last_document_type: change.documentType,
      updated_at: change.at,
      version: sql`version + 1`,
    })
    .where('id', '=', performerId)
    .execute()
  return { before, after }
}
