import type { LiveChange } from '@kyc/contract/live.ts'
import type { Query, QueryClient, QueryKey } from '@tanstack/react-query'
import { queryKey } from '../../api/queries.ts'
import { refetchFailed } from '../../api/query-client.ts'
import type { TimerClock } from '../pausable-timer.ts'

export interface LiveRefreshOptions {
  readonly queries: QueryClient
  readonly clock: TimerClock
  /** From 0 to 1, as Math.random. */
  readonly random: () => number
  readonly isVisible: () => boolean
  /** Runs a function whose calls are marked as caused by a live update. */
  readonly asLive: <T>(run: () => T) => T
}

/** Milliseconds. Collects the live updates of one act; random, so that pages do not refetch together. */
const delay = { minimum: 300, spread: 200 }
/** Minimum milliseconds between two refetches. */
const interval = 2000

const lists = (
  [
    'performers.list',
    'performers.counts',
    'review.cases',
    'review.counts',
    'sealedPerformers.list',
    'dashboard',
    'videos',
  ] as const
).map((name) => queryKey(name))

const ofPerformer = [
  'performers.get',
  'performers.history',
  'performers.reliances',
  'performerLinks.get',
  'documents.list',
  'documents.metadata',
  'documents.versions',
  'review.case',
  'sealedPerformers.get',
] as const

/** The queries that a live update may affect. */
function affectedBy({ kind, id }: LiveChange): readonly QueryKey[] {
  switch (kind) {
    case 'performer':
    case 'document':
      return [
        ...lists,
        // Papers and signings change with their performer, but not with decisions on documents, which are frequent.
        ...(kind === 'performer' ? [queryKey('papers'), queryKey('signings'), queryKey('campaigns')] : []),
        queryKey('subjects'),
        ...ofPerformer.map((name) => queryKey(name, { id })),
      ]
    case 'review':
      return lists
    case 'video':
      return [queryKey('videos'), queryKey('papers'), queryKey('signings'), queryKey('dashboard')]
    case 'organisation':
      // The account may have lost the organisation, or the record on screen may have moved to another one.
      return liveQueries
    case 'delivery':
      return [queryKey('partners')]
    case 'takedown':
      return [queryKey('takedowns'), queryKey('dashboard')]
    case 'pack':
      return [queryKey('packs')]
    case 'share':
    case 'sharedFacts':
      return [queryKey('sharedVideos')]
  }
}

/** Every query that a live update can affect; refetched after a reconnect. */
const liveQueries = (
  [
    'performers',
    'performerLinks',
    'documents',
    'review',
    'sealedPerformers',
    'reliances',
    'subjects',
    'dashboard',
    'videos',
    'papers',
    'signings',
    'organisations',
    'partners',
    'takedowns',
    'packs',
    'sharedVideos',
    'campaigns',
  ] as const
).map((name) => queryKey(name))

/** Refetches the displayed queries that live updates affect. Form input is not a query and stays. */
export class LiveRefresh {
  readonly #options: LiveRefreshOptions
  readonly #affected = new Map<string, QueryKey>()
  /** Queries fetched before this time may have missed a live update. */
  #staleBefore: number | null = null
  #connected = false
  #recovers = false
  #notBefore = 0
  #timer: number | null = null
  #stopped = false

  constructor(options: LiveRefreshOptions) {
    this.#options = options
  }

  change(change: LiveChange): void {
    for (const key of affectedBy(change)) this.#affected.set(JSON.stringify(key), key)
    // Refetches at once: a share may have ended, and no open page may show it for a second longer (D113).
    if (change.kind === 'share' && !this.#stopped) this.#run()
    else this.#schedule()
  }

  /**
   * A socket has opened: live updates for anything fetched before may have been missed. After a lost connection, what
   * failed meanwhile loads as well.
   */
  opened(): void {
    if (this.#connected) this.#recovers = true
    this.#connected = true
    this.#staleBefore = this.#options.clock.now()
    this.#schedule()
  }

  /** A hidden page has become visible: starts the postponed refetch. */
  shown(): void {
    if (this.#affected.size > 0 || this.#staleBefore !== null) this.#schedule()
  }

  stop(): void {
    this.#stopped = true
    if (this.#timer !== null) this.#options.clock.clearTimeout(this.#timer)
  }

  #schedule(): void {
    const { clock, random, isVisible } = this.#options
    if (this.#timer !== null || this.#stopped || !isVisible()) return
    const timeout = delay.minimum + random() * delay.spread
    this.#timer = clock.setTimeout(() => this.#run(), Math.max(timeout, this.#notBefore - clock.now()))
  }

  #run(): void {
    const { queries, clock, asLive } = this.#options
    if (this.#timer !== null) clock.clearTimeout(this.#timer)
    this.#timer = null
    this.#notBefore = clock.now() + interval
    const affected = [...this.#affected.values()]
    const staleBefore = this.#staleBefore ?? Number.NEGATIVE_INFINITY
    this.#affected.clear()
    this.#staleBefore = null
    const recovers = this.#recovers
    this.#recovers = false
    const refetch = (queryKey: QueryKey, isDue: (updatedAt: number) => boolean) => {
      const predicate = ({ state }: Query) => state.data !== undefined && isDue(state.dataUpdatedAt)
      void queries.invalidateQueries({ queryKey, predicate })
    }
    asLive(() => {
      for (const key of liveQueries) refetch(key, (at) => at < staleBefore)
      for (const key of affected) refetch(key, (at) => at >= staleBefore)
      if (recovers) void refetchFailed(queries)
    })
  }
}
