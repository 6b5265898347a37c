import type { Performer } from '@kyc/contract/performers.ts'
import { addVideoPerformers, type Video } from '@kyc/contract/videos.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { call } from '../../api/call.ts'
import { paths } from '../../paths.ts'
import { useGo } from '../../ui/go.tsx'
import { showToast } from '../../ui/toast.ts'
import { refreshVideos } from './video-queries.ts'

export type AddPerformers = ReturnType<typeof useAddPerformers>

/** The performers chosen on any page of the list, and the request that adds them all. */
export function useAddPerformers(video: Video) {
  const go = useGo()
  const queries = useQueryClient()
  const done = useRef(false)
  const [chosen, setChosen] = useState<ReadonlySet<Performer['id']>>(new Set())
  const [key, setKey] = useState(() => crypto.randomUUID())
  const add = useMutation({
    mutationFn: () =>
      call(addVideoPerformers, {
        params: { id: video.id },
        body: { performerIds: [...chosen] },
        idempotencyKey: key,
      }),
    onSuccess: async () => {
      done.current = true
      await refreshVideos(queries)
      await go(paths.video(video.id))
      showToast(`${chosen.size}名を動画に追加しました`)
    },
    // A chosen performer may have been deleted since the list was loaded.
    onError: () => refreshVideos(queries),
  })
  const choose = (next: ReadonlySet<Performer['id']>) => {
    setChosen(next)
    setKey(crypto.randomUUID())
    add.reset()
  }
  return {
    chosen,
    toggle(id: Performer['id']) {
      const next = new Set(chosen)
      if (!next.delete(id)) next.add(id)
      choose(next)
    },
    clear: () => choose(new Set()),
    send: () => add.mutate(),
    isPending: add.isPending,
    error: add.error,
    losesWork: () => chosen.size > 0 && !done.current,
  }
}
