import type { Endpoint } from '@kyc/contract/endpoint.ts'
import { endpoints } from '@kyc/contract/endpoints.ts'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { signIn } from '../app/sign-in.ts'
import { useStage } from '../app/test-app.ts'
import { refusalOf, type TestReply, type TestRequest } from '../app/test-client.ts'
import {
  type CallerName,
  type Callers,
  callerNames,
  createCallers,
  isSignedIn,
  signedInCallers,
} from './matrix-callers.ts'
import { addressOf, callEndpoint, unknownId } from './matrix-calls.ts'
import {
  type Need,
  type Outcome,
  outcomeOfRecord,
  outcomeOfScope,
  outcomeWithoutRecord,
  recordNeeds,
  scopeNeeds,
} from './matrix-policy.ts'
import { kindOf, targetsFor } from './matrix-records.ts'
import type { Place, RecordKind, Target } from './record-kind.ts'

const { app } = useStage({}, { env: { RATE_API_PER_MINUTE: '100000' } })
let callers: Callers

beforeAll(async () => {
  callers = await createCallers(app)
})

/**
 * Renews the sign-ins: some calls require a recent one, and on a slow machine the tests last longer than it stays
 * recent.
 */
beforeEach(() =>
  app.sql("UPDATE session SET authenticated_at = now() WHERE authenticated_at < now() - interval '1 minute'"),
)

/**
 * With the oldest PostgreSQL, only the callers whose statements differ are tested, because its version matters for
 * statements only.
 */
const testedCallers: readonly CallerName[] = process.env.TEST_POSTGRES_BIN
  ? ['staff', 'auditor', 'superadmin']
  : callerNames

const isScoped = ({ query }: Endpoint) => query !== undefined && 'organisation' in query.shape
const withRecord = endpoints.filter((endpoint) => endpoint.path.includes('{id}'))
const withScope = endpoints.filter(isScoped)
const withoutRecord = endpoints.filter((endpoint) => !endpoint.path.includes('{') && !isScoped(endpoint))
const ofOrganisations = withRecord.filter((endpoint) =>
  ['organisation', 'company'].includes(kindOf(endpoint).access),
)

test('every endpoint names one record, an organisation or none', () => {
  expect(withRecord.length + withScope.length + withoutRecord.length).toBe(endpoints.length)
})

test('every endpoint about records of organisations is classified', () => {
  const names = (list: readonly Endpoint[]) => list.map(({ name }) => name).toSorted()
  expect(Object.keys(recordNeeds).toSorted()).toEqual(names(ofOrganisations))
  expect(Object.keys(scopeNeeds).toSorted()).toEqual(names(withScope))
})

interface RecordCall {
  readonly title: string
  readonly endpoint: Endpoint
  readonly need: Need
  readonly search: string
}

const recordCalls: readonly RecordCall[] = withRecord.flatMap((endpoint) => {
  const title = `${endpoint.method} ${endpoint.path}`
  const call = { title, endpoint, need: recordNeeds[endpoint.name] ?? 'read', search: '' } as const
  if (endpoint.name !== 'documents.open') return [call]
  const search = '?download=1'
  return [call, { ...call, title: `${title}${search}`, need: 'download', search }]
})

/**
 * The callers that test a call: in every run one caller of each set of expected outcomes, which varies from call to
 * call, and in the long run all others.
 */
function runsOf(call: number, expected: (caller: CallerName) => unknown) {
  const alike = Map.groupBy(testedCallers, (caller) => JSON.stringify(expected(caller)))
  const always = new Set([...alike.values()].map((names) => names[call % names.length]))
  return [
    { names: testedCallers.filter((caller) => always.has(caller)), options: {} },
    { names: testedCallers.filter((caller) => !always.has(caller)), options: { tags: 'long' } },
  ]
}

describe.each(recordCalls)('$title', (call) => {
  const { endpoint, need, search } = call
  const expected = (caller: CallerName) =>
    targetsFor(endpoint).map((target) => [target, outcomeOfRecord(endpoint, need, caller, target)] as const)
  for (const { names, options } of runsOf(recordCalls.indexOf(call), expected))
    test.each(names)('admits %s exactly as the policy states', options, async (caller) => {
      const outcomes: [Target, Outcome | number][] = []
      const unknown = await send(endpoint, caller, unknownId, { search })
      for (const [target, outcome] of expected(caller)) {
        const id = await recordFor(endpoint, caller, target, outcome)
        const reply = target === 'unknown' ? unknown : await send(endpoint, caller, id, { search })
        outcomes.push([target, outcomeOf(reply)])
        if (reply.status === 404) expect(comparable(reply)).toEqual(comparable(unknown))
      }
      expect(outcomes).toEqual(expected(caller))
    })
})

describe.each(withScope)('$method $path', (endpoint) => {
  const need = scopeNeeds[endpoint.name] ?? 'read'
  const expected = (caller: CallerName) =>
    (['home', 'other', 'unknown'] as const).map(
      (target) => [target, outcomeOfScope(endpoint, need, caller, target)] as const,
    )
  for (const { names, options } of runsOf(withScope.indexOf(endpoint), expected))
    test.each(names)('admits %s to organisations exactly as the policy states', options, async (caller) => {
      const { home, other } = companiesOf(caller)
      const ids = { home, other, unknown: unknownId } as const
      for (const [target, outcome] of expected(caller)) {
        const reply = await send(endpoint, caller, unknownId, { search: `?organisation=${ids[target]}` })
        expect([target, outcomeOf(reply)]).toEqual([target, outcome])
      }
    })
})

/** Calls that authenticate by their body, which is wrong here. */
const wrongCredentials = new Set(['auth.login', 'auth.firebaseSso', 'auth.ssoExchange'])

describe.each(withoutRecord)('$method $path', (endpoint) => {
  const expected = (caller: CallerName) => outcomeWithoutRecord(endpoint, caller)
  for (const { names, options } of runsOf(withoutRecord.indexOf(endpoint), expected))
    test.each(names)('admits %s exactly as the policy states', options, async (caller) => {
      // These cookies belong to records that were created before.
      for (const name of ['__Host-kyc', '__Host-plink']) callers.clients[caller].cookies.delete(name)
      const reply = await send(endpoint, caller, unknownId)
      if (wrongCredentials.has(endpoint.name)) expect(reply.status).toBe(401)
      else expect(outcomeOf(reply)).toBe(expected(caller))
      if (endpoint.name === 'auth.logout' && reply.status === 204) await signInAgain(caller)
    })
})

describe.each(endpoints.filter((endpoint) => endpoint.method !== 'GET' && !endpoint.csrf))(
  '$method $path',
  (endpoint) => {
    test('refuses a call without its CSRF token, and changes nothing', async () => {
      const id = endpoint.path.includes('{id}')
        ? await recordFor(endpoint, 'superadmin', targetsFor(endpoint)[0] ?? 'own', 403)
        : unknownId
      const before = await app.sql('SELECT count(*) AS n FROM audit_event')
      const reply = await send(endpoint, 'superadmin', id, { headers: { 'x-csrf-token': '' } })
      expect(refusalOf(reply)).toEqual([403, 'CSRF_INVALID'])
      expect(await app.sql('SELECT count(*) AS n FROM audit_event')).toEqual(before)
    })
  },
)

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
  test.each(['outsider', 'auditor'] as const)(
    'returns 404 to %s before a fault of the input (D50)',
    async (caller) => {
      const hidden = hiddenFrom(endpoint, caller)
      const { search, request } = badInput(endpoint)
      const call = (id: string) =>
        callers.clients[caller].call(endpoint.method, `${addressOf(endpoint, id)}${search}`, request)
      const reply = await call(await recordFor(endpoint, caller, hidden, 404))
      expect(reply.status).toBe(outcomeOfRecord(endpoint, 'read', caller, 'unknown'))
      expect(comparable(reply)).toEqual(comparable(await call(unknownId)))
    },
  )
})

/** A record that exists or has existed, if there is one that the caller may not see. */
function hiddenFrom(endpoint: Endpoint, caller: CallerName): Target {
  const isHidden = (target: Target) => outcomeOfRecord(endpoint, 'read', caller, target) === 404
  return targetsFor(endpoint).find(isHidden) ?? 'unknown'
}

/** The company of the caller, and one that it is not a member of. */
function companiesOf(caller: CallerName): { home: string; other: string } {
  const { companies } = callers
  const home = companies[isSignedIn(caller) ? signedInCallers[caller].company : 'main']
  return { home, other: home === companies.main ? companies.second : companies.main }
}

/** One record for all calls that do not use it up and name the same one. */
const records = new Map<string, Promise<string>>()

function recordFor(
  endpoint: Endpoint,
  caller: CallerName,
  target: Target,
  expected: Outcome,
): Promise<string> {
  if (target === 'unknown') return Promise.resolve(unknownId)
  if (target === 'malformed') return Promise.resolve('no-id')
  const kind = kindOf(endpoint)
  const place = placeOf(caller, target)
  const create = async () => {
    const id = await kind.create(app, place)
    if (target === 'deleted') await kind.remove?.(app, id, callers.clients.superadmin)
    return id
  }
  const usesUp = kind.reusable ? endpoint.method === 'DELETE' : endpoint.method !== 'GET'
  if (expected === 'allowed' && usesUp) return create()
  const key = [kind.path, target === 'deleted', ...whose(kind, place, target, caller)].join(' ')
  const id = records.get(key) ?? create()
  records.set(key, id)
  return id
}

/**
 * What the record depends on. It depends on the caller only if it is an own one, and never where the office alone may
 * access it.
 */
function whose({ access }: RecordKind, place: Place, target: Target, caller: CallerName): readonly string[] {
  const { organisation, account } = place
  if (access === 'organisation') return [organisation, account.accountId]
  if (access === 'office' || access === 'entry') return [organisation]
  return [target === 'own' ? caller : target]
}

function placeOf(caller: CallerName, target: 'own' | 'colleague' | 'other' | 'deleted'): Place {
  const { home, other } = companiesOf(caller)
  const { accounts, clients, colleague, companies } = callers
  const organisations = { own: home, colleague: home, other, deleted: companies.main }
  const own = target === 'own' && isSignedIn(caller) ? caller : undefined
  return {
    account: own ? accounts[own] : colleague,
    registrar: colleague,
    client: target === 'own' ? clients[caller] : colleague,
    organisation: organisations[target],
    joinedAs: own,
  }
}

function send(
  endpoint: Endpoint,
  caller: CallerName,
  id: string,
  options: { headers?: Record<string, string>; search?: string } = {},
): Promise<TestReply> {
  return callEndpoint(callers.clients[caller], endpoint, id, options)
}

function outcomeOf({ status }: TestReply): Outcome | number {
  return [401, 403, 404].includes(status) || status === 500 ? status : 'allowed'
}

/** The reply without its request id: a hidden record and an unknown one must be indistinguishable. */
function comparable(reply: TestReply): unknown {
  return { ...(reply.json as object), requestId: '' }
}

async function signInAgain(caller: CallerName): Promise<void> {
  if (!isSignedIn(caller)) return
  const account = callers.accounts[caller]
  const client = await signIn(app.services, app.url, account.accountId)
  for (const [name, value] of client.cookies) account.cookies.set(name, value)
  account.csrfToken = client.csrfToken
}
