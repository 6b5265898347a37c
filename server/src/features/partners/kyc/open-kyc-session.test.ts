import { listAuditLogs } from '@kyc/contract/audit.ts'
import type { KycSession } from '@kyc/contract/kyc.ts'
import { limits } from '@kyc/contract/limits.ts'
import { rotateKey } from '@kyc/contract/partners.ts'
import { describe, expect, test } from 'vitest'
import type { RequestInfo } from '../../../platform/http/requests/binding.ts'
import { anonymousBrowser } from '../../../testing/app/anonymous-browser.ts'
import { createKycApp, follow, type Link, linkOf, registerPartner } from '../../../testing/app/kyc-app.ts'
import { refusalOf } from '../../../testing/app/test-client.ts'
import { useStarted } from '../../../testing/app/use-started.ts'
import { type CreatedPartner, createPartner } from '../create-partner.ts'
import { deleteExpiredCredentials } from '../credential-repository.ts'
import { deleteOldKycSessions } from './kyc-session-repository.ts'
import { openKycSession } from './open-kyc-session.ts'

const kyc = useStarted(createKycApp)

const open = async (changes: Link = {}) =>
  follow(await anonymousBrowser(kyc.app), { ...linkOf(kyc), ...changes })

test('a valid link opens a KYC session, which the same browser can read, without key and callback', async () => {
  const client = await anonymousBrowser(kyc.app)
  const link = linkOf(kyc)
  const reply = await follow(client, link)
  expect(reply.status).toBe(201)
  const kycSession = reply.json as KycSession
  expect(kycSession).toMatchObject({
    partner: { name: '試験の提携先', test: true },
    user_id: link.user_id,
    session_id: link.session_id,
    company_id: link.company_id,
    locale: 'ja',
    warnings: [],
    redirectUrl: null,
  })
  expect(reply.headers.get('location')).toBe(`/api/kyc/sessions/${kycSession.id}`)
  expect((await client.get(`/api/kyc/sessions/${kycSession.id}`)).json).toEqual(kycSession)
  expect(reply.bytes.toString()).not.toContain(link.api_key)
  expect(reply.bytes.toString()).not.toContain(link.callback_url)
  const lasts = Date.parse(kycSession.expiresAt) - Date.now()
  expect(lasts).toBeGreaterThan(limits.kyc.session - 60_000)
  expect(lasts).toBeLessThanOrEqual(limits.kyc.session + 1000)
})

test('the cookie is hidden from scripts, shared by the KYC sessions of the browser, and stored as a hash', async () => {
  const client = await anonymousBrowser(kyc.app)
  const first = await follow(client, linkOf(kyc))
  const second = await follow(client, linkOf(kyc))
  const [line = ''] = first.headers.getSetCookie()
  for (const part of ['__Host-kyc=', 'HttpOnly', 'Secure', 'SameSite=Lax', 'Path=/'])
    expect(line).toContain(part)
  expect(second.headers.getSetCookie()).toEqual([])
  for (const reply of [first, second]) {
    const { id } = reply.json as KycSession
    expect((await client.get(`/api/kyc/sessions/${id}`)).status).toBe(200)
  }
  const stored = await kyc.app.sql("SELECT encode(browser_key, 'escape') AS k FROM kyc_session")
  expect(JSON.stringify(stored)).not.toContain(client.cookies.get('__Host-kyc'))
})

test('opening creates an entry with the partner and its user, without the key (D38)', async () => {
  const admin = await kyc.app.signedIn('admin')
  const link = linkOf(kyc)
  const { id } = (await open(link)).json as KycSession
  const query = { action: 'create', resourceType: 'partner', limit: '1' } as const
  const [entry] = await admin.send(listAuditLogs, { query })
  expect(entry).toMatchObject({ userId: null, resourceId: kyc.registered.partner.id })
  expect(entry?.details).toEqual({ kycSession: id, partnerName: '試験の提携先', partnerUser: link.user_id })
})

test('returns 404 to another browser and for an unknown or malformed id', async () => {
  const { id } = (await open()).json as KycSession
  const other = await anonymousBrowser(kyc.app)
  await follow(other, linkOf(kyc))
  for (const client of [other, await anonymousBrowser(kyc.app)]) {
    for (const name of [id, '01900000-0000-7000-8000-000000000000', 'no-id', id.toUpperCase()]) {
      expect(refusalOf(await client.get(`/api/kyc/sessions/${name}`))).toEqual([404, 'KYC_SESSION_NOT_FOUND'])
    }
  }
})

test('binds the browser without Secure cookies too (D27)', async () => {
  const plain = await createKycApp({ SECURE_COOKIES: 'off' })
  try {
    const client = await anonymousBrowser(plain.app)
    const reply = await follow(client, linkOf(plain, await registerPartner(plain)))
    expect(reply.status).toBe(201)
    expect([...client.cookies.keys()]).toContain('kyc')
    expect((await client.get(`/api/kyc/sessions/${(reply.json as KycSession).id}`)).status).toBe(200)
  } finally {
    await plain.close()
  }
})

describe('parameters are checked one by one (spec §5)', () => {
  test.each<[string, Link, string, string]>([
    ['no user_id', { user_id: undefined }, 'user_id', 'user_id が指定されていません'],
    ['an empty user_id', { user_id: '' }, 'user_id', 'user_id が指定されていません'],
    [
      'a user_id with other characters',
      { user_id: 'a b' },
      'user_id',
      'user_id に使用できない文字が含まれています（半角英数字、_、- のみ）',
    ],
    [
      'a user_id that ends with a line break',
      { user_id: 'abc\n' },
      'user_id',
      'パラメータに使用できない文字が含まれています。',
    ],
    ['no callback_url', { callback_url: undefined }, 'callback_url', 'callback_url が指定されていません'],
    ['an empty callback_url', { callback_url: '' }, 'callback_url', 'callback_url が指定されていません'],
    [
      'a callback_url that is no URL',
      { callback_url: 'callback' },
      'callback_url',
      'callback_url が正しいURLではありません',
    ],
    ['no api_key', { api_key: undefined }, 'api_key', 'api_key が指定されていません'],
    ['an empty api_key', { api_key: '' }, 'api_key', 'api_key が指定されていません'],
    ['a short api_key', { api_key: '123456789' }, 'api_key', 'api_key は10文字以上で指定してください'],
    [
      'a session_id with a NUL',
      { session_id: 'a\u0000b' },
      'session_id',
      'パラメータに使用できない文字が含まれています。',
    ],
    [
      'a company_id with a NUL',
      { company_id: 'a\u0000b' },
      'company_id',
      'パラメータに使用できない文字が含まれています。',
    ],
    [
      'a locale with a lone surrogate',
      { locale: '\ud800' },
      'locale',
      'パラメータに使用できない文字が含まれています。',
    ],
    ['a long session_id', { session_id: 'a'.repeat(201) }, 'session_id', 'パラメータが長すぎます。'],
  ])('%s', async (_, changes, field, message) => {
    const before = await kyc.count('kyc_session')
    const reply = await open(changes)
    expect(refusalOf(reply)).toEqual([400, 'INVALID_INPUT'])
    const { errors } = reply.json as { errors: { field: string; message: string }[] }
    expect(errors).toContainEqual({ field, message })
    expect(await kyc.count('kyc_session')).toBe(before)
  })

  test('optional parameters may be absent, null or empty', async () => {
    for (const nothing of [undefined, null, '']) {
      const changes = { session_id: nothing, locale: nothing, redirect_url: nothing, referrer: nothing }
      expect((await open(changes)).json).toMatchObject({ session_id: null, locale: 'ja', warnings: [] })
    }
    expect((await open({ locale: 'en' })).json).toMatchObject({ locale: 'en' })
  })
})

describe('the company and its key', () => {
  test('are rejected with one reply for every cause, so that partners cannot be enumerated', async () => {
    const other = await registerPartner(kyc)
    const closed = await registerPartner(kyc)
    await kyc.app.sql('UPDATE partner SET disabled_at = now() WHERE id = $1', [closed.partner.id])
    const replaced = await registerPartner(kyc)
    await kyc.app.sql(
      "UPDATE partner_key SET expires_at = now() - interval '1 second' WHERE partner_id = $1",
      [replaced.partner.id],
    )
    const pair = ({ partner, apiKey }: CreatedPartner) => ({ company_id: partner.companyId, api_key: apiKey })
    const right = pair(kyc.registered)
    const cases: Link[] = [
      { ...right, company_id: undefined },
      { ...right, company_id: null },
      { ...right, company_id: '' },
      { ...right, company_id: 'no-such-company' },
      { ...right, company_id: other.partner.companyId },
      { ...right, company_id: right.company_id.toUpperCase() },
      { ...right, api_key: 'kyc_pk_wrong_key' },
      { ...right, api_key: `${right.api_key} ` },
      { ...right, api_key: right.api_key.slice(0, -1) },
      pair(closed),
      pair(replaced),
      // A wrong key hides all other faults.
      { ...right, api_key: 'kyc_pk_wrong_key', callback_url: 'https://evil.example/' },
    ]
    const replies = []
    for (const changes of cases) {
      const { status, json } = await open(changes)
      replies.push(JSON.stringify([status, { ...(json as object), requestId: '' }]))
    }
    expect(new Set(replies).size).toBe(1)
    expect(replies[0]).toContain('"KYC_PARTNER_REFUSED"')
  })

  test('remain valid for 24 hours after a rotation of the key', async () => {
    const partner = await registerPartner(kyc)
    const superadmin = await kyc.app.signedIn('superadmin')
    const { apiKey } = await superadmin.send(rotateKey, { params: { id: partner.partner.id } })
    const company_id = partner.partner.companyId
    expect((await open({ company_id, api_key: partner.apiKey })).status).toBe(201)
    expect((await open({ company_id, api_key: apiKey })).status).toBe(201)
    await kyc.app.sql(
      "UPDATE partner_key SET expires_at = expires_at - interval '24 hours' WHERE partner_id = $1",
      [partner.partner.id],
    )
    const refused = await open({ company_id, api_key: partner.apiKey })
    expect(refusalOf(refused)).toEqual([400, 'KYC_PARTNER_REFUSED'])
    expect((await open({ company_id, api_key: apiKey })).status).toBe(201)
  })
})

test('a foreign referrer only causes a warning (spec §5)', async () => {
  const warnings = async (referrer: string | undefined) =>
    ((await open({ referrer })).json as KycSession).warnings
  const own = kyc.app.services.config.publicUrl.origin
  for (const known of [undefined, '', kyc.partner.origin, `${kyc.partner.origin}/page`, own]) {
    expect(await warnings(known)).toEqual([])
  }
  for (const foreign of [
    'https://evil.example',
    'no address',
    'null',
    `${kyc.partner.origin}.evil.example`,
  ]) {
    expect(await warnings(foreign)).toEqual(['referrer_foreign'])
  }
})

test('live partners require https; test partners may use http in demo mode, with a warning', async () => {
  const local = 'http://localhost:4999'
  const superadmin = await kyc.app.signedIn('superadmin')
  const body = { companyId: 'http-partner', name: '試験', redirectOrigins: [], referrerOrigins: [] }
  const create = (mode: string) =>
    superadmin.post('/api/partners', { ...body, mode, callbackOrigins: [local] })
  // This server does not run in demo mode.
  for (const mode of ['live', 'test']) expect(refusalOf(await create(mode))).toEqual([400, 'INVALID_INPUT'])
  const demo = { ...kyc.app.services, config: { ...kyc.app.services.config, demo: true } }
  const lists = { callbackOrigins: [local], redirectOrigins: [local], referrerOrigins: [] }
  const testBody = { ...body, ...lists, mode: 'test' as const }
  const created = await createPartner(demo, { body: testBody, actor: null, ip: null })
  const link = { ...linkOf(kyc, created), callback_url: `${local}/callback`, redirect_url: `${local}/done` }
  const request = { cookies: {} } as RequestInfo // only the cookies are read
  expect((await openKycSession(demo, { body: link, actor: undefined, request })).body.warnings).toEqual([
    'callback_not_https',
  ])
  // The same partner after the server has left demo mode.
  expect(refusalOf(await open(link))).toEqual([400, 'CALLBACK_NOT_ALLOWED'])
})

test('limits the KYC sessions per minute and address', async () => {
  const client = await anonymousBrowser(kyc.app)
  const headers = { 'x-forwarded-for': '192.0.2.1' }
  const link = { ...linkOf(kyc), api_key: 'kyc_pk_wrong_key' }
  const statuses: number[] = []
  // The window may end at most once during the loop.
  for (let n = 0; n <= 2 * limits.rate.kycPerMinute && statuses.at(-1) !== 429; n++) {
    const reply = await client.call('POST', '/api/kyc/sessions', { json: link, headers })
    statuses.push(reply.status)
    if (reply.status === 429) expect(Number(reply.headers.get('retry-after'))).toBeGreaterThan(0)
  }
  expect(statuses.pop()).toBe(429)
  expect(new Set(statuses)).toEqual(new Set([400]))
  expect(statuses.length).toBeGreaterThanOrEqual(limits.rate.kycPerMinute)
  const fromOther = { 'x-forwarded-for': '192.0.2.2' }
  const other = await client.call('POST', '/api/kyc/sessions', { json: link, headers: fromOther })
  expect(other.status).toBe(400)
})

test('deletes old KYC sessions and expired secrets, and keeps those in use', async () => {
  const [old, young] = [(await open()).json as KycSession, (await open()).json as KycSession]
  await kyc.app.sql("UPDATE kyc_session SET created_at = now() - interval '31 days' WHERE id = $1", [old.id])
  const partner = await registerPartner(kyc)
  await kyc.app.sql('UPDATE partner_secret SET expires_at = now() WHERE partner_id = $1', [
    partner.partner.id,
  ])
  await deleteExpiredCredentials(kyc.app.services.db)
  expect(await deleteOldKycSessions(kyc.app.services.db)).toBe(1)
  expect(await kyc.app.sql('SELECT id FROM kyc_session WHERE id IN ($1, $2)', [old.id, young.id])).toEqual([
    { id: young.id },
  ])
  const secrets = 'SELECT 1 FROM partner_secret WHERE partner_id = $1'
  expect(await kyc.app.sql(secrets, [partner.partner.id])).toEqual([])
  expect(await kyc.app.sql(secrets, [kyc.registered.partner.id])).toHaveLength(1)
})
