import { type DocumentType, documentTypes } from '@kyc/contract/document-vocabulary.ts'
import {
  type DocumentMetadata,
  listDocumentMetadata,
  listDocuments,
  listDocumentVersions,
  openDocument,
} from '@kyc/contract/documents.ts'
import { type QueryClient, useQuery } from '@tanstack/react-query'
import { ApiError } from '../../api/api-error.ts'
import { call, callFile } from '../../api/call.ts'
import { queryKeys } from '../../api/query-keys.ts'

/** One version of a document, as its bytes are asked for. */
interface DocumentAddress {
  readonly performerId: string
  readonly type: DocumentType
  readonly version: number
}

export function useDocuments(performerId: string) {
  return useQuery({
    queryKey: queryKeys.documentList(performerId),
    queryFn: ({ signal }) => call(listDocuments, { params: { id: performerId }, signal }),
  })
}

export interface MetadataReply {
  readonly items: readonly DocumentMetadata[]
  /** The notice of spec §8 is due. */
  readonly unavailable: boolean
}

export function useDocumentMetadata(performerId: string) {
  return useQuery({
    queryKey: queryKeys.documentMetadata(performerId),
    queryFn: ({ signal }) =>
      metadataReply(call(listDocumentMetadata, { params: { id: performerId }, signal })),
  })
}

/** 404, time-outs and network errors give an empty list and the notice (spec §8, D10). */
export async function metadataReply(answer: Promise<unknown>): Promise<MetadataReply> {
  try {
    return { items: metadataOf(await answer), unavailable: false }
  } catch (error) {
    if (error instanceof ApiError && (error.status === 404 || error.status === 0)) {
      return { items: [], unavailable: true }
    }
    throw error
  }
}

/** The list inside a success/data envelope, or bare (spec §7); whatever is neither counts as empty. */
export function metadataOf(body: unknown): DocumentMetadata[] {
  const list = isEnvelope(body) ? body.data : body
  return Array.isArray(list) ? list.filter(isMetadata) : []
}

function isEnvelope(body: unknown): body is { success: unknown; data: unknown } {
  return typeof body === 'object' && body !== null && 'success' in body && 'data' in body
}

/** The rest of the entry is as the server's own schema made it. */
function isMetadata(item: unknown): item is DocumentMetadata {
  if (typeof item !== 'object' || item === null || !('type' in item)) return false
  return documentTypes.some((type) => type === item.type)
}

export function useDocumentVersions(performerId: string, type: DocumentType) {
  return useQuery({
    queryKey: queryKeys.documentVersions(performerId, type),
    queryFn: ({ signal }) => call(listDocumentVersions, { params: { id: performerId, type }, signal }),
  })
}

/**
 * The bytes of one version. They are kept in memory only while something shows them, and a version never changes,
 * so that they are fetched once a page and never behind the reader's back (D38).
 */
export function useDocumentBytes(
  { performerId, type, version }: DocumentAddress,
  size: 'thumbnail' | 'screen' | 'full',
  enabled = true,
) {
  return useQuery({
    queryKey: queryKeys.documentFile(performerId, type, version, size),
    queryFn: async ({ signal }) => {
      const query = size === 'thumbnail' ? ({ thumbnail: '1', version } as const) : { size, version }
      return (await callFile(openDocument, { params: { id: performerId, type }, query, signal })).blob
    },
    enabled,
    staleTime: 'static',
    gcTime: 0,
  })
}

/** After a change to a performer or its documents: whatever is on screen about them is asked for again. */
export async function refreshPerformers(queries: QueryClient): Promise<void> {
  await Promise.all([
    queries.invalidateQueries({ queryKey: queryKeys.performers }),
    queries.invalidateQueries({ queryKey: queryKeys.dashboard }),
  ])
}
