import { type DocumentType, documentTypes } from '@kyc/contract/document-vocabulary.ts'
import {
  type DocumentMetadata,
  listDocumentMetadata,
  listDocuments,
  listDocumentVersions,
} from '@kyc/contract/documents.ts'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { use } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { callQuery, queryKey } from '../../api/queries.ts'
import { type DocumentAddress, DocumentFiles, type FileSource } from './document-endpoint.ts'

export function useDocuments(performerId: string) {
  return useQuery(callQuery(listDocuments, { params: { id: performerId } }))
}

export interface MetadataReply {
  readonly items: readonly DocumentMetadata[]
  /** Whether to show the notice of spec §8. */
  readonly unavailable: boolean
}

export function useDocumentMetadata(performerId: string) {
  return useQuery({
    queryKey: queryKey('documents.metadata', { id: performerId }),
    queryFn: ({ signal }) =>
      metadataReply(call(listDocumentMetadata, { params: { id: performerId }, signal })),
  })
}

/** 404, timeouts and network errors yield an empty list and the notice. */
export async function metadataReply(reply: Promise<unknown>): Promise<MetadataReply> {
  try {
    return { items: metadataOf(await reply), unavailable: false }
  } catch (error) {
    if (error instanceof ApiError && (error.status === 404 || error.status === 0)) {
      return { items: [], unavailable: true }
    }
    throw error
  }
}

/** Accepts a bare list or one inside a success/data envelope (spec §7); any other body counts as empty. */
export function metadataOf(body: unknown): DocumentMetadata[] {
  const list = isEnvelope(body) ? body.data : body
  return Array.isArray(list) ? list.filter(isMetadata) : []
}

function isEnvelope(body: unknown): body is { success: unknown; data: unknown } {
  return typeof body === 'object' && body !== null && 'success' in body && 'data' in body
}

/** Checks the type only: the server validates its replies against the schema. */
function isMetadata(item: unknown): item is DocumentMetadata {
  if (typeof item !== 'object' || item === null || !('type' in item)) return false
  return documentTypes.some((type) => type === item.type)
}

export function useDocumentVersions(performerId: string, type: DocumentType) {
  return useQuery(callQuery(listDocumentVersions, { params: { id: performerId, type } }))
}

type Rendition = 'thumbnail' | 'screen' | 'full'

interface BytesOptions {
  /** Loads the bytes ahead of their display: the entry states so, and the version does not count as opened (D38). */
  readonly prefetch?: boolean
}

/**
 * The bytes of one version. They stay in memory only while a component shows them. A version never changes,
 * so it is never refetched in the background, which would be audited as another view.
 */
export function documentBytesQuery(
  files: FileSource,
  document: DocumentAddress,
  size: Rendition,
  { prefetch = false }: BytesOptions = {},
) {
  const { version } = document
  return queryOptions({
    queryKey: [...files.key(document), version, size],
    queryFn: async ({ signal }) => {
      const query = size === 'thumbnail' ? ({ thumbnail: '1', version } as const) : { size, version }
      return (await files.fetch(document, prefetch ? { ...query, prefetch: '1' } : query, signal)).blob
    },
    staleTime: 'static',
    gcTime: 0,
  })
}

export function useDocumentBytes(doc: DocumentAddress, size: Rendition, enabled = true) {
  return useQuery({ ...documentBytesQuery(use(DocumentFiles), doc, size), enabled })
}
