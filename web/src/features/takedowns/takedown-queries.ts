import { getTakedown, listTakedowns, type Takedown } from '@kyc/contract/takedowns.ts'
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { callQuery, keyOf, pageQuery, queryKey } from '../../api/queries.ts'
import { stops } from './takedown-text.ts'

export function useTakedown(id: string) {
  return useQuery(callQuery(getTakedown, { params: { id } }))
}

/** The requests that name the video or one that it is derived from, the open ones first. */
export function useTakedownsOf(videoId: string) {
  const open = useQuery(pageQuery(listTakedowns, { query: { video: videoId } }))
  const closed = useQuery(pageQuery(listTakedowns, { query: { video: videoId, state: 'closed' } }))
  const all = open.data && closed.data && [...open.data.items, ...closed.data.items]
  return {
    all,
    pending: open.isPending || closed.isPending,
    /** The requests that keep the video from being published. */
    stopping: all?.filter(({ state }) => stops(state)) ?? [],
    failed: [open, closed].find(({ isError, data }) => isError && !data),
  }
}

/** Returns a function for acts on a request. It then shows the changed request, or after a refusal the current one. */
export function useTakedownAct({ id }: Pick<Takedown, 'id'>) {
  const queries = useQueryClient()
  return async (act: () => Promise<Takedown>): Promise<Takedown> => {
    try {
      const after = await act()
      queries.setQueryData(keyOf(getTakedown, { params: { id } }), after)
      return after
    } finally {
      // A refused act may mean that the request has changed meanwhile, such as in another window.
      await refreshTakedowns(queries)
    }
  }
}

/** Refetches the requests on screen, the videos that they stop, and the log. */
export async function refreshTakedowns(queries: QueryClient): Promise<void> {
  await Promise.all(
    (['takedowns', 'videos', 'dashboard', 'audit.list'] as const).map((name) =>
      queries.invalidateQueries({ queryKey: queryKey(name) }),
    ),
  )
}
