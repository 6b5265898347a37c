import type { Endpoint } from '@kyc/contract/endpoint.ts'
import type { TestClient, TestReply } from '../app/test-client.ts'

/** Bodies with which a call that is allowed gets past its input checks. */
const bodies: Readonly<Record<string, unknown>> = {
  'auth.login': { email: 'nobody@example.com', password: 'wrong-password' },
  'auth.firebaseSession': { idToken: 'not-a-token' },
  'auth.ssoExchange': { token: 'not-a-code' },
  'auth.secondFactor': { method: 'totp', code: '000000' },
  'auth.stepUp': { method: 'password', password: 'wrong-password' },
  'auth.requestPasswordReset': { email: 'nobody@example.com' },
  'auth.confirmPasswordReset': { token: 'no-such-link', password: 'kawaii-inu-2718' },
  'auth.inspectInvitation': { token: 'no-such-link' },
  'auth.acceptInvitation': { token: 'no-such-link', name: '試験 花子', password: 'kawaii-inu-2718' },
  'users.invite': { email: 'invited@example.com', name: '試験 花子', role: 'user' },
  'users.changeRole': { role: 'admin' },
  'account.update': { name: '試験 花子' },
  'account.confirmEmailVerification': { token: 'no-such-link' },
  'account.password': { currentPassword: 'wrong-password', newPassword: 'kawaii-inu-2718' },
  'account.confirmTotp': { code: '000000' },
  'account.addPasskey': { name: '鍵', credential: { id: 'x' } },
  'performers.update': { nationality: '日本' },
  'documents.reject': { codes: ['glare'] },
  'videos.create': { title: '見本作品' },
  'videos.update': { title: '見本作品 第2集' },
  'contact.send': {
    ...{ name: '試験 花子', email: 'visitor@example.com' },
    ...{ subject: '料金について', message: '教えてください。' },
  },
  'partners.create': {
    ...{ companyId: 'matrix-partner', name: '試験の提携先', mode: 'live' },
    ...{ callbackOrigins: ['https://partner.example.com'], redirectOrigins: [], referrerOrigins: [] },
  },
  'partners.update': { name: '試験の提携先' },
  'kyc.open': {
    ...{ user_id: 'user', callback_url: 'https://partner.example.com', api_key: 'kyc_pk_wrong_key' },
    company_id: 'no-such-company',
  },
  'kyc.registerUser': { firebase_uid: 'uid', sharegram_user_id: 'user' },
  'kyc.sendResult': {},
  'analytics.record': { events: [{ name: 'page_view', page: '/performers' }] },
}

/** An id of the right form that names nothing. */
export const unknownId = '01900000-0000-7000-8000-000000000000'

export function addressOf(endpoint: Endpoint, id: string): string {
  // A partner of the tests and one of its keys, a video and its performer and the like share one id.
  const path = endpoint.path.replace(/\{(?:id|credentialId|deliveryId|performerId)\}/g, id)
  return `/api${path.replace('{type}', 'idFront')}`
}

/** Calls `endpoint` with a body that fits, whatever comes back. */
export async function callEndpoint(
  client: TestClient,
  endpoint: Endpoint,
  id: string,
  given: Record<string, string> = {},
): Promise<TestReply> {
  const headers = { ...(endpoint.bearer ? await bearerOf(client) : {}), ...given }
  const path = addressOf(endpoint, id)
  const body = endpoint.name === 'videos.addPerformers' ? { performerIds: [id] } : bodies[endpoint.name]
  if (endpoint.upload) return client.call(endpoint.method, path, { form: new FormData(), headers })
  return client.call(endpoint.method, path, body === undefined ? { headers } : { json: body, headers })
}

/** What whoever is signed in has beside the cookie. */
export async function bearerOf(client: TestClient): Promise<Record<string, string>> {
  const { status, json } = await client.post('/api/auth/refresh')
  if (status !== 200) return {}
  const { accessToken } = json as { accessToken: string } // what the contract says
  return { authorization: `Bearer ${accessToken}` }
}
