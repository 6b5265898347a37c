import type { Role } from '@kyc/contract/accounts.ts'
import { isAtLeast } from '@kyc/contract/accounts.ts'
import type { Endpoint } from '@kyc/contract/endpoint.ts'
import { endpoints } from '@kyc/contract/endpoints.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startSession } from '../app/anonymous-browser.ts'
import { createTestApp, type TestAccount, type TestApp } from '../app/test-app.ts'
import { refusalOf, type TestClient, type TestReply, type TestRequest } from '../app/test-client.ts'
import { addressOf, callEndpoint, unknownId } from './matrix-calls.ts'
import { kindOf, recordOf, type Target, targets } from './matrix-records.ts'

/** The callers: `owner` has registered the performer, `user` is another account with the same role. */
const actors = ['anonymous', 'disabled', 'user', 'owner', 'admin', 'superadmin'] as const
type ActorName = (typeof actors)[number]

const roleOf = {
  user: 'user',
  owner: 'user',
  admin: 'admin',
  superadmin: 'superadmin',
} as const satisfies Partial<Record<ActorName, Role>>

/** Calls whose record none of the test's accounts has: allowed callers get 404. */
const withoutOwnRecord: ReadonlySet<string> = new Set([
  'account.removeTotp',
  'kyc.registerUser',
  'kyc.sendResult',
])

let app: TestApp
let clients: Record<ActorName, TestClient>
let owner: TestAccount

beforeAll(async () => {
  app = await createTestApp()
  owner = await app.signedIn('user', '登録 太郎')
  const disabled = await app.signedIn('superadmin')
  await app.sql('UPDATE account SET disabled_at = now() WHERE id = $1', [disabled.accountId])
  const anonymous = app.anonymous()
  // Browsers without a valid session use a pre-session, as the login page does.
  for (const client of [anonymous, disabled]) await startSession(client)
  clients = {
    anonymous,
    disabled,
    owner,
    user: await app.signedIn('user'),
    admin: await app.signedIn('admin'),
    superadmin: await app.signedIn('superadmin'),
  }
})

afterAll(() => app.close())

const withRecord = endpoints.filter((endpoint) => endpoint.path.includes('{id}'))
const withoutRecord = endpoints.filter((endpoint) => !endpoint.path.includes('{'))

test('the path of every endpoint names either one record or none', () => {
  expect(withRecord.length + withoutRecord.length).toBe(endpoints.length)
})

describe.each(withRecord)('$method $path', (endpoint) => {
  describe.each(targets)('of a record that is %s', (target) => {
    test.each(actors)('admits %s exactly as the policy says', async (actor) => {
      const expected = expectation(endpoint, actor, target)
      const id = await (expected === 'allowed' ? createTarget : refusedTarget)(endpoint, target)
      const reply = await send(endpoint, actor, id)
      if (expected === 'allowed') expect([401, 403, 404]).not.toContain(reply.status)
      else expect(reply.status).toBe(expected)
      if (expected === 404)
        expect(comparable(reply)).toEqual(comparable(await send(endpoint, actor, unknownId)))
    })
  })
})

/** Calls that authenticate by their body, which is wrong here. */
const wrongCredentials = new Set(['auth.login', 'auth.firebaseSso', 'auth.ssoExchange'])

describe.each(withoutRecord)('$method $path', (endpoint) => {
  test.each(actors)('admits %s exactly as the policy says', async (actor) => {
    const reply = await send(endpoint, actor, unknownId)
    const expected = expectation(endpoint, actor, undefined)
    if (wrongCredentials.has(endpoint.name)) expect(reply.status).toBe(401)
    else if (expected === 'allowed') expect([401, 403, 404]).not.toContain(reply.status)
    else expect(reply.status).toBe(expected)
    if (endpoint.name === 'auth.logout' && reply.status === 204) await signInAgain(actor)
  })
})

describe.each(
  endpoints.filter((endpoint) => endpoint.method !== 'GET' && !endpoint.beacon && !endpoint.tokenless),
)('$method $path', (endpoint) => {
  test('refuses a call without its CSRF token, and changes nothing', async () => {
    const before = await app.sql('SELECT count(*) AS n FROM audit_event')
    const id = endpoint.path.includes('{id}') ? await refusedTarget(endpoint, 'own') : unknownId
    const created = await app.sql('SELECT count(*) AS n FROM audit_event')
    const reply = await send(endpoint, 'superadmin', id, { 'x-csrf-token': '' })
    expect(refusalOf(reply)).toEqual([403, 'CSRF_INVALID'])
    expect(await app.sql('SELECT count(*) AS n FROM audit_event')).toEqual(created)
    expect(Number(created[0]?.n)).toBeGreaterThanOrEqual(Number(before[0]?.n))
  })
})

/** Invalid input in every part of a call that the endpoint reads. */
function badInput({ query, body, upload }: Endpoint): { search: string; request: TestRequest } {
  const search = query
    ? `?${Object.keys(query.shape)
        .map((name) => `${name}=%00&${name}=x`)
        .join('&')}`
    : ''
  if (!upload) return { search, request: body || !query ? { json: { noSuchField: 1 } } : {} }
  const form = new FormData()
  form.append('noSuchField', 'x')
  return { search, request: { form } }
}

describe.each(
  withRecord.filter(({ query, body, upload, method }) => query || body || upload || method === 'DELETE'),
)('$method $path', (endpoint) => {
  test.each(['user', 'admin'] as const)(
    'returns 404 to %s before a fault of the input (D50)',
    async (actor) => {
      const hidden = await refusedTarget(endpoint, actor === 'user' ? 'own' : 'deleted')
      const { search, request } = badInput(endpoint)
      const call = (id: string) =>
        clients[actor].call(endpoint.method, `${addressOf(endpoint, id)}${search}`, request)
      const reply = await call(hidden)
      expect(reply.status).toBe(expectation(endpoint, actor, 'unknown'))
      expect(comparable(reply)).toEqual(comparable(await call(unknownId)))
    },
  )
})

function createTarget(endpoint: Endpoint, target: Target): Promise<string> {
  return recordOf(app, endpoint, target, { owner, superadmin: clients.superadmin })
}

/** By target and kind. */
const refusedTargets = new Map<string, Promise<string>>()

/** One record for all refused calls, which do not change it. */
function refusedTarget(endpoint: Endpoint, target: Target): Promise<string> {
  const key = `${target} ${kindOf(endpoint).path}`
  const id = refusedTargets.get(key) ?? createTarget(endpoint, target)
  refusedTargets.set(key, id)
  return id
}

function expectation(endpoint: Endpoint, actor: ActorName, target: Target | undefined): number | 'allowed' {
  if (endpoint.who === 'anyone') {
    // The record belongs to a browser, not to an account.
    return target === undefined || (target === 'own' && actor === 'owner') ? 'allowed' : 404
  }
  if (actor === 'anonymous' || actor === 'disabled') return 401
  if (!isAtLeast(roleOf[actor], endpoint.who)) return 403
  if (target === undefined) return withoutOwnRecord.has(endpoint.name) ? 404 : 'allowed'
  const kind = kindOf(endpoint)
  // The office sees every organisation, and only disables or enables it (D67).
  const isMembersAct = kind.ofMembers && endpoint.who === 'user' && endpoint.method !== 'GET'
  if (isMembersAct && target === 'own' && isAtLeast(roleOf[actor], 'admin')) return 403
  const mayAccess = kind.personal ? actor === 'owner' : actor !== 'user'
  return target === 'own' && mayAccess ? 'allowed' : 404
}

function send(
  endpoint: Endpoint,
  actor: ActorName,
  id: string,
  headers: Record<string, string> = {},
): Promise<TestReply> {
  return callEndpoint(clients[actor], endpoint, id, headers)
}

/** The reply without its request id: a hidden record and an unknown one must be indistinguishable. */
function comparable(reply: TestReply): unknown {
  return { ...(reply.json as object), requestId: '' }
}

async function signInAgain(actor: ActorName): Promise<void> {
  if (actor === 'anonymous' || actor === 'disabled') return
  const client = await app.signedIn(roleOf[actor])
  if (actor === 'owner') owner = client
  clients[actor] = client
}
