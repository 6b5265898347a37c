import { listPapers, openPaper, type Paper } from '@kyc/contract/papers.ts'
import { type QueryClient, useQuery } from '@tanstack/react-query'
import { callFile } from '../../../api/call.ts'
import { callQuery, queryKey } from '../../../api/queries.ts'
import type { DocumentAddress, FileSource, ViewedDocument } from '../../documents/document-endpoint.ts'
import { refreshVideos } from '../video-queries.ts'

/** The newest version of each paper of a video. */
export function usePapers(videoId: string) {
  return useQuery(callQuery(listPapers, { params: { id: videoId } }))
}

/** Serves the papers of a video. */
export function paperFiles(videoId: string): FileSource {
  const paramsOf = ({ performerId, type }: DocumentAddress) => ({ id: videoId, performerId, type })
  return {
    key: (document) => queryKey(openPaper.name, paramsOf(document)),
    fetch: (document, { prefetch: _, ...query }, signal) =>
      callFile(openPaper, { params: paramsOf(document), query, ...(signal && { signal }) }),
  }
}

/** A paper as the viewer shows it. */
export function viewed(paper: Paper): ViewedDocument {
  return { ...paper, uploaded_at: paper.uploadedAt, thumbnail: paper.mimeType !== 'application/pdf' }
}

/** Refetches what a change of a paper has changed: the papers, the gate and the lists. */
export async function refreshPapers(queries: QueryClient): Promise<void> {
  await Promise.all([queries.invalidateQueries({ queryKey: queryKey('papers') }), refreshVideos(queries)])
}
