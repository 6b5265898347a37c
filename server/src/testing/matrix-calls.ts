import type { Endpoint } from '@kyc/contract/endpoint.ts'
import type { TestClient, TestReply } from './test-client.ts'

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
  'account.password': { currentPassword: 'wrong-password', newPassword: 'kawaii-inu-2718' },
  'account.confirmTotp': { code: '000000' },
  'account.addPasskey': { name: '鍵', credential: { id: 'x' } },
  'performers.update': { nationality: '日本' },
  'documents.reject': { codes: ['glare'] },
  'analytics.record': { events: [{ name: 'page_view', page: '/performers' }] },
}

/** An id of the right form that names nothing. */
export const unknownId = '01900000-0000-7000-8000-000000000000'

export function addressOf(endpoint: Endpoint, id: string): string {
  return `/api${endpoint.path.replace('{id}', id).replace('{type}', 'idFront')}`
}

/** Calls `endpoint` with a body that fits, whatever comes back. */
export function callEndpoint(
  client: TestClient,
  endpoint: Endpoint,
  id: string,
  headers: Record<string, string> = {},
): Promise<TestReply> {
  const path = addressOf(endpoint, id)
  const body = bodies[endpoint.name]
  if (endpoint.upload) return client.call(endpoint.method, path, { form: new FormData(), headers })
  return client.call(endpoint.method, path, body === undefined ? { headers } : { json: body, headers })
}
