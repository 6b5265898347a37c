import type { BodyIn } from '@kyc/contract/endpoint.ts'
import { getVideoFacts, saveAppearances, saveVideoFacts, type VideoFacts } from '@kyc/contract/title-facts.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../../api/call.ts'
import { callQuery } from '../../../api/queries.ts'
import { refreshVideos } from '../video-queries.ts'

/** The facts of a video. */
export function useFacts(videoId: string) {
  return useQuery(callQuery(getVideoFacts, { params: { id: videoId } }))
}

/**
 * The facts as they were when the dialog opened that calls it: an entry is known by its place in its list, which a live
 * update may move. The server refuses their version after a change by another account.
 */
export function useOpenedFacts(facts: VideoFacts): VideoFacts {
  return useState(facts)[0]
}

/** The acts that change the facts, each of one part; the rest is sent as the page has it. */
export function useSaveFacts(videoId: string, facts: VideoFacts) {
  const queries = useQueryClient()
  const params = { id: videoId }
  return {
    async title(part: Record<string, unknown>) {
      const { appearances: _, ...title } = facts
      const body = { ...title, ...part } as BodyIn<typeof saveVideoFacts> // the server checks the part
      await call(saveVideoFacts, { params, body })
      await refreshVideos(queries)
    },
    async appearances(ids: readonly string[], parts: Record<string, unknown>) {
      const performers = facts.appearances
        .filter(({ performerId }) => ids.includes(performerId))
        .map(({ performerId: id, version }) => ({ id, version }))
      const body = { performers, ...parts } as BodyIn<typeof saveAppearances> // the server checks the parts
      await call(saveAppearances, { params, body })
      await refreshVideos(queries)
    },
  }
}
