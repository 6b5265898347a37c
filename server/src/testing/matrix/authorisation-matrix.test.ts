import type { Role } from '@kyc/contract/accounts.ts'
import { isAtLeast } from '@kyc/contract/accounts.ts'
import type { Endpoint } from '@kyc/contract/endpoint.ts'
import { endpoints } from '@kyc/contract/endpoints.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp, type TestPerson } from '../app/test-app.ts'
import type { TestClient, TestReply, TestRequest } from '../app/test-client.ts'
import { addressOf, callEndpoint, unknownId } from './matrix-calls.ts'
import { kindOf, recordOf, type Target, targets } from './matrix-records.ts'

/** Who calls: `owner` registered the performer, `user` is another of the same rank. */
const actors = ['anonymous', 'disabled', 'user', 'owner', 'admin', 'superadmin'] as const
type ActorName = (typeof actors)[number]

const roleOf = {
  user: 'user',
  owner: 'user',
  admin: 'admin',
  superadmin: 'superadmin',
} as const satisfies Partial<Record<ActorName, Role>>

/** Calls about something that the test's people do not have: whoever may call them finds nothing. */
const findNothing: ReadonlySet<string> = new Set([
  ...['account.removeTotp', 'kyc.registerUser', 'kyc.sendResult'],
])

let app: TestApp
let clients: Record<ActorName, TestClient>
let owner: TestPerson

beforeAll(async () => {
  app = await createTestApp()
  owner = await app.signedIn('user', '登録 太郎')
  const disabled = await app.signedIn('superadmin')
  await app.sql('UPDATE account SET disabled_at = now() WHERE id = $1', [disabled.accountId])
  const anonymous = app.anonymous()
  // Whoever has no session (any more) gets the token of a pre-session, as the login page does.
  for (const client of [anonymous, disabled]) {
    const reply = await client.post('/api/auth/session/init')
    client.csrfToken = (reply.json as { csrfToken: string }).csrfToken
  }
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

test('every endpoint is either about a record or about none', () => {
  expect(withRecord.length + withoutRecord.length).toBe(endpoints.length)
})

describe.each(withRecord)('$method $path', (endpoint) => {
  describe.each(targets)('of a record that is %s', (target) => {
    test.each(actors)('answers %s exactly as the policy says', async (actor) => {
      const id = await makeRecord(endpoint, target)
      const reply = await send(endpoint, actor, id)
      const expected = expectation(endpoint, actor, target)
      if (expected === 'allowed') expect([401, 403, 404]).not.toContain(reply.status)
      else expect(reply.status).toBe(expected)
      if (expected === 404)
        expect(comparable(reply)).toEqual(comparable(await send(endpoint, actor, unknownId)))
    })
  })
})

/** Calls that bring their own proof of who calls, which is a wrong one here. */
const wrongProof = new Set(['auth.login', 'auth.firebaseSso', 'auth.ssoExchange'])

describe.each(withoutRecord)('$method $path', (endpoint) => {
  test.each(actors)('answers %s exactly as the policy says', async (actor) => {
    const reply = await send(endpoint, actor, unknownId)
    const expected = expectation(endpoint, actor, undefined)
    if (wrongProof.has(endpoint.name)) expect(reply.status).toBe(401)
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
    const id = endpoint.path.includes('{id}') ? await makeRecord(endpoint, 'own') : unknownId
    const created = await app.sql('SELECT count(*) AS n FROM audit_event')
    const reply = await send(endpoint, 'superadmin', id, { 'x-csrf-token': '' })
    expect([reply.status, (reply.json as { code: string }).code]).toEqual([403, 'CSRF_INVALID'])
    expect(await app.sql('SELECT count(*) AS n FROM audit_event')).toEqual(created)
    expect(Number(created[0]?.n)).toBeGreaterThanOrEqual(Number(before[0]?.n))
  })
})

/** Something wrong in every part of a call that the endpoint reads. */
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
    'says 404 to %s before it says that the input is wrong (D50)',
    async (actor) => {
      const hidden = await makeRecord(endpoint, actor === 'user' ? 'own' : 'deleted')
      const { search, request } = badInput(endpoint)
      const ask = (id: string) =>
        clients[actor].call(endpoint.method, `${addressOf(endpoint, id)}${search}`, request)
      const reply = await ask(hidden)
      expect(reply.status).toBe(expectation(endpoint, actor, 'unknown'))
      expect(comparable(reply)).toEqual(comparable(await ask(unknownId)))
    },
  )
})

function makeRecord(endpoint: Endpoint, target: Target): Promise<string> {
  return recordOf(app, endpoint, target, { owner, superadmin: clients.superadmin })
}

function expectation(endpoint: Endpoint, actor: ActorName, target: Target | undefined): number | 'allowed' {
  if (endpoint.who === 'anyone') {
    // A record of one browser, whoever is signed in there.
    return target === undefined || (target === 'own' && actor === 'owner') ? 'allowed' : 404
  }
  if (actor === 'anonymous' || actor === 'disabled') return 401
  if (!isAtLeast(roleOf[actor], endpoint.who)) return 403
  if (target === undefined) return findNothing.has(endpoint.name) ? 404 : 'allowed'
  const reaches = kindOf(endpoint).personal ? actor === 'owner' : actor !== 'user'
  return target === 'own' && reaches ? 'allowed' : 404
}

function send(
  endpoint: Endpoint,
  actor: ActorName,
  id: string,
  headers: Record<string, string> = {},
): Promise<TestReply> {
  return callEndpoint(clients[actor], endpoint, id, headers)
}

/** What must not differ between a record that is hidden and one that does not exist. */
function comparable(reply: TestReply): unknown {
  return { ...(reply.json as object), requestId: '' }
}

async function signInAgain(actor: ActorName): Promise<void> {
  if (actor === 'anonymous' || actor === 'disabled') return
  const again = await app.signedIn(roleOf[actor])
  if (actor === 'owner') owner = again
  clients[actor] = again
}
