import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  createKycApp,
  follow,
  type KycApp,
  linkOf,
  openSignedIn,
  refusal,
  register,
  registerPartner,
  registrationOf,
  resultOf,
  sendResult,
  signInAs,
} from '../../../testing/app/kyc-app.ts'
import { signIn } from '../../../testing/app/sign-in.ts'
import { visitor } from '../../../testing/app/visitor.ts'

let kyc: KycApp

beforeAll(async () => {
  kyc = await createKycApp()
})
beforeEach(() => kyc.partner.startAnew())
afterAll(() => kyc.close())

const open = (link = {}) => openSignedIn(kyc, { link })

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
    const given = await open()
    const before = await kyc.count('delivery')
    const reply = await sendResult(given.client, { result: { ...resultOf(given), ...forged } })
    expect(refusal(reply)).toEqual([400, 'KYC_SESSION_MISMATCH'])
    expect(await kyc.count('delivery')).toBe(before)
    expect(kyc.partner.received).toEqual([])
  })

  test.each<[string, Record<string, unknown>]>([
    ['another callback_url', { callback_url: 'https://evil.example/callback' }],
    ['another path of the callback', { callback_url: 'https://localhost/other' }],
    ['another api_key', { api_key: 'kyc_pk_somebody_elses' }],
  ])('beside the result: %s', async (_, forged) => {
    const given = await open()
    expect(refusal(await sendResult(given.client, forged))).toEqual([400, 'KYC_SESSION_MISMATCH'])
    expect(kyc.partner.received).toEqual([])
  })

  test('the key of another partner is no key of this one', async () => {
    const { apiKey } = await registerPartner(kyc)
    const given = await open()
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
    const given = await open()
    const reply = await register(given.client, { ...registrationOf(given), ...forged })
    expect(refusal(reply)).toEqual([400, 'KYC_SESSION_MISMATCH'])
    expect(await kyc.app.sql('SELECT 1 FROM partner_user WHERE user_id = $1', [given.link.user_id])).toEqual(
      [],
    )
  })

  test('a name, a picture or a time that was made up never reaches the partner', async () => {
    const given = await open()
    const made = { display_name: 'forged', photo_url: 'https://evil.example/x.png', timestamp: 'forged' }
    expect((await sendResult(given.client, { result: { ...resultOf(given), ...made } })).status).toBe(200)
    expect(kyc.results()[0]).toMatchObject({ display_name: `名 ${given.uid}`, photo_url: null })
    expect(kyc.partner.received[0]?.body).not.toContain('forged')
  })

  test('a token of the provider of somebody else is refused, one’s own brings the picture and stays here', async () => {
    const given = await open()
    const foreign = await kyc.google.token('somebody-else')
    const refused = await sendResult(given.client, { result: { id_token: foreign } })
    expect(refusal(refused)).toEqual([400, 'KYC_SESSION_MISMATCH'])
    const picture = 'https://pictures.example/1.png'
    const own = await kyc.google.token(given.uid, { claims: { picture } })
    expect((await sendResult(given.client, { result: { id_token: own } })).status).toBe(200)
    expect(kyc.results()[0]).toMatchObject({ photo_url: picture })
    expect(kyc.partner.received[0]?.body).not.toContain(own)
  })
})

describe('who may send a result', () => {
  test('nobody without the bearer token (D51), and nobody with another session’s', async () => {
    const { client } = await open()
    for (const path of ['/api/sharegram/auth-result', '/api/users/sharegram-register']) {
      const without = await client.post(path, {})
      expect(refusal(without)).toEqual([401, 'TOKEN_EXPIRED'])
      const headers = { authorization: 'Bearer 99999999999.x' }
      expect(refusal(await client.call('POST', path, { json: {}, headers }))).toEqual([401, 'TOKEN_EXPIRED'])
    }
    expect(kyc.partner.received).toEqual([])
  })

  test('nobody in another browser, even with the id of the KYC session', async () => {
    const { kycSession: opened } = await open()
    const other = await open()
    const stranger = await visitor(kyc.app)
    await signInAs(stranger, kyc.google, 'stranger')
    for (const client of [stranger, other.client]) {
      const reply = await sendResult(client, { kycSession: opened.id })
      expect(refusal(reply)).toEqual([404, 'KYC_SESSION_NOT_FOUND'])
    }
    expect(kyc.partner.received).toEqual([])
  })

  test('nobody who signed in before the KYC session was opened', async () => {
    const client = await visitor(kyc.app)
    await signInAs(client, kyc.google, 'early-bird')
    await follow(client, linkOf(kyc))
    expect(refusal(await sendResult(client))).toEqual([409, 'KYC_SIGN_IN_REQUIRED'])
    await signInAs(client, kyc.google, 'early-bird')
    expect((await sendResult(client)).status).toBe(200)
  })

  test('nobody who signed in with a password of ours', async () => {
    const { client, uid } = await open()
    const [account] = await kyc.app.sql<{ id: string }>('SELECT id FROM account WHERE provider_uid = $1', [
      uid,
    ])
    const byPassword = await signIn(kyc.app.services, kyc.app.url, account?.id ?? '')
    byPassword.cookies.set('__Host-kyc', client.cookies.get('__Host-kyc') ?? '')
    expect(refusal(await sendResult(byPassword))).toEqual([409, 'KYC_SIGN_IN_REQUIRED'])
  })

  test('nobody once the KYC session is over', async () => {
    const { client, kycSession: opened } = await open()
    await kyc.app.sql('UPDATE kyc_session SET expires_at = now() WHERE id = $1', [opened.id])
    expect(refusal(await sendResult(client))).toEqual([404, 'KYC_SESSION_NOT_FOUND'])
    expect(refusal(await client.get(`/api/kyc/sessions/${opened.id}`))).toEqual([
      404,
      'KYC_SESSION_NOT_FOUND',
    ])
  })

  test('nobody else once somebody has registered for it', async () => {
    const given = await open()
    await register(given.client, registrationOf(given))
    await signInAs(given.client, kyc.google, 'second-person')
    expect(refusal(await sendResult(given.client))).toEqual([400, 'KYC_SESSION_MISMATCH'])
    expect(kyc.partner.received).toEqual([])
  })

  test('nobody whose user of the partner is another account', async () => {
    const first = await open()
    await register(first.client, registrationOf(first))
    const second = await open({ user_id: first.link.user_id })
    expect(refusal(await register(second.client, registrationOf(second)))).toEqual([409, 'KYC_USER_LINKED'])
    expect(refusal(await sendResult(second.client))).toEqual([409, 'KYC_USER_LINKED'])
    expect(kyc.partner.received).toEqual([])
    // Nothing of the refusal stays: the right account may still go on in that browser.
    await signInAs(second.client, kyc.google, first.uid)
    expect((await sendResult(second.client)).status).toBe(200)
  })
})
