import type { Video } from '@kyc/contract/videos.ts'
import { useState } from 'react'
import type { VideoSelection } from './VideoTable.tsx'

export type Selecting = ReturnType<typeof useSelecting>

/** The videos that were chosen on any page of the list; `chosen` is null while the list offers no choice. */
export function useSelecting() {
  const [chosen, setChosen] = useState<ReadonlyMap<string, Video> | null>(null)
  const selection: VideoSelection | undefined = chosen
    ? {
        chosen,
        toggle(video) {
          const next = new Map(chosen)
          if (!next.delete(video.id)) next.set(video.id, video)
          setChosen(next)
        },
      }
    : undefined
  return { chosen, selection, start: () => setChosen(new Map()), end: () => setChosen(null) }
}
