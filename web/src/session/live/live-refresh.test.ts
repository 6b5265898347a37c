import { dashboardStats } from '@kyc/contract/dashboard.ts'
import { getPerformer, listPerformers } from '@kyc/contract/performers.ts'
import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { callsOf } from '../../api/call.ts'
import { ApiClient } from '../../api/client.ts'
import { queryKeys } from '../../api/query-keys.ts'
import { Peer } from '../../api/testing/peer.ts'
import { Surroundings, until } from '../../api/testing/surroundings.ts'
import { LiveRefresh } from './live-refresh.ts'

let peer: Peer
let calls: ReturnType<typeof callsOf>
let queries: QueryClient
let refresh: LiveRefresh
let waits: { run: () => void; milliseconds: number }[]
let visible: boolean
let now: number

beforeEach(async () => {
  peer = await Peer.start()
  for (const path of ['/performers', '/performers/p1', '/performers/p2', '/dashboard/stats']) {
    peer.on(`GET /api${path}`, () => ({ body: [] }))
  }
  calls = callsOf(new ApiClient(new Surroundings(peer).environment))
  queries = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  waits = []
  visible = true
  now = Date.now()
  refresh = new LiveRefresh({
    queries,
    clock: {
      now: () => now,
      setTimeout: (run, milliseconds) => waits.push({ run, milliseconds }),
      clearTimeout: () => {
        waits = []
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

test('a hint asks anew for what is on the screen about it, marked so that no session lives on by it (D27)', async () => {
  await show()
  refresh.hint({ kind: 'document', id: 'p1' })
  pass()
  await until(() => peer.heard.length === 7)
  expect(peer.lines().slice(4).sort()).toEqual([
    'GET /api/dashboard/stats',
    'GET /api/performers',
    'GET /api/performers/p1',
  ])
  expect(marks()).toEqual([...Array(4).fill(undefined), ...Array(3).fill('live')])
})

test('a call of a person right after it is their own', async () => {
  await show()
  refresh.hint({ kind: 'performer', id: 'p1' })
  pass()
  await calls.call(getPerformer, { params: { id: 'p2' } })
  expect(peer.heard.filter(({ line }) => line.endsWith('p2')).at(-1)?.headers['x-refetch']).toBeUndefined()
})

test('the hints of one act make one round of calls, and the next round comes no sooner than 2 s later', async () => {
  await show()
  for (const kind of ['performer', 'document', 'review', 'document'] as const)
    refresh.hint({ kind, id: 'p1' })
  expect(waits.map(({ milliseconds }) => milliseconds)).toEqual([400])
  pass()
  await until(() => peer.heard.length === 7)
  refresh.hint({ kind: 'performer', id: 'p1' })
  expect(waits.map(({ milliseconds }) => milliseconds)).toEqual([2000])
})

test('a hint about another record leaves the open one alone', async () => {
  await show()
  refresh.hint({ kind: 'performer', id: 'p3' })
  pass()
  await until(() => peer.heard.length === 6)
  expect(peer.count('GET /api/performers/p1')).toBe(1)
})

test('a hidden page asks when it is seen again', async () => {
  await show()
  visible = false
  refresh.hint({ kind: 'performer', id: 'p1' })
  expect(waits).toEqual([])
  visible = true
  refresh.shown()
  pass()
  await until(() => peer.heard.length === 7)
})

test('after a time without a socket what was fetched before is asked for once, and nothing newer', async () => {
  await show()
  now = Date.now() + 1000
  refresh.opened()
  pass()
  await until(() => peer.heard.length === 8)
  await idle()
  now = Date.now() - 60_000
  refresh.opened()
  now += 60_000
  pass()
  await idle()
  expect(peer.heard).toHaveLength(8)
})

test('what could not be fetched waits for the person, and is not asked for behind their back', async () => {
  peer.on('GET /api/performers/p1', () => ({ status: 500 }))
  await show()
  now = Date.now() + 1000
  refresh.hint({ kind: 'performer', id: 'p1' })
  refresh.opened()
  pass()
  await until(() => peer.heard.length === 7)
  await idle()
  expect(peer.count('GET /api/performers/p1')).toBe(1)
})

test('nothing is asked after the end', () => {
  refresh.stop()
  refresh.hint({ kind: 'performer', id: 'p1' })
  expect(waits).toEqual([])
})

/** A page with a list, two records and the dashboard on it. */
async function show(): Promise<void> {
  observe(['performers', 'list', {}], () => calls.callPaged(listPerformers))
  observe(queryKeys.performerRecord('p1'), () => calls.call(getPerformer, { params: { id: 'p1' } }))
  observe(queryKeys.performerRecord('p2'), () => calls.call(getPerformer, { params: { id: 'p2' } }))
  observe(queryKeys.dashboardStats, () => calls.call(dashboardStats))
  await until(() => peer.heard.length === 4)
  await idle()
}

function observe(queryKey: readonly unknown[], queryFn: () => Promise<unknown>): void {
  new QueryObserver(queries, { queryKey, queryFn }).subscribe(() => undefined)
}

async function idle(): Promise<void> {
  await until(() => queries.isFetching() === 0)
}

function pass(): void {
  for (const { run } of waits.splice(0)) run()
}

function marks(): (string | string[] | undefined)[] {
  return peer.heard.map(({ headers }) => headers['x-refetch'])
}
