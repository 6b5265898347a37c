import * as accounts from '@kyc/contract/accounts.ts'
import { deletePerformer, listPerformers } from '@kyc/contract/performers.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { ApiError } from './api-error.ts'
import { callsOf } from './call.ts'
import { ApiClient } from './client.ts'
import { Peer } from './testing/peer.ts'
import { TestEnvironment, until } from './testing/test-environment.ts'

let peer: Peer
let browser: TestEnvironment
let calls: ReturnType<typeof callsOf>

beforeEach(async () => {
  peer = await Peer.start()
  browser = new TestEnvironment(peer)
  calls = callsOf(new ApiClient(browser.environment))
})
afterEach(() => peer.stop())

const list = 'GET /api/performers'
const remove = 'DELETE /api/performers/p1'
const initPath = 'POST /api/auth/session/init'
const refreshPath = 'POST /api/auth/refresh'
const listAll = () => calls.call(listPerformers)
const removeOne = () => calls.call(deletePerformer, { params: { id: 'p1' } })
const failure = (promise: Promise<unknown>) =>
  promise.then(
    () => undefined,
    (error: unknown) => error as ApiError,
  )

test('the first write starts the session with the client information and sends the CSRF token', async () => {
  peer.on(remove, () => ({ status: 204 }))
  await removeOne()
  await removeOne()
  expect(peer.lines()).toEqual([initPath, remove, remove])
  expect(JSON.parse(peer.received[0]?.body ?? '')).toEqual({
    clientInfo: { userAgent: 'test', platform: 'test', language: 'ja', timezone: 'Asia/Tokyo' },
  })
  expect(peer.received[1]?.headers['x-csrf-token']).toBe('token-of-init')
})

test('a read starts no session', async () => {
  peer.on(list, () => ({ body: [] }))
  await listAll()
  expect(peer.lines()).toEqual([list])
})

test('concurrent writes share one session start', async () => {
  peer.on(remove, () => ({ status: 204 }))
  await Promise.all([removeOne(), removeOne(), removeOne()])
  expect(peer.count(initPath)).toBe(1)
})

test('a write waits at most 50 × 100 ms for the session start', async () => {
  peer.on(initPath, () => ({ silent: true }))
  peer.on(remove, () => ({ status: 204 }))
  const removed = removeOne()
  await until(() => peer.count(initPath) === 1)
  expect(peer.count(remove)).toBe(0)
  browser.advance(5000)
  await removed
  expect(peer.count(remove)).toBe(1)
})

test('a write sends the CSRF token of the page if no session call returned one', async () => {
  browser.metaToken = 'token-of-the-page'
  peer.on(initPath, () => ({ status: 503 }))
  peer.on(remove, () => ({ status: 204 }))
  await removeOne()
  expect(peer.received.at(-1)?.headers['x-csrf-token']).toBe('token-of-the-page')
})

test('after a login, writes send the CSRF token of its reply', async () => {
  peer.on('POST /api/auth/login', () => ({ body: { user: {}, csrfToken: 'token-of-login' } }))
  peer.on(remove, () => ({ status: 204 }))
  await calls.call(accounts.login, { body: { email: 'a@example.com', password: 'secret-password' } })
  await removeOne()
  expect(peer.received.at(-1)?.headers['x-csrf-token']).toBe('token-of-login')
})

test('after a 401, the client starts the session, refreshes, stores the bearer token and retries with it', async () => {
  peer.on(list, (received) => (received.headers.authorization ? { body: [] } : { status: 401 }))
  await listAll()
  expect(peer.lines()).toEqual([list, initPath, refreshPath, list])
  expect(peer.received.at(-1)?.headers.authorization).toBe('Bearer fresh-access-token')
  expect(browser.stored.get('accessToken')).toBe('fresh-access-token')
})

test('the client sends the bearer token on the retry only', async () => {
  peer.on(list, (received, nth) =>
    nth === 1 && !received.headers.authorization ? { status: 401 } : { body: [] },
  )
  await listAll()
  await listAll()
  expect(peer.received.at(-1)?.headers).not.toHaveProperty('authorization')
})

test('all requests with a 401 share one refresh', async () => {
  let refused = 0
  let release = () => {}
  const allRefused = new Promise<void>((resolve) => {
    release = resolve
  })
  peer.on(refreshPath, () => ({ body: { accessToken: 'shared' }, after: allRefused }))
  peer.on(list, (received) => {
    if (received.headers.authorization) return { body: [] }
    refused += 1
    if (refused === 5) setImmediate(release)
    return { status: 401 }
  })
  await Promise.all([listAll(), listAll(), listAll(), listAll(), listAll()])
  expect(peer.count(refreshPath)).toBe(1)
  expect(peer.count(list)).toBe(10)
})

test('the third 401 emits an auth error and the logout event session_expired', async () => {
  const errors = browser.listen('auth:error')
  peer.on(list, () => ({ status: 401 }))
  expect(await failure(listAll())).toMatchObject({ status: 401, code: 'CODE_401' })
  expect(peer.count(list)).toBe(3)
  expect(errors).toHaveLength(1)
  expect(browser.logouts).toEqual(['session_expired'])
})

test('a rejected refresh removes the token and emits refresh_token_expired after 100 ms', async () => {
  browser.stored.set('accessToken', 'old')
  peer.on(list, () => ({ status: 401 }))
  peer.on(refreshPath, () => ({ status: 401 }))
  expect(await failure(listAll())).toMatchObject({ status: 401 })
  expect(browser.stored.has('accessToken')).toBe(false)
  expect(browser.delays).toContain(100)
  await until(() => browser.logouts.length > 0)
  expect(browser.logouts).toEqual(['refresh_token_expired'])
  expect(peer.count(refreshPath)).toBe(1)
})

test('a 500 during a refresh emits the logout event session_expired', async () => {
  peer.on(list, () => ({ status: 401 }))
  peer.on(refreshPath, () => ({ status: 500 }))
  await failure(listAll())
  expect(browser.logouts).toEqual(['session_expired'])
})

test("a refresh that needs a refresh fails with 'Already refreshing' and emits the logout event", async () => {
  const errors: string[] = []
  peer.on(list, () => ({ status: 401 }))
  peer.on(initPath, () => ({ status: 401 }))
  await failure(listAll()).then((error) => errors.push(error?.message ?? ''))
  expect(browser.logouts).toEqual(['session_expired'])
  expect(peer.count(refreshPath)).toBe(0)
})

test('a network error during a refresh is reported as such and does not end the session', async () => {
  peer.on(list, () => ({ status: 401 }))
  peer.on(refreshPath, () => ({ hangUp: true }))
  expect(await failure(listAll())).toMatchObject({ code: 'NETWORK' })
  expect(browser.logouts).toEqual([])
})

test('a 401 of the login call is not retried', async () => {
  peer.on('POST /api/auth/login', () => ({ status: 401 }))
  const error = await failure(calls.call(accounts.login, { body: { email: 'a@example.com', password: 'x' } }))
  expect(error).toMatchObject({ status: 401, requestId: 'request-401' })
  expect(peer.count('POST /api/auth/login')).toBe(1)
  expect(browser.logouts).toEqual([])
})

test('a 401 on the login page is not retried', async () => {
  browser.pathname = '/login'
  peer.on(list, () => ({ status: 401 }))
  await failure(listAll())
  expect(peer.lines()).toEqual([list])
  expect(browser.logouts).toEqual([])
})

test('a 401 of the start-up GET /auth/me is neither retried nor emits an event', async () => {
  peer.on('GET /api/auth/me', () => ({ status: 401 }))
  expect(await failure(calls.callOnce(accounts.me))).toMatchObject({ status: 401 })
  expect(peer.lines()).toEqual(['GET /api/auth/me'])
  expect(browser.logouts).toEqual([])
})

test('after sign-out, the next write starts a new session and the stored token is removed', async () => {
  peer.on(remove, () => ({ status: 204 }))
  await removeOne()
  browser.stored.set('accessToken', 'old')
  calls.clearSession()
  await removeOne()
  expect(peer.lines()).toEqual([initPath, remove, initPath, remove])
  expect(browser.stored.has('accessToken')).toBe(false)
})

test('the client stores every new access token, and sends it on the first try of calls that require it', async () => {
  peer.on(refreshPath, () => ({ body: { accessToken: 'fresh' } }))
  peer.on(remove, () => ({ status: 204 }))
  await calls.call(accounts.refresh)
  expect(browser.stored.get('accessToken')).toBe('fresh')
  await calls.call(deletePerformer, { params: { id: 'p1' }, bearer: true })
  expect(peer.received.at(-1)?.headers.authorization).toBe('Bearer fresh')
  await removeOne()
  expect(peer.received.at(-1)?.headers.authorization).toBeUndefined()
})

test('a call that requires a missing token obtains one after its 401', async () => {
  peer.on(refreshPath, () => ({ body: { accessToken: 'fresh' } }))
  peer.on(remove, ({ headers }) => ({ status: headers.authorization === 'Bearer fresh' ? 204 : 401 }))
  await calls.call(deletePerformer, { params: { id: 'p1' }, bearer: true })
  expect(peer.count(remove)).toBe(2)
})
