import type { KycSession } from '@kyc/contract/kyc.ts'
import { createRemoteJWKSet, decodeJwt, jwtVerify } from 'jose'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  createKycApp,
  follow,
  type KycApp,
  openSignedIn,
  refusal,
  register,
  registerPartner,
  registrationOf,
  resultOf,
  sendResult,
  signInAs,
} from '../../../testing/app/kyc-app.ts'
import { visitor } from '../../../testing/app/visitor.ts'

let kyc: KycApp

beforeAll(async () => {
  kyc = await createKycApp()
})
beforeEach(() => kyc.partner.startAnew())
afterAll(() => kyc.close())

const open = (link = {}) => openSignedIn(kyc, { link })

test('the partner gets the result that the server composed, signed, and the browser its way back (spec §4)', async () => {
  const given = await open({ redirect_url: `${kyc.partner.origin}/done?a=%20b&status=forged` })
  const { client, uid, link } = given
  expect((await register(client, registrationOf(given))).json).toEqual({ success: true })
  const { callback_url, api_key } = link
  const reply = await sendResult(client, { callback_url, api_key, result: resultOf(given) })
  expect(reply.status, JSON.stringify(reply.json)).toBe(200)
  const [told] = kyc.results()
  expect(told).toEqual({
    user_id: link.user_id,
    firebase_uid: uid,
    email: `${uid}@example.com`,
    display_name: `名 ${uid}`,
    photo_url: null,
    session_id: link.session_id,
    status: 'success',
    id_token: expect.any(String),
    timestamp: expect.any(String),
  })
  const [callback] = kyc.partner.received
  expect(callback?.path).toBe('/callback')
  const headers = callback?.headers as Record<string, string> // single values
  expect(new Webhook(kyc.registered.signingSecret).verify(callback?.body ?? '', headers)).toEqual(told)

  const { redirectUrl } = reply.json as { redirectUrl: string }
  const address = new URL(redirectUrl)
  expect(address.origin + address.pathname).toBe(`${kyc.partner.origin}/done`)
  expect(Object.fromEntries(address.searchParams)).toEqual({
    a: ' b',
    user_id: link.user_id,
    firebase_uid: uid,
    status: 'success',
    session_id: link.session_id,
    timestamp: told?.timestamp,
  })
  expect(address.searchParams.getAll('status')).toEqual(['success'])
  const again = (await client.get(`/api/kyc/sessions/${given.kycSession.id}`)).json as KycSession
  expect(again.redirectUrl).toBe(redirectUrl)
})

test('the way back, which names the person, shows to nobody else at the same browser', async () => {
  const { client, kycSession: opened } = await open()
  await sendResult(client)
  const wayBack = async () =>
    ((await client.get(`/api/kyc/sessions/${opened.id}`)).json as KycSession).redirectUrl
  expect(await wayBack()).toContain('firebase_uid=')
  await client.post('/api/auth/logout')
  expect(await wayBack()).toBeNull()
  client.csrfToken = ((await client.get('/api/auth/csrf-token')).json as { csrfToken: string }).csrfToken
  await signInAs(client, kyc.google, 'somebody-else')
  expect(await wayBack()).toBeNull()
})

test('without redirect_url the browser goes on to callback_url, without session_id nothing stands for it', async () => {
  const { client } = await open({ session_id: '' })
  const { redirectUrl } = (await sendResult(client)).json as { redirectUrl: string }
  expect(redirectUrl.startsWith(`${kyc.partner.origin}/callback?user_id=`)).toBe(true)
  expect(new URL(redirectUrl).searchParams.has('session_id')).toBe(false)
  expect(kyc.results()[0]).toMatchObject({ session_id: null })
})

test('the token holds by the public keys for this partner alone, for five minutes, and names nobody else’s account', async () => {
  const { client, link, uid } = await open()
  await sendResult(client)
  const token = String(kyc.results()[0]?.id_token)
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

test('a verified address goes to the partner as such; an unverified one does not, and neither does a lost one', async () => {
  await sendResult((await open()).client)
  const unverified = await openSignedIn(kyc, { claims: { email_verified: false } })
  expect((await register(unverified.client, registrationOf(unverified))).status).toBe(200)
  expect((await sendResult(unverified.client, { result: resultOf(unverified) })).status).toBe(200)
  const lost = await openSignedIn(kyc, { claims: { email_verified: false } })
  await signInAs(await visitor(kyc.app), kyc.google, 'owner-of-the-address', {
    claims: { email: `${lost.uid}@example.com` },
  })
  expect((await sendResult(lost.client, { result: resultOf(lost) })).status).toBe(200)
  const [first, ...others] = kyc.results().map(({ email, id_token }) => [email, decodeJwt(String(id_token))])
  expect(first).toEqual([expect.any(String), expect.objectContaining({ email_verified: true })])
  expect(others).toHaveLength(2)
  for (const [email, claims] of others) {
    expect(email).toBeNull()
    expect(claims).not.toHaveProperty('email')
  }
})

test('the subject stays the same at one partner and is another one at the next', async () => {
  const other = await registerPartner(kyc)
  const uid = 'uid-of-two-partners'
  for (const partner of [kyc.registered, kyc.registered, other]) {
    const { client } = await openSignedIn(kyc, { by: partner, uid })
    expect((await sendResult(client)).status).toBe(200)
  }
  const subjects = kyc.results().map(({ id_token }) => decodeJwt(String(id_token)).sub)
  expect(subjects[0]).toBe(subjects[1])
  expect(subjects[2]).not.toBe(subjects[0])
})

test('registering twice is one link and one entry', async () => {
  const given = await open()
  const [one, two] = await Promise.all([1, 2].map(() => register(given.client, registrationOf(given))))
  expect([one?.status, two?.status]).toEqual([200, 200])
  const links = await kyc.app.sql('SELECT 1 FROM partner_user WHERE user_id = $1', [given.link.user_id])
  expect(links).toHaveLength(1)
  const entries = await kyc.app.sql(
    "SELECT 1 FROM audit_event JOIN account ON account.id = actor WHERE provider_uid = $1 AND action = 'update'",
    [given.uid],
  )
  expect(entries).toHaveLength(1)
})

describe('one KYC session is one delivery', () => {
  test('however often and however parallel it is asked for, and each call tells how it went', async () => {
    const { client } = await open()
    const before = await kyc.count('delivery')
    const together = await Promise.all([1, 2, 3, 4].map(() => sendResult(client)))
    expect(together.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    const addresses = new Set(together.map(({ json }) => (json as { redirectUrl: string }).redirectUrl))
    expect(addresses.size).toBe(1)
    expect((await sendResult(client)).json).toEqual(together[0]?.json)
    expect(await kyc.count('delivery')).toBe(before + 1)
    expect(kyc.partner.received).toHaveLength(1)
  })

  test('one that failed says so, and is tried again at most every ten seconds, under the same id', async () => {
    const { client, kycSession: opened } = await open()
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

  test('where nothing follows by itself, the answer says that: callbacks are off, or it was given up', async () => {
    const partner = await registerPartner(kyc)
    const { client, kycSession: opened } = await openSignedIn(kyc, { by: partner })
    kyc.partner.behave((response) => response.writeHead(410).end())
    expect(refusal(await sendResult(client)), 'by its own attempt').toEqual([502, 'PARTNER_DELIVERY_STOPPED'])
    expect(refusal(await sendResult(client)), 'without one').toEqual([502, 'PARTNER_DELIVERY_STOPPED'])
    expect(kyc.partner.received).toHaveLength(1)
    const superadmin = await kyc.app.signedIn('superadmin')
    const resumed = await superadmin.put(`/api/partners/${partner.partner.id}/callbacks/resume`)
    expect(resumed.status).toBe(200)
    expect(refusal(await sendResult(client))).toEqual([502, 'PARTNER_DELIVERY_FAILED'])
    await kyc.app.sql(
      `UPDATE delivery SET state = 'dead', ended_at = now(), next_attempt_at = NULL
       WHERE id = (SELECT delivery_id FROM kyc_session WHERE id = $1)`,
      [opened.id],
    )
    expect(refusal(await sendResult(client))).toEqual([502, 'PARTNER_DELIVERY_STOPPED'])
  })

  test('the delivery leaves one entry, about the partner, that its person may see', async () => {
    const { client, kycSession: opened } = await open()
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

test('closing a partner ends its KYC sessions under way, for good', async () => {
  const partner = await registerPartner(kyc)
  const { client, kycSession: opened, link } = await openSignedIn(kyc, { by: partner })
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
