import { problemsOf } from '@kyc/contract/endpoint-problems.ts'
import { partnerEndpoints, setWebhook } from '@kyc/contract/partner-api.ts'
import { partnerScopes } from '@kyc/contract/partner-api-vocabulary.ts'
import { revokeApiKey } from '@kyc/contract/partner-keys.ts'
import { partnerTitles } from '@kyc/contract/partner-titles.ts'
import { disablePartner, updatePartner } from '@kyc/contract/partners.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import {
  callPartnerApi,
  type PartnerServer,
  partnerBodies,
  partnerServers,
} from '../../../testing/app/partner-api.ts'
import { useStage } from '../../../testing/app/test-app.ts'
import { refusalOf, type TestReply } from '../../../testing/app/test-client.ts'

const { app, superadmin } = useStage({ superadmin: 'superadmin' }, { env: { TRUST_PROXY: '127.0.0.1' } })
const { newServer, withKey } = partnerServers(() => ({ app, superadmin }))
const unknownId = '01900000-0000-7000-8000-000000000000'

/** Two partners, the first with keys of both modes, and what each key created. */
let live: PartnerServer
let trial: PartnerServer
let other: PartnerServer
const records = new Map<PartnerServer, Record<string, string>>()

beforeAll(async () => {
  live = await newServer()
  trial = await withKey(live.partnerId, 'test')
  other = await newServer()
  for (const server of [live, trial, other]) {
    const made: Record<string, string> = {}
    // The webhook is set first, because further calls need it.
    await server.call(setWebhook, { json: partnerBodies[setWebhook.name] })
    for (const endpoint of partnerEndpoints) {
      if (endpoint.method !== 'POST' || endpoint.path.includes('{')) continue
      const json = { ...partnerBodies[endpoint.name] }
      if (server === trial && 'user_id' in json) json.user_id = 'test_approved'
      const reply = await server.call(endpoint, { json })
      expect(reply.status, JSON.stringify(reply.json)).toBe(201)
      made[endpoint.path] = (reply.json as { id: string }).id // declared by both calls
    }
    records.set(server, made)
  }
})

const listed = (reply: TestReply) => reply.json as { id: string; test: boolean }[] // as the contract declares

describe.each(partnerEndpoints)('$method $path', (endpoint) => {
  // The refusals of a network are limited, so those of each call come from another one.
  const headers = { 'x-forwarded-for': `198.51.100.${partnerEndpoints.indexOf(endpoint) + 1}` }
  const send = (secret: string | undefined) => {
    const json = partnerBodies[endpoint.name]
    return callPartnerApi(app.url, secret, endpoint, { id: unknownId, json, headers })
  }

  test('declares who may call it, and the scope that its key needs', () => {
    expect([endpoint.who, partnerScopes.includes(endpoint.scope)]).toEqual(['partner', true])
  })

  test('refuses a call without a key, with a wrong one, and with the API key of addresses', async () => {
    for (const secret of [undefined, 'kyc_live_no-such-key-0123456789', 'kyc_pk_01234567890123456789']) {
      const reply = await send(secret)
      expect(refusalOf(reply)).toEqual([401, 'PARTNER_KEY_INVALID'])
      expect(reply.headers.get('www-authenticate')).toBe('Bearer')
    }
  })

  test('refuses the session of an account', async () => {
    const path = `/api${endpoint.path.replaceAll(/\{\w+\}/g, unknownId)}`
    const json = partnerBodies[endpoint.name]
    const reply = await superadmin.call(endpoint.method, path, { json, headers })
    expect(refusalOf(reply)).toEqual([401, 'PARTNER_KEY_INVALID'])
  })

  test('refuses a key without its scope', async () => {
    const rest = partnerScopes.filter((scope) => scope !== endpoint.scope)
    const { secret } = await newServer('live', rest)
    expect(refusalOf(await send(secret))).toEqual([403, 'PARTNER_SCOPE_MISSING'])
  })

  test('has an English text for every problem', () => {
    expect(problemsOf(endpoint).filter((code) => partnerTitles[code] === undefined)).toEqual([])
  })
})

const ofRecords = partnerEndpoints.filter(({ path }) => path.includes('{id}'))

test.each(ofRecords)(
  '$path returns 404 for what another partner or another mode has created',
  async (endpoint) => {
    const list = endpoint.path.replace('/{id}', '')
    const servers = [live, trial, other]
    for (const owner of servers) {
      const id = records.get(owner)?.[list]
      if (id === undefined) continue
      for (const server of servers) {
        const reply = await server.call(endpoint, { id })
        expect([owner === server, reply.status]).toEqual([owner === server, owner === server ? 200 : 404])
      }
    }
  },
)

test.each(partnerEndpoints.filter(({ reply }) => 'paged' in reply))(
  '$path lists what the key’s own partner and mode have created, and nothing else',
  async (endpoint) => {
    for (const server of [live, trial, other]) {
      const ids = listed(await server.call(endpoint)).map(({ id }) => id)
      const own = records.get(server)?.[endpoint.path]
      const foreign = [...records].filter(([each]) => each !== server).map(([, made]) => made[endpoint.path])
      if (own !== undefined) expect(ids).toContain(own)
      for (const id of foreign) expect(ids).not.toContain(id)
    }
  },
)

test('every record of a test key is marked as a test, and no record of a live key is', async () => {
  for (const endpoint of partnerEndpoints.filter(({ reply }) => 'paged' in reply)) {
    for (const record of listed(await trial.call(endpoint))) expect(record.test).toBe(true)
    for (const record of listed(await live.call(endpoint))) expect(record.test).toBe(false)
  }
})

test('a revoked key, a key of a disabled partner, and a live key of a partner that became a test one are refused at once', async () => {
  const [list] = partnerEndpoints.filter(({ name }) => name === 'partnerApi.listSessions')
  if (!list) throw new Error('no such call')
  const [revoked, disabled, changed] = [await newServer(), await newServer(), await newServer()]
  const spare = await withKey(changed.partnerId, 'test')
  for (const server of [revoked, disabled, changed]) expect((await server.call(list)).status).toBe(200)
  await superadmin.send(revokeApiKey, { params: { id: revoked.partnerId, keyId: revoked.keyId } })
  await superadmin.send(disablePartner, { params: { id: disabled.partnerId } })
  await superadmin.send(updatePartner, { params: { id: changed.partnerId }, body: { mode: 'test' } })
  for (const server of [revoked, disabled, changed])
    expect(refusalOf(await server.call(list))).toEqual([401, 'PARTNER_KEY_INVALID'])
  expect((await spare.call(list)).status).toBe(200)
})
