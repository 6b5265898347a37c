import type { QueryIn } from '@kyc/contract/endpoint.ts'
import { getVideo, listVideoCandidates, listVideoPerformers, listVideos } from '@kyc/contract/videos.ts'
import { keepPreviousData, type QueryClient, useQuery } from '@tanstack/react-query'
import { call, callPaged } from '../../api/call.ts'
import { queryKeys } from '../../api/query-keys.ts'

export function useVideoList(query: QueryIn<typeof listVideos>) {
  return useQuery({
    queryKey: queryKeys.videoList(query),
    queryFn: ({ signal }) => callPaged(listVideos, { query, signal }),
    placeholderData: keepPreviousData,
  })
}

export function useVideo(id: string) {
  return useQuery({
    queryKey: queryKeys.videoRecord(id),
    queryFn: ({ signal }) => call(getVideo, { params: { id }, signal }),
  })
}

export function useVideoPerformers(id: string, cursor: string | undefined) {
  return useQuery({
    queryKey: queryKeys.videoPerformers(id, cursor),
    queryFn: ({ signal }) => callPaged(listVideoPerformers, { params: { id }, query: { cursor }, signal }),
    placeholderData: keepPreviousData,
  })
}

export function useVideoCandidates(id: string, query: QueryIn<typeof listVideoCandidates>) {
  return useQuery({
    queryKey: queryKeys.videoCandidates(id, query),
    queryFn: ({ signal }) => callPaged(listVideoCandidates, { params: { id }, query, signal }),
    placeholderData: keepPreviousData,
  })
}

/** Refetches the lists, counts and candidates on screen after a change to a video. */
export async function refreshVideos(queries: QueryClient): Promise<void> {
  await Promise.all([
    queries.invalidateQueries({ queryKey: queryKeys.videos }),
    queries.invalidateQueries({ queryKey: queryKeys.dashboard }),
  ])
}
