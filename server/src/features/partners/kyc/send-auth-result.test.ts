import type { KycSession } from '@kyc/contract/kyc.ts'
import { createRemoteJWKSet, jwtVerify } from 'jose'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  createKycApp,
  follow,
  type KycApp,
  linkOf,
  refusal,
  register,
  registerPartner,
  sendResult,
  signInAs,
  type Visit,
  visitSignedIn,
} from '../../../testing/kyc-app.ts'
import { signIn } from '../../../testing/sign-in.ts'
import { visitor } from '../../../testing/visitor.ts'
import type { CreatedPartner } from '../create-partner.ts'

let kyc: KycApp
let registered: CreatedPartner

beforeAll(async () => {
  kyc = await createKycApp()
  registered = await registerPartner(kyc)
})
beforeEach(() => {
  kyc.partner.received.length = 0
  kyc.partner.behave((response) => response.end('ok'))
})
afterAll(() => kyc.close())

const visit = (link = {}) => visitSignedIn(kyc, registered, { link })
const deliveries = async () =>
  (await kyc.app.sql<{ n: number }>('SELECT count(*)::int AS n FROM delivery'))[0]?.n
const received = () => kyc.partner.received.map(({ body }) => JSON.parse(body) as Record<string, unknown>)

/** What the browser part sends: spec §3 "User registration payload". */
function registration({ uid, link }: Visit) {
  return {
    ...{ firebase_uid: uid, sharegram_user_id: link.user_id, session_id: link.session_id },
    ...{ company_id: link.company_id, locale: 'ja', email: `${uid}@example.com`, display_name: `名 ${uid}` },
    ...{ photo_url: null, created_at: '2026-01-01T00:00:00Z', updated_at: '2026-01-01T00:00:00Z' },
  }
}

/** What the browser part sends: spec §3 "Auth result payload". */
function result({ uid, link }: Visit) {
  return {
    ...{ user_id: link.user_id, firebase_uid: uid, email: `${uid}@example.com`, display_name: `名 ${uid}` },
    ...{ photo_url: null, session_id: link.session_id, timestamp: '2026-01-01T00:00:00Z', status: 'success' },
  }
}

test('the partner gets the result that the server composed, signed, and the browser its way back (spec §4)', async () => {
  const given = await visit({ redirect_url: `${kyc.partner.origin}/done?a=%20b&status=forged` })
  const { client, uid, link } = given
  expect((await register(client, registration(given))).json).toEqual({ success: true })
  const { callback_url, api_key } = link
  const reply = await sendResult(client, { callback_url, api_key, result: result(given) })
  expect(reply.status, JSON.stringify(reply.json)).toBe(200)
  const [told] = received()
  expect(told).toEqual({
    ...{ user_id: link.user_id, firebase_uid: uid, email: `${uid}@example.com`, display_name: `名 ${uid}` },
    ...{ photo_url: null, session_id: link.session_id, status: 'success' },
    ...{ id_token: expect.any(String), timestamp: expect.any(String) },
  })
  const [callback] = kyc.partner.received
  expect(callback?.path).toBe('/callback')
  const headers = callback?.headers as Record<string, string> // single values
  expect(new Webhook(registered.signingSecret).verify(callback?.body ?? '', headers)).toEqual(told)

  const { redirectUrl } = reply.json as { redirectUrl: string }
  const address = new URL(redirectUrl)
  expect(address.origin + address.pathname).toBe(`${kyc.partner.origin}/done`)
  expect(Object.fromEntries(address.searchParams)).toEqual({
    ...{ a: ' b', user_id: link.user_id, firebase_uid: uid, status: 'success' },
    ...{ session_id: link.session_id, timestamp: told?.timestamp },
  })
  expect(address.searchParams.getAll('status')).toEqual(['success'])
  const again = (await client.get(`/api/kyc/sessions/${given.visit.id}`)).json as KycSession
  expect(again.redirectUrl).toBe(redirectUrl)
})

test('without redirect_url the browser goes on to callback_url, without session_id nothing stands for it', async () => {
  const { client } = await visit({ session_id: '' })
  const { redirectUrl } = (await sendResult(client)).json as { redirectUrl: string }
  expect(redirectUrl.startsWith(`${kyc.partner.origin}/callback?user_id=`)).toBe(true)
  expect(new URL(redirectUrl).searchParams.has('session_id')).toBe(false)
  expect(received()[0]).toMatchObject({ session_id: null })
})

test('the token holds by the public keys for this partner alone, for five minutes, and names nobody else’s account', async () => {
  const { client, link, uid } = await visit()
  await sendResult(client)
  const token = String(received()[0]?.id_token)
  const keys = createRemoteJWKSet(new URL(`${kyc.app.url}/.well-known/jwks.json`))
  const issuer = kyc.app.services.config.publicUrl.origin
  const audience = link.company_id
  const { payload, protectedHeader } = await jwtVerify(token, keys, {
    audience,
    issuer,
    algorithms: ['ES256'],
  })
  expect(payload).toMatchObject({
    user_id: link.user_id,
    session_id: link.session_id,
    email: `${uid}@example.com`,
  })
  expect((payload.exp ?? 0) - (payload.iat ?? 0)).toBe(300)
  expect(payload.jti).toEqual(expect.any(String))
  expect(protectedHeader.kid).toEqual(expect.any(String))
  await expect(jwtVerify(token, keys, { audience: 'other-partner', issuer })).rejects.toThrow('aud')
  const [account] = await kyc.app.sql<{ id: string }>('SELECT id FROM account WHERE provider_uid = $1', [uid])
  expect(JSON.stringify(payload)).not.toContain(account?.id)
})

test('the subject stays the same at one partner and is another one at the next', async () => {
  const other = await registerPartner(kyc)
  const uid = 'uid-of-two-partners'
  for (const partner of [registered, registered, other]) {
    const { client } = await visitSignedIn(kyc, partner, { uid })
    expect((await sendResult(client)).status).toBe(200)
  }
  const subjects = received().map(({ id_token }) => {
    const [, claims = ''] = String(id_token).split('.')
    return (JSON.parse(Buffer.from(claims, 'base64url').toString()) as { sub: string }).sub
  })
  expect(subjects[0]).toBe(subjects[1])
  expect(subjects[2]).not.toBe(subjects[0])
})

describe('what a browser says along must be true (D34)', () => {
  test.each<[string, Record<string, unknown>]>([
    ['another user_id', { user_id: 'somebody-else' }],
    ['an empty user_id', { user_id: '' }],
    ['another firebase_uid', { firebase_uid: 'somebody-else' }],
    ['another session_id', { session_id: 'another-session' }],
    ['another e-mail address', { email: 'somebody.else@example.com' }],
    ['another status', { status: 'failed' }],
    ['a token that nobody signed', { id_token: 'a.b.c' }],
  ])('in the result: %s', async (_, forged) => {
    const given = await visit()
    const before = await deliveries()
    const reply = await sendResult(given.client, { result: { ...result(given), ...forged } })
    expect(refusal(reply)).toEqual([400, 'KYC_SESSION_MISMATCH'])
    expect(await deliveries()).toBe(before)
    expect(kyc.partner.received).toEqual([])
  })

  test.each<[string, Record<string, unknown>]>([
    ['another callback_url', { callback_url: 'https://evil.example/callback' }],
    ['another path of the callback', { callback_url: 'https://localhost/other' }],
    ['another api_key', { api_key: 'kyc_pk_somebody_elses' }],
  ])('beside the result: %s', async (_, forged) => {
    const given = await visit()
    expect(refusal(await sendResult(given.client, forged))).toEqual([400, 'KYC_SESSION_MISMATCH'])
    expect(kyc.partner.received).toEqual([])
  })

  test('the key of another partner is no key of this one', async () => {
    const { apiKey } = await registerPartner(kyc)
    const given = await visit()
    expect(refusal(await sendResult(given.client, { api_key: apiKey }))).toEqual([
      400,
      'KYC_SESSION_MISMATCH',
    ])
  })

  test.each<[string, Record<string, unknown>]>([
    ['another sharegram_user_id', { sharegram_user_id: 'somebody-else' }],
    ['another firebase_uid', { firebase_uid: 'somebody-else' }],
    ['another session_id', { session_id: 'another-session' }],
    ['another company_id', { company_id: 'another-company' }],
    ['another e-mail address', { email: 'somebody.else@example.com' }],
  ])('in the registration: %s', async (_, forged) => {
    const given = await visit()
    const reply = await register(given.client, { ...registration(given), ...forged })
    expect(refusal(reply)).toEqual([400, 'KYC_SESSION_MISMATCH'])
    expect(await kyc.app.sql('SELECT 1 FROM partner_user WHERE user_id = $1', [given.link.user_id])).toEqual(
      [],
    )
  })

  test('a name, a picture or a time that was made up never reaches the partner', async () => {
    const given = await visit()
    const made = { display_name: 'forged', photo_url: 'https://evil.example/x.png', timestamp: 'forged' }
    expect((await sendResult(given.client, { result: { ...result(given), ...made } })).status).toBe(200)
    expect(received()[0]).toMatchObject({ display_name: `名 ${given.uid}`, photo_url: null })
    expect(kyc.partner.received[0]?.body).not.toContain('forged')
  })

  test('a token of the provider of somebody else is refused, one’s own brings the picture and stays here', async () => {
    const given = await visit()
    const foreign = await kyc.google.token('somebody-else')
    const refused = await sendResult(given.client, { result: { id_token: foreign } })
    expect(refusal(refused)).toEqual([400, 'KYC_SESSION_MISMATCH'])
    const picture = 'https://pictures.example/1.png'
    const own = await kyc.google.token(given.uid, { claims: { picture } })
    expect((await sendResult(given.client, { result: { id_token: own } })).status).toBe(200)
    expect(received()[0]).toMatchObject({ photo_url: picture })
    expect(kyc.partner.received[0]?.body).not.toContain(own)
  })
})

describe('who may send a result', () => {
  test('nobody without the bearer token (D51), and nobody with another session’s', async () => {
    const { client } = await visit()
    for (const path of ['/api/sharegram/auth-result', '/api/users/sharegram-register']) {
      const without = await client.post(path, {})
      expect(refusal(without)).toEqual([401, 'TOKEN_EXPIRED'])
      const headers = { authorization: 'Bearer 99999999999.x' }
      expect(refusal(await client.call('POST', path, { json: {}, headers }))).toEqual([401, 'TOKEN_EXPIRED'])
    }
    expect(kyc.partner.received).toEqual([])
  })

  test('nobody in another browser, even with the id of the visit', async () => {
    const { visit: opened } = await visit()
    const other = await visit()
    const stranger = await visitor(kyc.app)
    await signInAs(stranger, kyc.google, 'stranger')
    for (const client of [stranger, other.client]) {
      const reply = await sendResult(client, { kycSession: opened.id })
      expect(refusal(reply)).toEqual([404, 'KYC_SESSION_NOT_FOUND'])
    }
    expect(kyc.partner.received).toEqual([])
  })

  test('nobody who signed in before the visit was opened', async () => {
    const client = await visitor(kyc.app)
    await signInAs(client, kyc.google, 'early-bird')
    await follow(client, linkOf(kyc, registered))
    expect(refusal(await sendResult(client))).toEqual([409, 'KYC_SIGN_IN_REQUIRED'])
    await signInAs(client, kyc.google, 'early-bird')
    expect((await sendResult(client)).status).toBe(200)
  })

  test('nobody who signed in with a password of ours', async () => {
    const { client, uid } = await visit()
    const [account] = await kyc.app.sql<{ id: string }>('SELECT id FROM account WHERE provider_uid = $1', [
      uid,
    ])
    const byPassword = await signIn(kyc.app.services, kyc.app.url, account?.id ?? '')
    byPassword.cookies.set('__Host-kyc', client.cookies.get('__Host-kyc') ?? '')
    expect(refusal(await sendResult(byPassword))).toEqual([409, 'KYC_SIGN_IN_REQUIRED'])
  })

  test('nobody once the visit is over', async () => {
    const { client, visit: opened } = await visit()
    await kyc.app.sql('UPDATE kyc_session SET expires_at = now() WHERE id = $1', [opened.id])
    expect(refusal(await sendResult(client))).toEqual([404, 'KYC_SESSION_NOT_FOUND'])
    expect(refusal(await client.get(`/api/kyc/sessions/${opened.id}`))).toEqual([
      404,
      'KYC_SESSION_NOT_FOUND',
    ])
  })

  test('nobody else once somebody has registered for it', async () => {
    const given = await visit()
    await register(given.client, registration(given))
    await signInAs(given.client, kyc.google, 'second-person')
    expect(refusal(await sendResult(given.client))).toEqual([400, 'KYC_SESSION_MISMATCH'])
    expect(kyc.partner.received).toEqual([])
  })

  test('nobody whose user of the partner is another account', async () => {
    const first = await visit()
    await register(first.client, registration(first))
    const second = await visit({ user_id: first.link.user_id })
    expect(refusal(await register(second.client, registration(second)))).toEqual([409, 'KYC_USER_LINKED'])
    expect(refusal(await sendResult(second.client))).toEqual([409, 'KYC_USER_LINKED'])
    expect(kyc.partner.received).toEqual([])
    // Nothing of the refusal stays: the right account may still go on in that browser.
    await signInAs(second.client, kyc.google, first.uid)
    expect((await sendResult(second.client)).status).toBe(200)
  })
})

test('registering twice is one link and one entry', async () => {
  const given = await visit()
  const [one, two] = await Promise.all([1, 2].map(() => register(given.client, registration(given))))
  expect([one?.status, two?.status]).toEqual([200, 200])
  const links = await kyc.app.sql('SELECT 1 FROM partner_user WHERE user_id = $1', [given.link.user_id])
  expect(links).toHaveLength(1)
  const entries = await kyc.app.sql(
    "SELECT 1 FROM audit_event JOIN account ON account.id = actor WHERE provider_uid = $1 AND action = 'update'",
    [given.uid],
  )
  expect(entries).toHaveLength(1)
})

describe('one visit is one delivery', () => {
  test('however often and however parallel it is asked for, and each call tells how it went', async () => {
    const { client } = await visit()
    const before = (await deliveries()) ?? 0
    const together = await Promise.all([1, 2, 3, 4].map(() => sendResult(client)))
    expect(together.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    const addresses = new Set(together.map(({ json }) => (json as { redirectUrl: string }).redirectUrl))
    expect(addresses.size).toBe(1)
    expect((await sendResult(client)).json).toEqual(together[0]?.json)
    expect(await deliveries()).toBe(before + 1)
    expect(kyc.partner.received).toHaveLength(1)
  })

  test('one that failed says so, and is tried again at most every ten seconds, under the same id', async () => {
    const { client, visit: opened } = await visit()
    kyc.partner.behave((response) => response.writeHead(500).end('no'))
    expect(refusal(await sendResult(client))).toEqual([502, 'PARTNER_DELIVERY_FAILED'])
    kyc.partner.behave((response) => response.end('ok'))
    expect(refusal(await sendResult(client))).toEqual([502, 'PARTNER_DELIVERY_FAILED'])
    expect(kyc.partner.received).toHaveLength(1)
    expect((await client.get(`/api/kyc/sessions/${opened.id}`)).json).toMatchObject({ redirectUrl: null })
    await kyc.app.sql(
      `UPDATE delivery_attempt SET at = at - interval '11 seconds'
       WHERE delivery_id = (SELECT delivery_id FROM kyc_session WHERE id = $1)`,
      [opened.id],
    )
    expect((await sendResult(client)).status).toBe(200)
    const ids = kyc.partner.received.map(({ headers }) => headers['webhook-id'])
    expect(ids).toHaveLength(2)
    expect(new Set(ids).size).toBe(1)
  })

  test('the delivery leaves one entry, about the partner, that its person may see', async () => {
    const { client, visit: opened } = await visit()
    await sendResult(client)
    await sendResult(client)
    const [row] = await kyc.app.sql<{ delivery_id: string; partner_id: string; account_id: string }>(
      'SELECT delivery_id, partner_id, account_id FROM kyc_session WHERE id = $1',
      [opened.id],
    )
    const entries = await kyc.app.sql(
      "SELECT actor, owner, rid FROM audit_event WHERE action = 'share' AND actor = $1",
      [row?.account_id],
    )
    const rid = `${row?.partner_id}/${row?.delivery_id}`
    expect(entries).toEqual([{ actor: row?.account_id, owner: row?.account_id, rid }])
    const { json } = await client.get('/api/audit-logs?action=share')
    expect(json).toMatchObject([{ resourceType: 'partner', resourceName: '試験の提携先' }])
  })
})

test('closing a partner ends its visits under way, for good', async () => {
  const partner = await registerPartner(kyc)
  const { client, visit: opened, link } = await visitSignedIn(kyc, partner)
  const superadmin = await kyc.app.signedIn('superadmin')
  expect((await superadmin.put(`/api/partners/${partner.partner.id}/disable`)).json).toMatchObject({
    disabled: true,
  })
  expect(refusal(await sendResult(client))).toEqual([404, 'KYC_SESSION_NOT_FOUND'])
  expect(refusal(await client.get(`/api/kyc/sessions/${opened.id}`))).toEqual([404, 'KYC_SESSION_NOT_FOUND'])
  expect(refusal(await follow(await visitor(kyc.app), link))).toEqual([400, 'KYC_PARTNER_REFUSED'])
  await superadmin.put(`/api/partners/${partner.partner.id}/enable`)
  expect(refusal(await sendResult(client))).toEqual([404, 'KYC_SESSION_NOT_FOUND'])
  expect((await follow(await visitor(kyc.app), link)).status).toBe(201)
  expect(kyc.partner.received).toEqual([])
})
