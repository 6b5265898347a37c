import type { AnyDocumentType, DocumentType } from '@kyc/contract/document-vocabulary.ts'
import { openDocument, type PerformerDocument } from '@kyc/contract/documents.ts'
import type { QueryIn } from '@kyc/contract/endpoint.ts'
import type { QueryKey } from '@tanstack/react-query'
import { createContext } from 'react'
import { callFile } from '../../api/call.ts'
import { queryKey } from '../../api/queries.ts'

/** What the viewer shows of a version of a document, or of a paper of an appearance. */
export type ViewedDocument = Pick<
  PerformerDocument,
  | 'id'
  | 'performerId'
  | 'version'
  | 'filename'
  | 'status'
  | 'mimeType'
  | 'size'
  | 'pages'
  | 'thumbnail'
  | 'uploaded_at'
> & { readonly type: AnyDocumentType }

export type DocumentAddress = Pick<ViewedDocument, 'performerId' | 'type' | 'version'>

/** The call that serves the bytes of documents. */
export interface FileSource {
  /** The start of the keys of all queries for the document. */
  readonly key: (document: DocumentAddress) => QueryKey
  readonly fetch: (
    document: DocumentAddress,
    query: QueryIn<typeof openDocument>,
    signal?: AbortSignal,
  ) => ReturnType<typeof callFile>
}

/** The parameters of a document of a record, whose type is no paper. */
export const slotOf = ({ performerId: id, type }: DocumentAddress) => ({ id, type: type as DocumentType })

const recordFiles: FileSource = {
  key: (document) => queryKey(openDocument.name, slotOf(document)),
  fetch: (document, query, signal) =>
    callFile(openDocument, { params: slotOf(document), query, ...(signal && { signal }) }),
}

/**
 * The call that serves the documents of the components inside: that of records, unless a page provides another one,
 * such as that of a sealed record (D17).
 */
export const DocumentFiles = createContext<FileSource>(recordFiles)
