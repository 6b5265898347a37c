import * as accounts from '@kyc/contract/accounts.ts'
import { rejectDocument } from '@kyc/contract/documents.ts'
import { limits } from '@kyc/contract/limits.ts'
import {
  createPerformer,
  deletePerformer,
  getPerformer,
  listPerformers,
  updatePerformer,
} from '@kyc/contract/performers.ts'
import { getConfig } from '@kyc/contract/system.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ApiError } from './api-error.ts'
import { callsOf } from './call.ts'
import { ApiClient } from './client.ts'
import { Peer } from './testing/peer.ts'
import { Surroundings, until } from './testing/surroundings.ts'

let peer: Peer
let browser: Surroundings
let calls: ReturnType<typeof callsOf>

beforeEach(async () => {
  peer = await Peer.start()
  browser = new Surroundings(peer)
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

test('every call names the client by the headers of spec §7', async () => {
  browser.firebaseToken = 'provider-token'
  peer.on(list, () => ({ body: [] }))
  await calls.call(listPerformers, { query: { search: '山田', status: undefined }, live: true })
  expect(peer.heard[0]?.headers).toMatchObject({
    'x-requested-with': 'XMLHttpRequest',
    'x-client-version': 'staging-emergency-fix-1.0.0',
    'x-auth-layer': 'frontend',
    'x-security-version': '2025.01.24',
    'x-firebase-token': 'provider-token',
    'x-refetch': 'live',
  })
  expect(peer.heard[0]?.headers).not.toHaveProperty('x-csrf-token')
})

test('the first call that changes something starts the session, tells about the client and sends the token', async () => {
  peer.on(remove, () => ({ status: 204 }))
  await removeOne()
  await removeOne()
  expect(peer.lines()).toEqual([initPath, remove, remove])
  expect(JSON.parse(peer.heard[0]?.body ?? '')).toEqual({
    clientInfo: { userAgent: 'test', platform: 'test', language: 'ja', timezone: 'Asia/Tokyo' },
  })
  expect(peer.heard[1]?.headers['x-csrf-token']).toBe('token-of-init')
})

test('reading starts no session', async () => {
  peer.on(list, () => ({ body: [] }))
  await listAll()
  expect(peer.lines()).toEqual([list])
})

test('calls that change something at the same time share one start of the session', async () => {
  peer.on(remove, () => ({ status: 204 }))
  await Promise.all([removeOne(), removeOne(), removeOne()])
  expect(peer.count(initPath)).toBe(1)
})

test('the start of the session is waited for at most 50 × 100 ms', async () => {
  peer.on(initPath, () => ({ silent: true }))
  peer.on(remove, () => ({ status: 204 }))
  const removed = removeOne()
  await until(() => peer.count(initPath) === 1)
  expect(peer.count(remove)).toBe(0)
  browser.pass(5000)
  await removed
  expect(peer.count(remove)).toBe(1)
})

test('the token of the page is sent where no session call brought one', async () => {
  browser.metaToken = 'token-of-the-page'
  peer.on(initPath, () => ({ status: 503 }))
  peer.on(remove, () => ({ status: 204 }))
  await removeOne()
  expect(peer.heard.at(-1)?.headers['x-csrf-token']).toBe('token-of-the-page')
})

test('the token of the login answer is the one that is sent from then on', async () => {
  peer.on('POST /api/auth/login', () => ({ body: { user: {}, csrfToken: 'token-of-login' } }))
  peer.on(remove, () => ({ status: 204 }))
  await calls.call(accounts.login, { body: { email: 'a@example.com', password: 'secret-password' } })
  await removeOne()
  expect(peer.heard.at(-1)?.headers['x-csrf-token']).toBe('token-of-login')
})

test('a 401 starts the session, refreshes and is retried with the bearer token, which is stored', async () => {
  peer.on(list, (received) => (received.headers.authorization ? { body: [] } : { status: 401 }))
  await listAll()
  expect(peer.lines()).toEqual([list, initPath, refreshPath, list])
  expect(peer.heard.at(-1)?.headers.authorization).toBe('Bearer fresh-access-token')
  expect(browser.stored.get('accessToken')).toBe('fresh-access-token')
})

test('the bearer token is sent on the retry only', async () => {
  peer.on(list, (received, nth) =>
    nth === 1 && !received.headers.authorization ? { status: 401 } : { body: [] },
  )
  await listAll()
  await listAll()
  expect(peer.heard.at(-1)?.headers).not.toHaveProperty('authorization')
})

test('all requests that were refused wait for one refresh', async () => {
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

test('after 3 tries a 401 ends in an auth error and the logout event session_expired', async () => {
  const errors = browser.listen('auth:error')
  peer.on(list, () => ({ status: 401 }))
  expect(await failure(listAll())).toMatchObject({ status: 401, code: 'CODE_401' })
  expect(peer.count(list)).toBe(3)
  expect(errors).toHaveLength(1)
  expect(browser.logouts).toEqual(['session_expired'])
})

test('a refresh that is refused removes the token and says refresh_token_expired after 100 ms', async () => {
  browser.stored.set('accessToken', 'old')
  peer.on(list, () => ({ status: 401 }))
  peer.on(refreshPath, () => ({ status: 401 }))
  expect(await failure(listAll())).toMatchObject({ status: 401 })
  expect(browser.stored.has('accessToken')).toBe(false)
  expect(browser.waited).toContain(100)
  await until(() => browser.logouts.length > 0)
  expect(browser.logouts).toEqual(['refresh_token_expired'])
  expect(peer.count(refreshPath)).toBe(1)
})

test('a 500 while refreshing ends in the logout event session_expired', async () => {
  peer.on(list, () => ({ status: 401 }))
  peer.on(refreshPath, () => ({ status: 500 }))
  await failure(listAll())
  expect(browser.logouts).toEqual(['session_expired'])
})

test("a refresh that would need a refresh itself is 'Already refreshing' and ends in the logout event", async () => {
  const errors: string[] = []
  peer.on(list, () => ({ status: 401 }))
  peer.on(initPath, () => ({ status: 401 }))
  await failure(listAll()).then((error) => errors.push(error?.message ?? ''))
  expect(browser.logouts).toEqual(['session_expired'])
  expect(peer.count(refreshPath)).toBe(0)
})

test('a network error while refreshing is told as such and ends no session', async () => {
  peer.on(list, () => ({ status: 401 }))
  peer.on(refreshPath, () => ({ hangUp: true }))
  expect(await failure(listAll())).toMatchObject({ code: 'NETWORK' })
  expect(browser.logouts).toEqual([])
})

test('a 401 of the login call is not retried', async () => {
  peer.on('POST /api/auth/login', () => ({ status: 401 }))
  const answer = await failure(
    calls.call(accounts.login, { body: { email: 'a@example.com', password: 'x' } }),
  )
  expect(answer).toMatchObject({ status: 401, requestId: 'request-401' })
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

test('the start-up GET /auth/me stands outside the rules: a 401 is an answer and no event', async () => {
  peer.on('GET /api/auth/me', () => ({ status: 401 }))
  expect(await failure(calls.callOnce(accounts.me))).toMatchObject({ status: 401 })
  expect(peer.lines()).toEqual(['GET /api/auth/me'])
  expect(browser.logouts).toEqual([])
})

test('a 403 fetches a new CSRF token and is retried once', async () => {
  peer.on(remove, (received) =>
    received.headers['x-csrf-token'] === 'fresh-token' ? { status: 204 } : { status: 403 },
  )
  await removeOne()
  expect(peer.lines()).toEqual([initPath, remove, csrfPath, remove])
})

test('a second 403 is the answer', async () => {
  peer.on(remove, () => ({ status: 403 }))
  expect(await failure(removeOne())).toMatchObject({ status: 403 })
  expect(peer.count(remove)).toBe(2)
  expect(peer.count(csrfPath)).toBe(1)
})

test('a 429 is told apart with the seconds of Retry-After, and 60 without them', async () => {
  peer.on(list, (_, nth) => ({ status: 429, headers: nth === 1 ? { 'Retry-After': '7' } : {} }))
  expect(await failure(listAll())).toMatchObject({ rateLimited: true, retryAfter: 7 })
  expect(await failure(listAll())).toMatchObject({ rateLimited: true, retryAfter: 60 })
  expect(peer.count(list)).toBe(2)
})

test('a network error is retried up to 3 times, after 1 s, 2 s and 3 s', async () => {
  peer.on(list, () => ({ hangUp: true }))
  expect(await failure(listAll())).toMatchObject({ code: 'NETWORK', status: 0 })
  expect(peer.count(list)).toBe(4)
  expect(browser.waited).toEqual([1000, 2000, 3000])
})

test('PUT, DELETE and POSTs with a key are retried after a network error', async () => {
  const reject = 'PUT /api/performers/p1/documents/selfie/reject'
  peer.on(remove, (_, nth) => (nth === 1 ? { hangUp: true } : { status: 204 }))
  peer.on(reject, (_, nth) => (nth === 1 ? { hangUp: true } : { body: {} }))
  peer.on(refreshPath, (_, nth) => (nth === 1 ? { hangUp: true } : { body: { accessToken: 'later' } }))
  await removeOne()
  await calls.call(rejectDocument, { params: { id: 'p1', type: 'selfie' }, body: { codes: ['blurry'] } })
  await calls.call(accounts.refresh, { idempotencyKey: 'key-1' })
  expect([peer.count(remove), peer.count(reject), peer.count(refreshPath)]).toEqual([2, 2, 2])
  expect(peer.heard.at(-1)?.headers['idempotency-key']).toBe('key-1')
})

test('POSTs without a key and PATCH are not retried after a network error', async () => {
  peer.on('POST /api/auth/logout', () => ({ hangUp: true }))
  peer.on('PATCH /api/performers/p1', () => ({ hangUp: true }))
  await failure(calls.call(accounts.logout))
  await failure(calls.call(updatePerformer, { params: { id: 'p1' }, body: { email: null } }))
  expect(peer.count('POST /api/auth/logout')).toBe(1)
  expect(peer.count('PATCH /api/performers/p1')).toBe(1)
})

test('a call without an answer ends after 30 s', async () => {
  peer.on('PATCH /api/performers/p1', () => ({ silent: true }))
  const answer = failure(calls.call(updatePerformer, { params: { id: 'p1' }, body: { email: null } }))
  await until(() => peer.count('PATCH /api/performers/p1') === 1)
  browser.pass(limits.apiTimeout)
  expect(await answer).toMatchObject({ code: 'TIMEOUT', status: 0 })
})

test('an aborted call ends with the reason of its signal and is not retried', async () => {
  const stop = new AbortController()
  peer.on(list, () => ({ silent: true }))
  const answer = failure(calls.call(listPerformers, { signal: stop.signal }))
  await until(() => peer.count(list) === 1)
  stop.abort(new Error('left the page'))
  expect(await answer).toMatchObject({ message: 'left the page' })
  expect(peer.count(list)).toBe(1)
})

test('an insecure connection is refused before anything is sent', async () => {
  browser.secure = false
  expect(await failure(listAll())).toMatchObject({ message: 'HTTPS required for secure operations' })
  expect(await failure(calls.call(createPerformer))).toMatchObject({ code: 'INSECURE_CONNECTION' })
  expect(peer.heard).toEqual([])
})

test('a failure carries the code, title, field faults and request id of the answer', async () => {
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

test('an error page of something in between is a failure with a title fit to show', async () => {
  peer.on(list, () => ({ status: 502, headers: { 'X-Request-Id': 'proxy-9' }, body: '<html>' }))
  expect(await failure(listAll())).toMatchObject({
    status: 502,
    title: '処理に失敗しました。もう一度お試しください。',
    requestId: 'proxy-9',
  })
})

test('a page of a list tells the cursor of the next one and the total, exact or not', async () => {
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

test('identifiers and queries are escaped, and absent values stay out of the address', async () => {
  peer.on('GET /api/performers/a%2Fb', () => ({ body: {} }))
  peer.on(list, () => ({ body: [] }))
  await calls.call(getPerformer, { params: { id: 'a/b' } })
  await calls.call(listPerformers, { query: { search: '', status: 'pending' } })
  expect(peer.lines()).toEqual(['GET /api/performers/a%2Fb', list])
  expect(peer.heard[1]?.query).toBe('status=pending')
})

test('after signing out the next change starts a new session and the stored token is gone', async () => {
  peer.on(remove, () => ({ status: 204 }))
  await removeOne()
  browser.stored.set('accessToken', 'old')
  calls.forgetSession()
  await removeOne()
  expect(peer.lines()).toEqual([initPath, remove, initPath, remove])
  expect(browser.stored.has('accessToken')).toBe(false)
})

test('settings are read without a session', async () => {
  peer.on('GET /api/config', () => ({ body: { demo: true } }))
  expect(await calls.call(getConfig)).toEqual({ demo: true })
})
