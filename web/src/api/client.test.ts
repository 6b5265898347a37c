import * as accounts from '@kyc/contract/accounts.ts'
import { rejectDocument } from '@kyc/contract/documents.ts'
import {
  createPerformer,
  deletePerformer,
  getPerformer,
  listPerformers,
  updatePerformer,
} from '@kyc/contract/performers.ts'
import { stepUp } from '@kyc/contract/sign-in.ts'
import { getConfig } from '@kyc/contract/system.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ApiError } from './api-error.ts'
import { callsOf } from './call.ts'
import { ApiClient } from './client.ts'
import { onStepUpRequest } from './step-up-event.ts'
import { Peer, problemBody } from './testing/peer.ts'
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
const csrfPath = 'GET /api/auth/csrf-token'
const listAll = () => calls.call(listPerformers)
const removeOne = () => calls.call(deletePerformer, { params: { id: 'p1' } })
const failure = (promise: Promise<unknown>) =>
  promise.then(
    () => undefined,
    (error: unknown) => error as ApiError,
  )

test('every call has the client headers of spec §7', async () => {
  calls.setProviderTokenSource(async () => 'provider-token')
  peer.on(list, () => ({ body: [] }))
  await calls.call(listPerformers, { query: { search: '山田', status: undefined }, live: true })
  expect(peer.received[0]?.headers).toMatchObject({
    'x-requested-with': 'XMLHttpRequest',
    'x-client-version': 'staging-emergency-fix-1.0.0',
    'x-auth-layer': 'frontend',
    'x-security-version': '2025.01.24',
    'x-firebase-token': 'provider-token',
    'x-refetch': 'live',
  })
  expect(peer.received[0]?.headers).not.toHaveProperty('x-csrf-token')
})

test('after a 403, the client fetches a new CSRF token and retries once', async () => {
  peer.on(remove, (received) =>
    received.headers['x-csrf-token'] === 'fresh-token' ? { status: 204 } : { status: 403 },
  )
  await removeOne()
  expect(peer.lines()).toEqual([initPath, remove, csrfPath, remove])
})

test('a second 403 is reported', async () => {
  peer.on(remove, () => ({ status: 403 }))
  expect(await failure(removeOne())).toMatchObject({ status: 403 })
  expect(peer.count(remove)).toBe(2)
  expect(peer.count(csrfPath)).toBe(1)
})

test('a 429 is marked as rate limited with the seconds of Retry-After, 60 by default', async () => {
  peer.on(list, (_, nth) => ({ status: 429, headers: nth === 1 ? { 'Retry-After': '7' } : {} }))
  expect(await failure(listAll())).toMatchObject({ rateLimited: true, retryAfter: 7 })
  expect(await failure(listAll())).toMatchObject({ rateLimited: true, retryAfter: 60 })
  expect(peer.count(list)).toBe(2)
})

test('a network error is retried up to 3 times, after 1 s, 2 s and 3 s', async () => {
  peer.on(list, () => ({ hangUp: true }))
  expect(await failure(listAll())).toMatchObject({ code: 'NETWORK', status: 0 })
  expect(peer.count(list)).toBe(4)
  expect(browser.delays).toEqual([1000, 2000, 3000])
})

test('PUT, DELETE and POST with a key are retried after a network error', async () => {
  const reject = 'PUT /api/performers/p1/documents/selfie/reject'
  peer.on(remove, (_, nth) => (nth === 1 ? { hangUp: true } : { status: 204 }))
  peer.on(reject, (_, nth) => (nth === 1 ? { hangUp: true } : { body: {} }))
  peer.on(refreshPath, (_, nth) => (nth === 1 ? { hangUp: true } : { body: { accessToken: 'later' } }))
  await removeOne()
  await calls.call(rejectDocument, { params: { id: 'p1', type: 'selfie' }, body: { codes: ['blurry'] } })
  await calls.call(accounts.refresh, { idempotencyKey: 'key-1' })
  expect([peer.count(remove), peer.count(reject), peer.count(refreshPath)]).toEqual([2, 2, 2])
  expect(peer.received.at(-1)?.headers['idempotency-key']).toBe('key-1')
})

test('POST without a key and PATCH are not retried after a network error', async () => {
  peer.on('POST /api/auth/logout', () => ({ hangUp: true }))
  peer.on('PATCH /api/performers/p1', () => ({ hangUp: true }))
  await failure(calls.call(accounts.logout))
  await failure(calls.call(updatePerformer, { params: { id: 'p1' }, body: { email: null } }))
  expect(peer.count('POST /api/auth/logout')).toBe(1)
  expect(peer.count('PATCH /api/performers/p1')).toBe(1)
})

test('after a 503, a write is repeated once when Retry-After has passed, and a read is not', async () => {
  const unavailable = (seconds: string) => ({
    status: 503,
    headers: { 'Retry-After': seconds },
    body: { code: 'TEMPORARILY_UNAVAILABLE', title: 'x' },
  })
  peer.on(remove, (_, nth) => (nth === 1 ? unavailable('2') : { status: 204 }))
  await removeOne()
  expect(browser.delays).toContain(2000)
  peer.on(remove, () => unavailable('2'))
  expect(await failure(removeOne())).toMatchObject({ status: 503 })
  expect(peer.count(remove)).toBe(4)
  peer.on(remove, () => unavailable('60'))
  peer.on(list, () => unavailable('2'))
  for (const call of [removeOne, listAll]) expect(await failure(call())).toMatchObject({ status: 503 })
  expect([peer.count(remove), peer.count(list)]).toEqual([5, 1])
})

test('a call times out after 30 s without a reply', async () => {
  peer.on('PATCH /api/performers/p1', () => ({ silent: true }))
  const error = failure(calls.call(updatePerformer, { params: { id: 'p1' }, body: { email: null } }))
  await until(() => peer.count('PATCH /api/performers/p1') === 1)
  browser.advance(30_000)
  expect(await error).toMatchObject({ code: 'TIMEOUT', status: 0 })
})

test('an aborted call ends with the reason of its signal and is not retried', async () => {
  const controller = new AbortController()
  peer.on(list, () => ({ silent: true }))
  const error = failure(calls.call(listPerformers, { signal: controller.signal }))
  await until(() => peer.count(list) === 1)
  controller.abort(new Error('left the page'))
  expect(await error).toMatchObject({ message: 'left the page' })
  expect(peer.count(list)).toBe(1)
})

test('an insecure connection is rejected before anything is sent', async () => {
  browser.secure = false
  expect(await failure(listAll())).toMatchObject({ message: 'HTTPS required for secure operations' })
  expect(await failure(calls.call(createPerformer))).toMatchObject({ code: 'INSECURE_CONNECTION' })
  expect(peer.received).toEqual([])
})

test('an error has the code, title, field errors and request id of the reply', async () => {
  const problem = {
    type: 'about:blank',
    title: '入力内容を確認してください。',
    status: 400,
    code: 'INVALID_INPUT',
    field: 'search',
    errors: [{ field: 'search', message: '検索語は200文字以内で入力してください。' }],
    requestId: 'r-1',
  }
  peer.on(list, () => ({ status: 400, body: problem }))
  const error = await failure(listAll())
  expect(error).toBeInstanceOf(ApiError)
  expect(error).toMatchObject({
    code: 'INVALID_INPUT',
    title: problem.title,
    status: 400,
    field: 'search',
    errors: problem.errors,
    requestId: 'r-1',
    rateLimited: false,
  })
})

test('the error page of a proxy becomes an error with a Japanese title', async () => {
  peer.on(list, () => ({ status: 502, headers: { 'X-Request-Id': 'proxy-9' }, body: '<html>' }))
  expect(await failure(listAll())).toMatchObject({
    status: 502,
    title: '処理に失敗しました。もう一度お試しください。',
    requestId: 'proxy-9',
  })
})

test('a list page has the next cursor and the total, marked as exact or not', async () => {
  peer.on(list, () => ({
    body: [{ id: 'p1' }],
    headers: {
      Link: '</api/performers?status=pending&cursor=abc%3D>; rel="next"',
      'X-Total-Count': '1000',
      'X-Total-Count-Exact': 'false',
    },
  }))
  expect(await calls.callPaged(listPerformers)).toMatchObject({ next: 'abc=', total: 1000, exact: false })
})

test('ids and queries are escaped in the URL, and absent values are omitted', async () => {
  peer.on('GET /api/performers/a%2Fb', () => ({ body: {} }))
  peer.on(list, () => ({ body: [] }))
  await calls.call(getPerformer, { params: { id: 'a/b' } })
  await calls.call(listPerformers, { query: { search: '', status: 'pending' } })
  expect(peer.lines()).toEqual(['GET /api/performers/a%2Fb', list])
  expect(peer.received[1]?.query).toBe('status=pending')
})

test('the configuration is fetched without a session', async () => {
  peer.on('GET /api/config', () => ({ body: { demo: true } }))
  expect(await calls.call(getConfig)).toEqual({ demo: true })
})

const stepUpPath = 'POST /api/auth/step-up'
const stepUpNeeded = {
  status: 403,
  headers: { 'Content-Type': 'application/problem+json' },
  body: { ...problemBody(403), code: 'STEP_UP_REQUIRED' },
}

test('a call that requires step-up is repeated after the step-up, with its new CSRF token', async () => {
  peer.on(stepUpPath, () => ({ body: { csrfToken: 'token-of-step-up' } }))
  peer.on(remove, (received) =>
    received.headers['x-csrf-token'] === 'token-of-step-up' ? { status: 204 } : stepUpNeeded,
  )
  onStepUpRequest(browser.environment.events(), async (finish) => {
    await calls.call(stepUp, { body: { method: 'password', password: 'p' } })
    finish(true)
  })
  await Promise.all([removeOne(), removeOne()])
  expect(peer.count(stepUpPath), 'both calls share one step-up').toBe(1)
  expect(peer.count(csrfPath)).toBe(0)
})

test('STEP_UP_REQUIRED is reported if the step-up is cancelled or no dialog handles it', async () => {
  peer.on(remove, () => stepUpNeeded)
  expect(await failure(removeOne())).toMatchObject({ code: 'STEP_UP_REQUIRED' })
  onStepUpRequest(browser.environment.events(), (finish) => finish(false))
  expect(await failure(removeOne())).toMatchObject({ code: 'STEP_UP_REQUIRED' })
  expect(peer.count(remove)).toBe(2)
})

test('a call that still requires step-up after a step-up fails', async () => {
  peer.on(remove, () => stepUpNeeded)
  let requests = 0
  onStepUpRequest(browser.environment.events(), (finish) => {
    requests += 1
    finish(true)
  })
  expect(await failure(removeOne())).toMatchObject({ code: 'STEP_UP_REQUIRED' })
  expect([requests, peer.count(remove)]).toEqual([1, 2])
})

test('a rejected provider token is sent once and does not end the session', async () => {
  peer.on(stepUpPath, () => ({ status: 401, body: { ...problemBody(401), code: 'INVALID_TOKEN' } }))
  const error = await failure(calls.call(stepUp, { body: { method: 'firebase', idToken: 'used' } }))
  expect(error).toMatchObject({ code: 'INVALID_TOKEN' })
  expect([peer.count(stepUpPath), peer.count(refreshPath)]).toEqual([1, 0])
  expect(browser.logouts).toEqual([])
})
