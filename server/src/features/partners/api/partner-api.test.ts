import { limits } from '@kyc/contract/limits.ts'
import * as contract from '@kyc/contract/partner-api.ts'
import { testOutcomes } from '@kyc/contract/partner-api-vocabulary.ts'
import { partnerExamples } from '@kyc/contract/partner-examples.ts'
import { listApiKeys, rotateApiKey } from '@kyc/contract/partner-keys.ts'
import { describe, expect, test } from 'vitest'
import { partnerServers } from '../../../testing/app/partner-api.ts'
import { partnerCalls } from '../../../testing/app/partner-calls.ts'
import { useStage } from '../../../testing/app/test-app.ts'
import { nextOf, refusalOf, type TestReply } from '../../../testing/app/test-client.ts'
import { inVersion } from './versions.ts'

const { app, superadmin } = useStage({ superadmin: 'superadmin' })
const { newServer, withKey } = partnerServers(() => ({ app, superadmin }))
const { created, detailsOf } = partnerCalls(() => ({ app, superadmin }))
const body = { user_id: 'member-1', callback_url: 'https://partner.example.com/callback' }
const bodyOf = <Body>(reply: TestReply) => reply.json as Body // the server parses each reply by its schema

describe('keys', () => {
  test('are shown once, stored as a hash, and used at once', async () => {
    const { partner } = await created()
    const server = await withKey(partner.id, 'live', ['sessions'])
    expect(server.secret).toMatch(/^kyc_live_[\w-]{43}$/)
    const stored = await app.sql('SELECT * FROM partner_api_key WHERE id = $1', [server.keyId])
    expect(JSON.stringify(stored)).not.toContain(server.secret)
    const [before] = await superadmin.send(listApiKeys, { params: { id: partner.id } })
    expect(before).toMatchObject({ mode: 'live', scopes: ['sessions'], lastUsedAt: null })
    expect(JSON.stringify(before)).not.toContain(server.secret)
    expect((await server.call(contract.listSessions)).status).toBe(200)
    const [after] = await superadmin.send(listApiKeys, { params: { id: partner.id } })
    expect(after?.lastUsedAt).not.toBeNull()
    expect((await detailsOf(partner.id)).at(-1)).toEqual({ change: 'server_key_created', mode: 'live' })
  })

  test('record their use at most every ten minutes', async () => {
    const server = await newServer()
    const use = async () => {
      await server.call(contract.listSessions)
      const [row] = await app.sql<{ at: string; xmin: string }>(
        'SELECT last_used_at AS at, xmin::text FROM partner_api_key WHERE id = $1',
        [server.keyId],
      )
      return row?.xmin
    }
    const first = await use()
    expect(await use()).toBe(first)
    await app.sql("UPDATE partner_api_key SET last_used_at = now() - interval '11 minutes' WHERE id = $1", [
      server.keyId,
    ])
    const [moved] = await app.sql<{ xmin: string }>('SELECT xmin::text FROM partner_api_key WHERE id = $1', [
      server.keyId,
    ])
    expect(await use()).not.toBe(moved?.xmin)
  })

  test('a rotated key stays valid for a day with the new one, which has the same rights', async () => {
    const server = await newServer('test', ['sessions'])
    const params = { id: server.partnerId, keyId: server.keyId }
    const { key, secret } = await superadmin.send(rotateApiKey, { params })
    expect(key).toMatchObject({ mode: 'test', scopes: ['sessions'], expiresAt: null })
    expect((await server.call(contract.listSessions)).status).toBe(200)
    const headers = { authorization: `Bearer ${secret}` }
    expect((await server.call(contract.listSessions, { headers })).status).toBe(200)
    const keys = await superadmin.send(listApiKeys, { params: { id: server.partnerId } })
    const lasts = Date.parse(keys.find(({ id }) => id === server.keyId)?.expiresAt ?? '') - Date.now()
    expect(Math.abs(lasts - limits.callback.rotationOverlap)).toBeLessThan(60_000)
    const again = await superadmin.post(`/api/partners/${params.id}/api-keys/${params.keyId}/rotation`)
    expect(refusalOf(again)).toEqual([409, 'CONFLICT'])
    await app.sql('UPDATE partner_api_key SET expires_at = now() WHERE id = $1', [server.keyId])
    expect(refusalOf(await server.call(contract.listSessions))).toEqual([401, 'PARTNER_KEY_INVALID'])
  })

  test('a test partner gets no live key', async () => {
    const { partner } = await created({ mode: 'test' })
    const reply = await superadmin.post(`/api/partners/${partner.id}/api-keys`, {
      mode: 'live',
      scopes: ['sessions'],
    })
    expect(refusalOf(reply)).toEqual([400, 'INVALID_INPUT'])
    expect((await withKey(partner.id, 'test')).secret).toMatch(/^kyc_test_/)
  })
})

describe('calls', () => {
  test('state the limit of the key, and are refused beyond it until the minute ends', async () => {
    const server = await newServer()
    const first = await server.call(contract.listSessions)
    const limit = String(limits.rate.partnerPerMinute)
    expect(first.headers.get('ratelimit-limit')).toBe(limit)
    expect(Number(first.headers.get('ratelimit-remaining'))).toBe(limits.rate.partnerPerMinute - 1)
    expect(Number(first.headers.get('ratelimit-reset'))).toBeLessThanOrEqual(60)
    let last = first
    // The minute may end meanwhile, which resets the count.
    for (let calls = 0; last.status === 200 && calls < 2 * limits.rate.partnerPerMinute; calls++)
      last = await server.call(contract.listSessions)
    expect(refusalOf(last)).toEqual([429, 'RATE_LIMITED'])
    expect(last.headers.get('ratelimit-remaining')).toBe('0')
    expect(Number(last.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await (await newServer()).call(contract.listSessions)).status).toBe(200)
  })

  test('answer in English by Accept-Language, with the same code, and in Japanese otherwise', async () => {
    const server = await newServer()
    const send = (language: string) =>
      server.call(contract.createSession, { json: {}, headers: { 'accept-language': language } })
    const [english, japanese] = [await send('en-GB,ja;q=0.5'), await send('ja')]
    expect(english.headers.get('content-type')).toContain('application/problem+json')
    expect(english.json).toMatchObject({ code: 'INVALID_INPUT', title: 'Check the input.', field: 'user_id' })
    expect(JSON.stringify(english.json)).not.toMatch(/[\u3040-\u30ff\u4e00-\u9fff]/)
    expect(japanese.json).toMatchObject({ code: 'INVALID_INPUT', title: '入力内容を確認してください。' })
    expect(JSON.stringify(japanese.json)).toContain('callback_url')
  })

  test('name their version; an unknown one is refused', async () => {
    const server = await newServer()
    const reply = await server.call(contract.listSessions)
    const version = reply.headers.get('kyc-version') ?? ''
    expect(version).toMatch(/^\d{4}-\d\d-\d\d$/)
    const same = await server.call(contract.listSessions, { headers: { 'kyc-version': version } })
    expect(same.status).toBe(200)
    const other = await server.call(contract.listSessions, { headers: { 'kyc-version': '2020-01-01' } })
    expect(refusalOf(other)).toEqual([400, 'PARTNER_VERSION_UNKNOWN'])
  })

  test('return the first reply if they are repeated with an idempotency key, also under a rotated API key', async () => {
    const server = await newServer()
    const headers = { 'idempotency-key': 'order-7781' }
    const first = await server.call(contract.createSession, { json: body, headers })
    const { secret } = await superadmin.send(rotateApiKey, {
      params: { id: server.partnerId, keyId: server.keyId },
    })
    const repeated = await server.call(contract.createSession, {
      json: body,
      headers: { ...headers, authorization: `Bearer ${secret}` },
    })
    expect(repeated.json).toEqual(first.json)
    expect(repeated.headers.get('idempotent-replayed')).toBe('true')
    const changed = await server.call(contract.createSession, { json: { ...body, user_id: 'b' }, headers })
    expect(refusalOf(changed)).toEqual([422, 'IDEMPOTENCY_KEY_REUSED'])
    expect(bodyOf<unknown[]>(await server.call(contract.listSessions))).toHaveLength(1)
  })

  test('return lists in pages without gaps', async () => {
    const server = await newServer()
    for (const user of ['a', 'b', 'c'])
      await server.call(contract.createSession, { json: { ...body, user_id: user } })
    const first = await server.call(contract.listSessions, { search: '?limit=2' })
    const search = /\?.*/.exec(nextOf(first) ?? '')?.[0] ?? ''
    const second = await server.call(contract.listSessions, { search })
    const users = [first, second].flatMap((page) => bodyOf<contract.PartnerSession[]>(page))
    expect(users.map(({ user_id }) => user_id)).toEqual(['c', 'b', 'a'])
    expect(nextOf(second)).toBeUndefined()
  })
})

test('each client gets the shapes of its own version while newer versions exist', () => {
  const versions = [
    { date: '2026-11-28', before: {} },
    { date: '2027-01-15', before: { 'x.get': ({ state }: { state: string }) => ({ status: state }) } },
    {
      date: '2027-03-01',
      before: { 'x.get': ({ condition }: { condition: string }) => ({ state: condition }) },
    },
  ]
  const shown = (version: string, call = 'x.get') => inVersion(version, call, { condition: 'open' }, versions)
  expect(shown('2027-03-01')).toEqual({ condition: 'open' })
  expect(shown('2027-01-15')).toEqual({ state: 'open' })
  expect(shown('2026-11-28')).toEqual({ status: 'open' })
  expect(shown('2026-11-28', 'y.get')).toEqual({ condition: 'open' })
})

test('the OpenAPI document describes every call with an example that its schemas accept', async () => {
  const reply = await app.anonymous().get('/api/partner/v1/openapi.json')
  const { paths } = reply.json as { paths: Record<string, Record<string, object>> }
  for (const endpoint of contract.partnerEndpoints) {
    const { path, method, name } = endpoint
    const text = JSON.stringify(paths[`/api${path}`]?.[method.toLowerCase()])
    expect(text).toContain('KYC-Version')
    const example = partnerExamples[name]
    if (endpoint.reply.kind === 'empty') continue
    expect(text).toContain('"example"')
    expect(endpoint.reply.schema.safeParse(example.reply).success, name).toBe(true)
    if ('body' in endpoint) expect(endpoint.body.safeParse(example.body).success, name).toBe(true)
  }
})

describe('a test key', () => {
  test.each(Object.entries(testOutcomes))('forces the outcome of %s', async (user_id, outcome) => {
    const server = await newServer('test')
    const made = await server.call(contract.createSession, { json: { ...body, user_id } })
    expect(made.json).toMatchObject({ user_id, state: outcome.state, test: true })
    const { state, created_at, expires_at } = bodyOf<contract.PartnerSession>(made)
    expect(expires_at > created_at).toBe(state !== 'expired')
    const performers = bodyOf<contract.PartnerPerformer[]>(await server.call(contract.listPartnerPerformers))
    expect(performers.map(({ status }) => status)).toEqual(
      outcome.performer ? [outcome.performer.status] : [],
    )
    for (const { id } of performers)
      expect((await server.call(contract.getPartnerPerformer, { id })).json).toMatchObject({
        user_id,
        test: true,
      })
  })

  test.each(['held', 'confirmed', 'completed', 'unfounded'])(
    'opens a request that is %s, which stops no title and sends no mail',
    async (state) => {
      const server = await newServer('test')
      const before = [await app.sql('SELECT count(*) FROM takedown'), (await app.mails()).length]
      const json = { kind: 'provider', title: `TEST_${state.toUpperCase()}` }
      const made = await server.call(contract.createRequest, { json })
      expect(made.json).toMatchObject({ state, test: true })
      expect([await app.sql('SELECT count(*) FROM takedown'), (await app.mails()).length]).toEqual(before)
    },
  )

  test('creates an address that opens no KYC session', async () => {
    const server = await newServer('test')
    const { url } = bodyOf<{ url: string }>(await server.call(contract.createSession, { json: body }))
    const browser = app.anonymous()
    const { csrfToken } = (await browser.get('/api/auth/csrf-token')).json as { csrfToken: string }
    const reply = await browser.call('POST', '/api/kyc/addresses', {
      json: { token: new URL(url).hash.replace('#token=', '') },
      headers: { 'x-csrf-token': csrfToken },
    })
    expect(refusalOf(reply)).toEqual([404, 'KYC_ADDRESS_TEST'])
  })
})
