import { csrfToken } from '@kyc/contract/accounts.ts'
import { listAuditLogs } from '@kyc/contract/audit.ts'
import { getKycSession } from '@kyc/contract/kyc.ts'
import { createRemoteJWKSet, decodeJwt, jwtVerify } from 'jose'
import { Webhook } from 'standardwebhooks'
import { beforeEach, describe, expect, test } from 'vitest'
import { anonymousBrowser } from '../../../testing/app/anonymous-browser.ts'
import {
  createKycApp,
  follow,
  openSignedIn,
  register,
  registerPartner,
  registrationOf,
  resultOf,
  sendResult,
  signInAs,
} from '../../../testing/app/kyc-app.ts'
import { refusalOf } from '../../../testing/app/test-client.ts'
import { useStarted } from '../../../testing/app/use-started.ts'

const kyc = useStarted(createKycApp)

beforeEach(() => kyc.partner.reset())

const open = (link = {}) => openSignedIn(kyc, { link })

test('sends the signed result that the server composed to the partner, and returns the redirect (spec §4)', async () => {
  const session = await open({ redirect_url: `${kyc.partner.origin}/done?a=%20b&status=forged` })
  const { client, uid, link } = session
  expect((await register(client, registrationOf(session))).json).toEqual({ success: true })
  const { callback_url, api_key } = link
  const reply = await sendResult(client, { callback_url, api_key, result: resultOf(session) })
  expect(reply.status, JSON.stringify(reply.json)).toBe(200)
  const [result] = kyc.results()
  expect(result).toEqual({
    user_id: link.user_id,
    user_id_verified: false,
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
  expect(new Webhook(kyc.registered.signingSecret).verify(callback?.body ?? '', headers)).toEqual(result)

  const { redirectUrl } = reply.json as { redirectUrl: string }
  const address = new URL(redirectUrl)
  expect(address.origin + address.pathname).toBe(`${kyc.partner.origin}/done`)
  expect(Object.fromEntries(address.searchParams)).toEqual({
    a: ' b',
    user_id: link.user_id,
    firebase_uid: uid,
    status: 'success',
    session_id: link.session_id,
    timestamp: result?.timestamp,
  })
  expect(address.searchParams.getAll('status')).toEqual(['success'])
  const again = await client.send(getKycSession, { params: { id: session.kycSession.id } })
  expect(again.redirectUrl).toBe(redirectUrl)
})

test('returns the redirect, which contains personal data, only to the account of the session', async () => {
  const { client, kycSession: opened } = await open()
  await sendResult(client)
  const redirectUrl = async () =>
    (await client.send(getKycSession, { params: { id: opened.id } })).redirectUrl
  expect(await redirectUrl()).toContain('firebase_uid=')
  await client.post('/api/auth/logout')
  expect(await redirectUrl()).toBeNull()
  client.csrfToken = (await client.send(csrfToken)).csrfToken
  await signInAs(client, kyc.google, 'another-uid')
  expect(await redirectUrl()).toBeNull()
})

test('redirects to callback_url without redirect_url, and omits a missing session_id', async () => {
  const { client } = await open({ session_id: '' })
  const { redirectUrl } = (await sendResult(client)).json as { redirectUrl: string }
  expect(redirectUrl.startsWith(`${kyc.partner.origin}/callback?user_id=`)).toBe(true)
  expect(new URL(redirectUrl).searchParams.has('session_id')).toBe(false)
  expect(kyc.results()[0]).toMatchObject({ session_id: null })
})

test('the token is valid for this partner and five minutes, and does not contain the account id', async () => {
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

test('sends a verified address, and neither an unverified one nor one that moved to another account', async () => {
  await sendResult((await open()).client)
  const unverified = await openSignedIn(kyc, { claims: { email_verified: false } })
  expect((await register(unverified.client, registrationOf(unverified))).status).toBe(200)
  expect((await sendResult(unverified.client, { result: resultOf(unverified) })).status).toBe(200)
  const lost = await openSignedIn(kyc, { claims: { email_verified: false } })
  await signInAs(await anonymousBrowser(kyc.app), kyc.google, 'owner-of-the-address', {
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

test('the subject is constant for one partner and different for another', async () => {
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

test('registering twice creates one link and one entry', async () => {
  const session = await open()
  const [one, two] = await Promise.all([1, 2].map(() => register(session.client, registrationOf(session))))
  expect([one?.status, two?.status]).toEqual([200, 200])
  const links = await kyc.app.sql('SELECT 1 FROM partner_user WHERE user_id = $1', [session.link.user_id])
  expect(links).toHaveLength(1)
  const entries = await kyc.app.sql(
    "SELECT 1 FROM audit_event JOIN account ON account.id = actor WHERE provider_uid = $1 AND action = 'update'",
    [session.uid],
  )
  expect(entries).toHaveLength(1)
})

describe('one KYC session has one delivery', () => {
  test('repeated and concurrent calls return the outcome of the same delivery', async () => {
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

  test('a failure is reported and retried at most every ten seconds, with the same id', async () => {
    const { client, kycSession: opened } = await open()
    kyc.partner.behave((response) => response.writeHead(500).end('no'))
    expect(refusalOf(await sendResult(client))).toEqual([502, 'PARTNER_DELIVERY_FAILED'])
    kyc.partner.behave((response) => response.end('ok'))
    expect(refusalOf(await sendResult(client))).toEqual([502, 'PARTNER_DELIVERY_FAILED'])
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

  test('reports a delivery without further attempts: callbacks are stopped, or it is dead', async () => {
    const partner = await registerPartner(kyc)
    const { client, kycSession: opened } = await openSignedIn(kyc, { by: partner })
    kyc.partner.behave((response) => response.writeHead(410).end())
    expect(refusalOf(await sendResult(client)), 'by its own attempt').toEqual([
      502,
      'PARTNER_DELIVERY_STOPPED',
    ])
    expect(refusalOf(await sendResult(client)), 'without one').toEqual([502, 'PARTNER_DELIVERY_STOPPED'])
    expect(kyc.partner.received).toHaveLength(1)
    const superadmin = await kyc.app.signedIn('superadmin')
    const resumed = await superadmin.put(`/api/partners/${partner.partner.id}/callbacks/resume`)
    expect(resumed.status).toBe(200)
    expect(refusalOf(await sendResult(client))).toEqual([502, 'PARTNER_DELIVERY_FAILED'])
    await kyc.app.sql(
      `UPDATE delivery SET state = 'dead', ended_at = now(), next_attempt_at = NULL
       WHERE id = (SELECT delivery_id FROM kyc_session WHERE id = $1)`,
      [opened.id],
    )
    expect(refusalOf(await sendResult(client))).toEqual([502, 'PARTNER_DELIVERY_STOPPED'])
  })

  test('the delivery creates one entry about the partner, which the account may see', async () => {
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

test('disabling a partner expires its open KYC sessions permanently', async () => {
  const partner = await registerPartner(kyc)
  const { client, kycSession: opened, link } = await openSignedIn(kyc, { by: partner })
  const superadmin = await kyc.app.signedIn('superadmin')
  expect((await superadmin.put(`/api/partners/${partner.partner.id}/disable`)).json).toMatchObject({
    disabled: true,
  })
  expect(refusalOf(await sendResult(client))).toEqual([404, 'KYC_SESSION_NOT_FOUND'])
  expect(refusalOf(await client.get(`/api/kyc/sessions/${opened.id}`))).toEqual([
    404,
    'KYC_SESSION_NOT_FOUND',
  ])
  expect(refusalOf(await follow(await anonymousBrowser(kyc.app), link))).toEqual([400, 'KYC_PARTNER_REFUSED'])
  await superadmin.put(`/api/partners/${partner.partner.id}/enable`)
  expect(refusalOf(await sendResult(client))).toEqual([404, 'KYC_SESSION_NOT_FOUND'])
  expect((await follow(await anonymousBrowser(kyc.app), link)).status).toBe(201)
  expect(kyc.partner.received).toEqual([])
})

test('a known user of the partner gets a new result, and each binding of a KYC session is recorded', async () => {
  const known = await open()
  await register(known.client, registrationOf(known))
  const { user_id } = known.link
  const again = await openSignedIn(kyc, { uid: known.uid, link: { user_id } })
  expect((await register(again.client, registrationOf(again))).json).toEqual({ success: true })
  expect((await sendResult(again.client)).status).toBe(200)
  const entries = await again.client.send(listAuditLogs, {
    query: { action: 'update', resourceType: 'user' },
  })
  const bindings = entries.filter(({ details }) => details.kycSession !== undefined)
  expect(bindings.map(({ details }) => [details.kycSession, details.after])).toEqual([
    [again.kycSession.id, undefined],
    [known.kycSession.id, { partnerUser: user_id }],
  ])
})
