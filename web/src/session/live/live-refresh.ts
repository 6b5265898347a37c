import type { LiveHint } from '@kyc/contract/live.ts'
import type { Query, QueryClient, QueryKey } from '@tanstack/react-query'
import { queryKeys } from '../../api/query-keys.ts'
import type { TimerClock } from '../pausable-timer.ts'

export interface LiveRefreshOptions {
  readonly queries: QueryClient
  readonly clock: TimerClock
  /** From 0 to 1, as Math.random. */
  readonly random: () => number
  readonly isVisible: () => boolean
  /** Runs what starts the calls, so that they are told as caused by a hint. */
  readonly asLive: <T>(run: () => T) => T
}

/** Milliseconds. Hints of one act come together; not all pages that heard them ask in the same moment. */
const delay = { least: 300, spread: 200 }
/** Milliseconds from one round of calls to the next, however much happens. */
const pause = 2000

/** What may look different after a hint (D42). */
export function touchedBy({ kind, id }: LiveHint): readonly QueryKey[] {
  const lists = [['performers', 'list'], queryKeys.performerCounts, queryKeys.dashboard, queryKeys.videos]
  switch (kind) {
    case 'performer':
    case 'document':
      return [...lists, queryKeys.performer(id)]
    case 'review':
      return lists
    case 'video':
      return [queryKeys.videos, queryKeys.dashboard]
    case 'delivery':
      return [queryKeys.partners]
  }
}

/** All that hints can be about: after a time without a socket. */
const everything: readonly QueryKey[] = [
  queryKeys.performers,
  queryKeys.dashboard,
  queryKeys.videos,
  queryKeys.partners,
]

/** Asks anew for what is on the screen and has changed. What is typed is nobody's query, and stays. */
export class LiveRefresh {
  readonly #options: LiveRefreshOptions
  readonly #touched = new Map<string, QueryKey>()
  /** What was fetched before this time may have missed something. */
  #staleBefore: number | null = null
  #notBefore = 0
  #timer: number | null = null
  #stopped = false

  constructor(options: LiveRefreshOptions) {
    this.#options = options
  }

  hint(hint: LiveHint): void {
    for (const key of touchedBy(hint)) this.#touched.set(JSON.stringify(key), key)
    this.#plan()
  }

  /** A socket is open: what was fetched before may be old, what comes from now on is heard. */
  opened(): void {
    this.#staleBefore = this.#options.clock.now()
    this.#plan()
  }

  /** A hidden page waits until it is seen. */
  shown(): void {
    if (this.#touched.size > 0 || this.#staleBefore !== null) this.#plan()
  }

  stop(): void {
    this.#stopped = true
    if (this.#timer !== null) this.#options.clock.clearTimeout(this.#timer)
  }

  #plan(): void {
    const { clock, random, isVisible } = this.#options
    if (this.#timer !== null || this.#stopped || !isVisible()) return
    const soon = delay.least + random() * delay.spread
    this.#timer = clock.setTimeout(() => this.#run(), Math.max(soon, this.#notBefore - clock.now()))
  }

  #run(): void {
    const { queries, clock, asLive } = this.#options
    this.#timer = null
    this.#notBefore = clock.now() + pause
    const touched = [...this.#touched.values()]
    const staleBefore = this.#staleBefore ?? Number.NEGATIVE_INFINITY
    this.#touched.clear()
    this.#staleBefore = null
    // What could not be fetched at all says so, and waits for the person: bytes of a document are a look (D38).
    const refetch = (queryKey: QueryKey, isDue: (updatedAt: number) => boolean) => {
      const predicate = ({ state }: Query) => state.data !== undefined && isDue(state.dataUpdatedAt)
      void queries.invalidateQueries({ queryKey, predicate })
    }
    asLive(() => {
      for (const queryKey of everything) refetch(queryKey, (at) => at < staleBefore)
      for (const queryKey of touched) refetch(queryKey, (at) => at >= staleBefore)
    })
  }
}
