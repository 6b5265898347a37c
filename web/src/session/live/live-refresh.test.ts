import { dashboardStats } from '@kyc/contract/dashboard.ts'
import { listOwnOrganisations } from '@kyc/contract/organisations.ts'
import { listWaitingPapers } from '@kyc/contract/papers.ts'
import { getPerformer, listPerformers } from '@kyc/contract/performers.ts'
import { getSealedPerformer, openSealedPerformer } from '@kyc/contract/sealed-performers.ts'
import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { callsOf } from '../../api/call.ts'
import { ApiClient } from '../../api/client.ts'
import { keyOf } from '../../api/queries.ts'
import { Peer } from '../../api/testing/peer.ts'
import { TestEnvironment, until } from '../../api/testing/test-environment.ts'
import { LiveRefresh } from './live-refresh.ts'

let peer: Peer
let calls: ReturnType<typeof callsOf>
let queries: QueryClient
let refresh: LiveRefresh
let timers: { run: () => void; milliseconds: number }[]
let visible: boolean
let now: number

beforeEach(async () => {
  peer = await Peer.start()
  for (const path of ['/performers', '/performers/p1', '/performers/p2', '/dashboard/stats']) {
    peer.on(`GET /api${path}`, () => ({ body: [] }))
  }
  calls = callsOf(new ApiClient(new TestEnvironment(peer).environment))
  queries = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  timers = []
  visible = true
  now = Date.now()
  refresh = new LiveRefresh({
    queries,
    clock: {
      now: () => now,
      setTimeout: (run, milliseconds) => timers.push({ run, milliseconds }),
      clearTimeout: () => {
        timers = []
      },
    },
    random: () => 0.5,
    isVisible: () => visible,
    asLive: calls.asLive,
  })
})
afterEach(async () => {
  refresh.stop()
  queries.clear()
  await peer.stop()
})

test('a live update about an organisation refetches what depends on the memberships of the account (D67)', async () => {
  await show()
  peer.on('GET /api/organisations/own', () => ({ body: [] }))
  observe(keyOf(listOwnOrganisations, {}), () => calls.call(listOwnOrganisations))
  await until(() => peer.received.length === 5)
  await idle()
  refresh.change({ kind: 'organisation', id: 'o1' })
  runTimers()
  await until(() => peer.received.length === 10)
  expect(peer.lines().slice(5).sort()).toEqual([
    'GET /api/dashboard/stats',
    'GET /api/organisations/own',
    'GET /api/performers',
    // The account may not see these records any more: it has left their organisation, or they have moved to another.
    'GET /api/performers/p1',
    'GET /api/performers/p2',
  ])
})

test('a decision on a document does not refetch the queue of papers, and a change of a performer does', () => {
  const papers = keyOf(listWaitingPapers, {})
  queries.setQueryData(papers, [])
  refresh.change({ kind: 'document', id: 'p1' })
  refresh.change({ kind: 'review', id: 'p1' })
  runTimers()
  expect(queries.getQueryState(papers)?.isInvalidated).toBe(false)
  refresh.change({ kind: 'performer', id: 'p1' })
  runTimers()
  expect(queries.getQueryState(papers)?.isInvalidated).toBe(true)
})

test('a live update refetches the displayed queries that it affects, marked so that they do not extend the session (D27)', async () => {
  await show()
  refresh.change({ kind: 'document', id: 'p1' })
  runTimers()
  await until(() => peer.received.length === 7)
  expect(peer.lines().slice(4).sort()).toEqual([
    'GET /api/dashboard/stats',
    'GET /api/performers',
    'GET /api/performers/p1',
  ])
  expect(marks()).toEqual([...Array(4).fill(undefined), ...Array(3).fill('live')])
})

test('a live update and a reconnect refetch the state of a sealed record, but not its content, which would be a view (D38)', async () => {
  const input = { params: { id: 'p1' } }
  peer.on('GET /api/sealed-performers/p1', () => ({ body: [] }))
  peer.on('GET /api/sealed-performers/p1/record', () => ({ body: [] }))
  observe(keyOf(getSealedPerformer, input), () => calls.call(getSealedPerformer, input))
  observe(keyOf(openSealedPerformer, input), () => calls.call(openSealedPerformer, input), 'static')
  await until(() => peer.received.length === 2)
  await idle()
  refresh.change({ kind: 'performer', id: 'p1' })
  runTimers()
  await until(() => peer.received.length === 3)
  now = Date.now() + 1000
  refresh.opened()
  runTimers()
  await until(() => peer.received.length === 4)
  await idle()
  expect(peer.count('GET /api/sealed-performers/p1')).toBe(3)
  expect(peer.count('GET /api/sealed-performers/p1/record')).toBe(1)
})

test('a call of the user right after a live update is not marked', async () => {
  await show()
  refresh.change({ kind: 'performer', id: 'p1' })
  runTimers()
  await calls.call(getPerformer, { params: { id: 'p2' } })
  expect(peer.received.filter(({ line }) => line.endsWith('p2')).at(-1)?.headers['x-refetch']).toBeUndefined()
})

test('the live updates of one act cause one refetch; the next follows at least 2 s later', async () => {
  await show()
  for (const kind of ['performer', 'document', 'review', 'document'] as const)
    refresh.change({ kind, id: 'p1' })
  expect(timers.map(({ milliseconds }) => milliseconds)).toEqual([400])
  runTimers()
  await until(() => peer.received.length === 7)
  refresh.change({ kind: 'performer', id: 'p1' })
  expect(timers.map(({ milliseconds }) => milliseconds)).toEqual([2000])
})

test('a live update about another record does not refetch the open one', async () => {
  await show()
  refresh.change({ kind: 'performer', id: 'p3' })
  runTimers()
  await until(() => peer.received.length === 6)
  expect(peer.count('GET /api/performers/p1')).toBe(1)
})

test('a hidden page refetches when it becomes visible', async () => {
  await show()
  visible = false
  refresh.change({ kind: 'performer', id: 'p1' })
  expect(timers).toEqual([])
  visible = true
  refresh.shown()
  runTimers()
  await until(() => peer.received.length === 7)
})

test('after a reconnect, older queries are refetched once and newer ones are not', async () => {
  await show()
  now = Date.now() + 1000
  refresh.opened()
  runTimers()
  await until(() => peer.received.length === 8)
  await idle()
  now = Date.now() - 60_000
  refresh.opened()
  now += 60_000
  runTimers()
  await idle()
  expect(peer.received).toHaveLength(8)
})

test('after a lost connection, failed queries on screen load again', async () => {
  peer.on('GET /api/performers/p1', () => ({ status: 502 }))
  refresh.opened()
  runTimers()
  await show()
  peer.on('GET /api/performers/p1', () => ({ body: [] }))
  now = Date.now() - 60_000
  refresh.opened()
  runTimers()
  await until(() => peer.received.length === 5)
  expect(peer.lines().at(-1)).toBe('GET /api/performers/p1')
  expect(marks().at(-1)).toBe('live')
})

test('a live update and the first socket do not refetch a failed query', async () => {
  peer.on('GET /api/performers/p1', () => ({ status: 500 }))
  await show()
  now = Date.now() + 1000
  refresh.change({ kind: 'performer', id: 'p1' })
  refresh.opened()
  runTimers()
  await until(() => peer.received.length === 7)
  await idle()
  expect(peer.count('GET /api/performers/p1')).toBe(1)
})

test('nothing is refetched after the stop', () => {
  refresh.stop()
  refresh.change({ kind: 'performer', id: 'p1' })
  expect(timers).toEqual([])
})

/** A page that shows a list, two records and the dashboard. */
async function show(): Promise<void> {
  observe(keyOf(listPerformers, {}), () => calls.callPaged(listPerformers))
  observe(keyOf(getPerformer, { params: { id: 'p1' } }), () =>
    calls.call(getPerformer, { params: { id: 'p1' } }),
  )
  observe(keyOf(getPerformer, { params: { id: 'p2' } }), () =>
    calls.call(getPerformer, { params: { id: 'p2' } }),
  )
  observe(keyOf(dashboardStats, {}), () => calls.call(dashboardStats))
  await until(() => peer.received.length === 4)
  await idle()
}

function observe(
  queryKey: readonly unknown[],
  queryFn: () => Promise<unknown>,
  staleTime: 'static' | 0 = 0,
): void {
  new QueryObserver(queries, { queryKey, queryFn, staleTime }).subscribe(() => undefined)
}

async function idle(): Promise<void> {
  await until(() => queries.isFetching() === 0)
}

function runTimers(): void {
  for (const { run } of timers.splice(0)) run()
}

function marks(): (string | string[] | undefined)[] {
  return peer.received.map(({ headers }) => headers['x-refetch'])
}
