import type { DocumentType } from '@kyc/contract/document-vocabulary.ts'
import type { PerformerDocument } from '@kyc/contract/documents.ts'

/** The open dialog about documents; at most one is open at a time. */
export type DocumentOpen =
  | {
      readonly kind: 'view'
      readonly documents: readonly PerformerDocument[]
      readonly firstId: string
      /** The focus starts at the decision. */
      readonly decide?: boolean
    }
  | { readonly kind: 'submit'; readonly types: readonly DocumentType[] }
  | { readonly kind: 'reject'; readonly doc: PerformerDocument }
  | { readonly kind: 'versions'; readonly type: DocumentType }
