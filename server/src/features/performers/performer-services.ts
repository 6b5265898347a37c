import type { CursorCodec } from '../../platform/cursor.ts'
import type { AuditKeys } from '../audit/seal.ts'
import type { DocumentServices } from '../documents/document-services.ts'

/** What this feature needs of the services. */
export type PerformerServices = DocumentServices & {
  readonly cursors: CursorCodec
  readonly auditKeys: AuditKeys
  readonly config: { readonly retentionYears: number }
}
