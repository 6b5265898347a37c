import { createHmac } from 'node:crypto'
import { rotateSecret, unlinkPartnerUser } from '@kyc/contract/partners.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { anonymousBrowser } from '../../../testing/app/anonymous-browser.ts'
import {
  createKycApp,
  follow,
  linkOf,
  openSignedIn,
  register,
  registerPartner,
  registrationOf,
  resultOf,
  sendResult,
  signInAs,
} from '../../../testing/app/kyc-app.ts'
import { signIn } from '../../../testing/app/sign-in.ts'
import { refusalOf } from '../../../testing/app/test-client.ts'
import { useStarted } from '../../../testing/app/use-started.ts'

const kyc = useStarted(createKycApp)

beforeEach(() => kyc.partner.reset())

const open = (link = {}) => openSignedIn(kyc, { link })

describe('rejects false claims of the browser (D34)', () => {
  test.each<[string, Record<string, unknown>]>([
    ['another user_id', { user_id: 'another-one' }],
    ['an empty user_id', { user_id: '' }],
    ['another firebase_uid', { firebase_uid: 'another-one' }],
    ['another session_id', { session_id: 'another-session' }],
    ['another e-mail address', { email: 'another.one@example.com' }],
    ['another status', { status: 'failed' }],
    ['an unsigned token', { id_token: 'a.b.c' }],
  ])('in the result: %s', async (_, forged) => {
    const session = await open()
    const before = await kyc.count('delivery')
    const reply = await sendResult(session.client, { result: { ...resultOf(session), ...forged } })
    expect(refusalOf(reply)).toEqual([400, 'KYC_SESSION_MISMATCH'])
    expect(await kyc.count('delivery')).toBe(before)
    expect(kyc.partner.received).toEqual([])
  })

  test.each<[string, Record<string, unknown>]>([
    ['another callback_url', { callback_url: 'https://evil.example/callback' }],
    ['another path of the callback', { callback_url: 'https://localhost/other' }],
    ['another api_key', { api_key: 'kyc_pk_another_one' }],
  ])('outside the result: %s', async (_, forged) => {
    const session = await open()
    expect(refusalOf(await sendResult(session.client, forged))).toEqual([400, 'KYC_SESSION_MISMATCH'])
    expect(kyc.partner.received).toEqual([])
  })

  test('rejects the key of another partner', async () => {
    const { apiKey } = await registerPartner(kyc)
    const session = await open()
    expect(refusalOf(await sendResult(session.client, { api_key: apiKey }))).toEqual([
      400,
      'KYC_SESSION_MISMATCH',
    ])
  })

  test.each<[string, Record<string, unknown>]>([
    ['another sharegram_user_id', { sharegram_user_id: 'another-one' }],
    ['another firebase_uid', { firebase_uid: 'another-one' }],
    ['another session_id', { session_id: 'another-session' }],
    ['another company_id', { company_id: 'another-company' }],
    ['another e-mail address', { email: 'another.one@example.com' }],
  ])('in the registration: %s', async (_, forged) => {
    const session = await open()
    const reply = await register(session.client, { ...registrationOf(session), ...forged })
    expect(refusalOf(reply)).toEqual([400, 'KYC_SESSION_MISMATCH'])
    expect(
      await kyc.app.sql('SELECT 1 FROM partner_user WHERE user_id = $1', [session.link.user_id]),
    ).toEqual([])
  })

  test('never sends a forged name, picture or time to the partner', async () => {
    const session = await open()
    const forged = { display_name: 'forged', photo_url: 'https://evil.example/x.png', timestamp: 'forged' }
    expect((await sendResult(session.client, { result: { ...resultOf(session), ...forged } })).status).toBe(
      200,
    )
    expect(kyc.results()[0]).toMatchObject({ display_name: `名 ${session.uid}`, photo_url: null })
    expect(kyc.partner.received[0]?.body).not.toContain('forged')
  })

  test('rejects a provider token of another account; the own token adds the picture and is not sent', async () => {
    const session = await open()
    const foreign = await kyc.google.token('another-one')
    const refused = await sendResult(session.client, { result: { id_token: foreign } })
    expect(refusalOf(refused)).toEqual([400, 'KYC_SESSION_MISMATCH'])
    const picture = 'https://pictures.example/1.png'
    const own = await kyc.google.token(session.uid, { claims: { picture } })
    expect((await sendResult(session.client, { result: { id_token: own } })).status).toBe(200)
    expect(kyc.results()[0]).toMatchObject({ photo_url: picture })
    expect(kyc.partner.received[0]?.body).not.toContain(own)
  })
})

describe('rejects a result', () => {
  test('without the bearer token of the session (D51)', async () => {
    const { client } = await open()
    for (const path of ['/api/sharegram/auth-result', '/api/users/sharegram-register']) {
      const without = await client.post(path, {})
      expect(refusalOf(without)).toEqual([401, 'TOKEN_EXPIRED'])
      const headers = { authorization: 'Bearer 99999999999.x' }
      expect(refusalOf(await client.call('POST', path, { json: {}, headers }))).toEqual([
        401,
        'TOKEN_EXPIRED',
      ])
    }
    expect(kyc.partner.received).toEqual([])
  })

  test('from another browser, even with the id of the KYC session', async () => {
    const { kycSession: opened } = await open()
    const other = await open()
    const outsider = await anonymousBrowser(kyc.app)
    await signInAs(outsider, kyc.google, 'outsider')
    for (const client of [outsider, other.client]) {
      const reply = await sendResult(client, { kycSession: opened.id })
      expect(refusalOf(reply)).toEqual([404, 'KYC_SESSION_NOT_FOUND'])
    }
    expect(kyc.partner.received).toEqual([])
  })

  test('from a sign-in before the KYC session was opened', async () => {
    const client = await anonymousBrowser(kyc.app)
    await signInAs(client, kyc.google, 'early-bird')
    await follow(client, linkOf(kyc))
    expect(refusalOf(await sendResult(client))).toEqual([409, 'KYC_SIGN_IN_REQUIRED'])
    await signInAs(client, kyc.google, 'early-bird')
    expect((await sendResult(client)).status).toBe(200)
  })

  test('from a sign-in with a password of the product', async () => {
    const { client, uid } = await open()
    const [account] = await kyc.app.sql<{ id: string }>('SELECT id FROM account WHERE provider_uid = $1', [
      uid,
    ])
    const byPassword = await signIn(kyc.app.services, kyc.app.url, account?.id ?? '')
    byPassword.cookies.set('__Host-kyc', client.cookies.get('__Host-kyc') ?? '')
    expect(refusalOf(await sendResult(byPassword))).toEqual([409, 'KYC_SIGN_IN_REQUIRED'])
  })

  test('after the KYC session has expired', async () => {
    const { client, kycSession: opened } = await open()
    await kyc.app.sql('UPDATE kyc_session SET expires_at = now() WHERE id = $1', [opened.id])
    expect(refusalOf(await sendResult(client))).toEqual([404, 'KYC_SESSION_NOT_FOUND'])
    expect(refusalOf(await client.get(`/api/kyc/sessions/${opened.id}`))).toEqual([
      404,
      'KYC_SESSION_NOT_FOUND',
    ])
  })

  test('from another account after the first has registered', async () => {
    const session = await open()
    await register(session.client, registrationOf(session))
    await signInAs(session.client, kyc.google, 'second-person')
    expect(refusalOf(await sendResult(session.client))).toEqual([400, 'KYC_SESSION_MISMATCH'])
    expect(kyc.partner.received).toEqual([])
  })

  test('from an account other than the one linked to the user of the partner', async () => {
    const first = await open()
    await register(first.client, registrationOf(first))
    const second = await open({ user_id: first.link.user_id })
    expect(refusalOf(await register(second.client, registrationOf(second)))).toEqual([409, 'KYC_USER_LINKED'])
    expect(refusalOf(await sendResult(second.client))).toEqual([409, 'KYC_USER_LINKED'])
    expect(kyc.partner.received).toEqual([])
    // The refusal leaves no state: the linked account may still send the result in that browser.
    await signInAs(second.client, kyc.google, first.uid)
    expect((await sendResult(second.client)).status).toBe(200)
  })
})

describe('the user of a partner (D33)', () => {
  /** A link that the server of the partner has signed, as the manual describes. */
  function signed(user_id: string, at = Date.now(), secret = kyc.registered.signingSecret) {
    const [session_id, signed_at] = ['order-1', String(Math.floor(at / 1000))]
    const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
    const text = `kyc-link.${user_id}.${session_id}.${signed_at}`
    return {
      user_id,
      session_id,
      signed_at,
      signature: createHmac('sha256', key).update(text).digest('base64url'),
    }
  }

  test('is proven by a signed link, which takes the user over from an account that claimed it', async () => {
    const stranger = await open({ user_id: 'famous' })
    expect((await sendResult(stranger.client)).status).toBe(200)
    const owner = await open(signed('famous'))
    expect((await sendResult(owner.client)).status).toBe(200)
    const proofs = kyc.results().map((result) => result.user_id_verified)
    expect(proofs).toEqual([false, true])
    const again = await open({ user_id: 'famous' })
    expect(refusalOf(await sendResult(again.client))).toEqual([409, 'KYC_USER_LINKED'])
    const other = await open(signed('famous'))
    expect(refusalOf(await sendResult(other.client))).toEqual([409, 'KYC_USER_LINKED'])
    const entries = await kyc.app.sql(
      `SELECT a.provider_uid AS uid FROM audit_event JOIN account a ON a.id::text = rid
       WHERE rtype = 'user' AND action = 'update' AND a.provider_uid IN ($1, $2) ORDER BY at_us, wseq`,
      [stranger.uid, owner.uid],
    )
    expect(entries).toEqual([{ uid: stranger.uid }, { uid: stranger.uid }, { uid: owner.uid }])
  })

  test('is refused with the signature of another user, an old or a missing one', async () => {
    const link = linkOf(kyc)
    const old = signed('a', Date.now() - 11 * 60_000)
    const { signature: _, ...missing } = signed('a')
    for (const wrong of [{ ...signed('a'), user_id: 'b' }, old, missing, { ...missing, signature: 'x' }]) {
      const reply = await follow(await anonymousBrowser(kyc.app), { ...link, ...wrong })
      expect(reply.json).toMatchObject({ status: 400, code: 'INVALID_INPUT', field: 'signature' })
    }
  })

  test('is free for another account once a superadmin has undone the link', async () => {
    const superadmin = await kyc.app.signedIn('superadmin')
    const undo = () =>
      superadmin.put(`/api/partners/${kyc.registered.partner.id}/users/unlink`, { userId: 'taken' })
    expect(refusalOf(await undo())).toEqual([409, 'KYC_USER_NOT_LINKED'])
    const stranger = await open({ user_id: 'taken' })
    expect((await register(stranger.client, registrationOf(stranger))).status).toBe(200)
    const id = kyc.registered.partner.id
    await superadmin.send(unlinkPartnerUser, { params: { id }, body: { userId: 'taken' } })
    expect(refusalOf(await sendResult(stranger.client))).toEqual([404, 'KYC_SESSION_NOT_FOUND'])
    const owner = await open({ user_id: 'taken' })
    expect((await sendResult(owner.client)).status).toBe(200)
  })

  test('is only claimed once the secret that proved it is revoked', async () => {
    const session = await open(signed('leaked'))
    const superadmin = await kyc.app.signedIn('superadmin')
    const { id, secrets } = kyc.registered.partner
    await superadmin.post(`/api/partners/${id}/secrets`)
    expect((await superadmin.delete(`/api/partners/${id}/secrets/${secrets[0]?.id}`)).status).toBe(204)
    expect((await sendResult(session.client)).status).toBe(200)
    expect(kyc.results().map((result) => result.user_id_verified)).toEqual([false])
  })

  test('is only claimed once the leaked secret that proved it is revoked, and the next proof takes the user over', async () => {
    const superadmin = await kyc.app.signedIn('superadmin')
    const { id } = kyc.registered.partner
    const rotate = () => superadmin.send(rotateSecret, { params: { id } })
    const leaked = await rotate()
    const attacker = await open(signed('victim', Date.now(), leaked.signingSecret))
    expect((await sendResult(attacker.client)).status).toBe(200)
    const { signingSecret } = await rotate()
    const path = `/api/partners/${id}/secrets/${leaked.partner.secrets[0]?.id}`
    expect((await superadmin.delete(path)).status).toBe(204)
    const again = await open({ user_id: 'victim' })
    await signInAs(again.client, kyc.google, attacker.uid)
    expect((await sendResult(again.client)).status).toBe(200)
    const owner = await open(signed('victim', Date.now(), signingSecret))
    expect((await sendResult(owner.client)).status).toBe(200)
    expect(kyc.results().map((result) => result.user_id_verified)).toEqual([true, false, true])
  })
})
