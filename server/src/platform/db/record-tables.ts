import type { AuditAction, AuditResourceType } from '@kyc/contract/audit-vocabulary.ts'
import type {
  DocumentStatus,
  DocumentType,
  IdKind,
  MimeType,
  PerformerStatus,
  RejectionCode,
} from '@kyc/contract/document-vocabulary.ts'
import type { ColumnType, Generated, GeneratedAlways, JSONColumnType } from 'kysely'

// The tables of performers, documents and uploads, as queries see them (see tables.ts).

/** The last change of each detail since the registration, by the name that the contract has for the field. */
export type FieldChanges = Readonly<Record<string, FieldChange>>

export interface FieldChange {
  readonly by: string
  /** The change is part of this version of the record and of all later ones. */
  readonly version: number
  /** `verify`: read by a reviewer from a document (D14). */
  readonly act: 'edit' | 'verify'
}

export interface PerformerTable {
  id: string
  owner_id: string
  last_name: string
  first_name: string
  last_name_roman: string
  first_name_roman: string
  sort_name: string
  search_text: string
  search_grams: string[]
  external_id: string | null
  external_key: GeneratedAlways<string | null>
  email: string | null
  date_of_birth: string | null
  nationality: string | null
  id_kind: IdKind | null
  status: Generated<PerformerStatus>
  status_rank: GeneratedAlways<number>
  pending_since: Date | null
  expires_on: string | null
  last_action: Generated<AuditAction>
  last_resource_type: Generated<AuditResourceType>
  last_document_type: DocumentType | null
  version: Generated<number>
  ever_decided: Generated<boolean>
  ever_verified: Generated<boolean>
  field_changes: ColumnType<FieldChanges, string | undefined, string>
  created_at: Date
  updated_at: Date
  sealed_at: Date | null
  sealed_by: string | null
  retain_until: string | null
  legal_hold: Generated<boolean>
  destroyed_at: Date | null
}

export interface DocumentVersionTable {
  id: string
  performer_id: string
  type: DocumentType
  version: number
  is_current: boolean
  status: Generated<DocumentStatus>
  filename: string
  mime_type: MimeType
  size: number
  width: number | null
  height: number | null
  pages: number | null
  received_size: number
  received_sha256: Buffer
  stored_sha256: Buffer
  object_key: string
  object_bytes: number
  screen_key: string | null
  screen_bytes: number | null
  screen_size: number | null
  thumbnail_key: string | null
  thumbnail_bytes: number | null
  thumbnail_size: number | null
  uploaded_by: string
  uploaded_at: Date
  decided_by: string | null
  decided_at: Date | null
  reject_codes: Generated<RejectionCode[]>
  reject_message: string | null
  reject_note: string | null
  id_kind: IdKind | null
  expires_on: string | null
  destroyed_at: Date | null
}

export interface UploadIntentTable {
  id: string
  account_id: string
  object_keys: string[]
  worker_id: string
  state: 'pending' | 'committed' | 'aborting' | 'aborted'
  created_at: Generated<Date>
  heartbeat_at: Generated<Date>
}

export interface IdempotencyKeyTable {
  scope: string
  route: string
  key: string
  fingerprint: Buffer
  intent_id: string | null
  status: number | null
  body: JSONColumnType<Record<string, unknown>> | null
  created_at: Generated<Date>
  heartbeat_at: Generated<Date>
}
