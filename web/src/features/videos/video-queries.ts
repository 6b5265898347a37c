import { getVideo } from '@kyc/contract/videos.ts'
import { type QueryClient, useQuery } from '@tanstack/react-query'
import { callQuery, queryKey } from '../../api/queries.ts'

export function useVideo(id: string) {
  return useQuery(callQuery(getVideo, { params: { id } }))
}

/** Refetches the lists, counts and candidates on screen after a change to a video. */
export async function refreshVideos(queries: QueryClient): Promise<void> {
  await Promise.all([
    queries.invalidateQueries({ queryKey: queryKey('videos') }),
    queries.invalidateQueries({ queryKey: queryKey('dashboard') }),
  ])
}
