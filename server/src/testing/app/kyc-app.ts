import { randomUUID } from 'node:crypto'
import { refresh } from '@kyc/contract/accounts.ts'
import type { KycSession } from '@kyc/contract/kyc.ts'
import { firebaseSession } from '@kyc/contract/sign-in.ts'
import { type CreatedPartner, createPartner } from '../../features/partners/create-partner.ts'
import { type Log, silentLog } from '../../platform/log.ts'
import type { Overrides } from '../../ports.ts'
import { type GoogleDouble, startGoogleDouble, type TokenOptions } from '../doubles/google-double.ts'
import { type PartnerDouble, startPartner } from '../doubles/partner-double.ts'
import { anonymousBrowser } from './anonymous-browser.ts'
import { settingsFor } from './partners.ts'
import { createTestApp, type TestApp } from './test-app.ts'
import type { TestClient, TestReply } from './test-client.ts'

/** The product with a partner's real server and an identity provider that signs real tokens. */
export interface KycApp {
  readonly app: TestApp
  readonly google: GoogleDouble
  readonly partner: PartnerDouble
  /** The registration of that partner. */
  readonly registered: CreatedPartner
  /** The bodies of the callbacks that the partner received. */
  results(): Record<string, unknown>[]
  count(table: 'delivery' | 'kyc_session'): Promise<number>
  close(): Promise<void>
}

export async function createKycApp(
  env: Record<string, string> = {},
  overrides: Overrides = {},
  log: Log = silentLog(),
): Promise<KycApp> {
  const google = await startGoogleDouble()
  const partner = await startPartner()
  await using settings = await settingsFor(partner)
  const app = await createTestApp({
    env: {
      ...settings.env,
      // Tests exceed the rate limit per address, so each KYC session comes from another one.
      TRUST_PROXY: '127.0.0.1',
      ...env,
    },
    overrides: { identity: google.provider, ...overrides },
    log,
  })
  return {
    app,
    google,
    partner,
    registered: await registerPartner({ app, partner }),
    results: () => partner.received.map(({ body }) => JSON.parse(body)),
    async count(table) {
      const [row] = await app.sql<{ n: number }>(`SELECT count(*)::int AS n FROM ${table}`)
      return row?.n ?? 0
    },
    async close() {
      await app.close()
      await google.close()
      await partner.close()
    },
  }
}

type PartnerBody = Parameters<typeof createPartner>[1]['body']

/** Registers a test partner with the origin of its double on all its lists. */
export function registerPartner(
  { app, partner }: Pick<KycApp, 'app' | 'partner'>,
  changes: Partial<PartnerBody> = {},
): Promise<CreatedPartner> {
  const lists = {
    callbackOrigins: [partner.origin],
    redirectOrigins: [partner.origin],
    referrerOrigins: [partner.origin],
  }
  const body = { companyId: `c-${randomUUID()}`, name: '試験の提携先', mode: 'test' as const, ...lists }
  return createPartner(app.services, { body: { ...body, ...changes }, actor: null, ip: null })
}

/** The parameters of the partner's link to /kyc/register. */
export function linkOf(
  { partner, registered }: KycApp,
  { partner: { companyId }, apiKey }: CreatedPartner = registered,
) {
  return {
    user_id: `user-${randomUUID()}`,
    callback_url: `${partner.origin}/callback`,
    api_key: apiKey,
    company_id: companyId,
    session_id: `session-${randomUUID()}`,
  }
}

export type Link = Record<string, unknown>

let callers = 0

/** Opens the link. Each call comes from another address. */
export function follow(client: TestClient, link: Link): Promise<TestReply> {
  callers++
  const address = `10.${(callers >> 16) & 255}.${(callers >> 8) & 255}.${callers & 255}`
  return client.call('POST', '/api/kyc/sessions', { json: link, headers: { 'x-forwarded-for': address } })
}

/** Signs in at the provider, and at the product with its token. */
export async function signInAs(
  client: TestClient,
  google: GoogleDouble,
  uid: string,
  options?: TokenOptions,
): Promise<void> {
  const idToken = await google.token(uid, options)
  const { csrfToken } = await client.send(firebaseSession, { body: { idToken } })
  client.csrfToken = csrfToken
}

/** Calls with the bearer token, which the two calls of spec §7 require. */
async function callWithToken(client: TestClient, path: string, json: unknown): Promise<TestReply> {
  const { accessToken } = await client.send(refresh)
  return client.call('POST', path, { json, headers: { authorization: `Bearer ${accessToken}` } })
}

export const register = (client: TestClient, body: unknown) =>
  callWithToken(client, '/api/users/sharegram-register', body)
export const sendResult = (client: TestClient, body: unknown = {}) =>
  callWithToken(client, '/api/sharegram/auth-result', body)

interface SignedInSession {
  readonly client: TestClient
  readonly uid: string
  readonly kycSession: KycSession
  readonly link: ReturnType<typeof linkOf>
}

/** A browser that opened the link and signed in. */
export async function openSignedIn(
  kyc: KycApp,
  {
    by = kyc.registered,
    uid = `uid-${randomUUID()}`,
    link = {},
    claims = {},
  }: { by?: CreatedPartner; uid?: string; link?: Link; claims?: Record<string, unknown> } = {},
): Promise<SignedInSession> {
  const client = await anonymousBrowser(kyc.app)
  const complete = { ...linkOf(kyc, by), ...link }
  const kycSession = (await follow(client, complete)).json as KycSession // parsed by the contract
  await signInAs(client, kyc.google, uid, { claims })
  return { client, uid, kycSession, link: complete }
}

/** The body that the page sends: spec §3 "User registration payload". */
export function registrationOf({ uid, link }: Pick<SignedInSession, 'uid' | 'link'>) {
  return {
    firebase_uid: uid,
    sharegram_user_id: link.user_id,
    session_id: link.session_id,
    company_id: link.company_id,
    locale: 'ja',
    email: `${uid}@example.com`,
    display_name: `名 ${uid}`,
    photo_url: null,
    created_at: '2026-01-01T00:00:00Z',
    updated_at: '2026-01-01T00:00:00Z',
  }
}

/** The body that the page sends: spec §3 "Auth result payload". */
export function resultOf({ uid, link }: Pick<SignedInSession, 'uid' | 'link'>) {
  return {
    user_id: link.user_id,
    firebase_uid: uid,
    email: `${uid}@example.com`,
    display_name: `名 ${uid}`,
    photo_url: null,
    session_id: link.session_id,
    timestamp: '2026-01-01T00:00:00Z',
    status: 'success',
  }
}
