import type { AuditAction, AuditResourceType } from '@kyc/contract/audit-vocabulary.ts'
import type { DocumentType, IdKind, PerformerStatus } from '@kyc/contract/document-vocabulary.ts'
import { sql } from 'kysely'

/** What is read of a performer in order to show it. */
export interface PerformerRow {
  readonly id: string
  readonly owner_id: string
  readonly owner_name: string
  readonly last_name: string
  readonly first_name: string
  readonly last_name_roman: string
  readonly first_name_roman: string
  readonly external_id: string | null
  readonly email: string | null
  readonly date_of_birth: string | null
  readonly nationality: string | null
  readonly id_kind: IdKind | null
  readonly status: PerformerStatus
  readonly expires_on: string | null
  readonly last_action: AuditAction
  readonly last_resource_type: AuditResourceType
  readonly last_document_type: DocumentType | null
  readonly version: number
  readonly ever_decided: boolean
  readonly ever_verified: boolean
  readonly created_at: Date
  readonly updated_at: Date
}

/** The columns of a `PerformerRow` that stand in the table itself, which the query calls `p`. */
export const performerColumns = sql.raw(
  [
    ...['id', 'owner_id', 'last_name', 'first_name', 'last_name_roman', 'first_name_roman', 'external_id'],
    ...['email', 'date_of_birth', 'nationality', 'id_kind', 'status', 'expires_on', 'last_action'],
    ...['last_resource_type', 'last_document_type', 'version', 'ever_decided', 'ever_verified'],
    ...['created_at', 'updated_at'],
  ]
    .map((column) => `p.${column}`)
    .join(', '),
)
