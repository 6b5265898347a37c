import type { CursorCodec } from '../../platform/cursor.ts'
import type { ReadingKeys } from '../audit/seal.ts'
import type { DocumentServices } from '../documents/document-services.ts'

/** What this feature needs of the services. */
export type PerformerServices = DocumentServices &
  ReadingKeys & {
    readonly cursors: CursorCodec
    readonly config: { readonly retentionYears: number }
  }
