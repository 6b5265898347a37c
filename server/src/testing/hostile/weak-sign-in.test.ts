import { endpoints } from '@kyc/contract/endpoints.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { signIn } from '../app/sign-in.ts'
import { createTestApp, type TestApp, type TestPerson } from '../app/test-app.ts'
import type { TestReply } from '../app/test-client.ts'
import { callEndpoint, unknownId } from '../matrix/matrix-calls.ts'

let app: TestApp
let person: TestPerson

beforeAll(async () => {
  app = await createTestApp({ env: { ADMIN_MFA: 'required' } })
  person = await app.signedIn('superadmin')
})
afterAll(() => app.close())

const names = (flag: 'whileEnrolling' | 'stepUp') =>
  endpoints.filter((endpoint) => endpoint[flag]).map((endpoint) => endpoint.name)

function codeOf(reply: TestReply): unknown {
  return (reply.json as { code?: unknown } | undefined)?.code
}

test('before a second factor that is due only these calls are open', () => {
  expect(names('whileEnrolling').sort()).toEqual([
    'account.addPasskey',
    'account.confirmTotp',
    'account.passkeyOptions',
    'account.security',
    'account.startTotp',
    'account.stepUpOptions',
    'auth.logout',
    'auth.me',
    'auth.refresh',
    'auth.sessionRefresh',
    'auth.stepUp',
  ])
})

test('the acts of D31’s list ask for a fresh sign-in', () => {
  expect(names('stepUp').sort()).toEqual([
    'account.passkeyOptions',
    'account.recoveryCodes',
    'account.removePasskey',
    'account.removeTotp',
    'account.startTotp',
    'audit.export',
    'partners.create',
    'partners.endKey',
    'partners.endSecret',
    'partners.rotateKey',
    'partners.rotateSecret',
    'partners.update',
    'performers.delete',
    'users.changeRole',
    'users.disable',
    'users.resetSecondFactor',
  ])
})

test('every call that may ask for a fresh sign-in says so, and the other way round', () => {
  const telling = endpoints.filter(({ problems }) => problems.includes('STEP_UP_REQUIRED'))
  // Inviting asks for it only where the invited person is to stand above a user (D5).
  expect(names('stepUp').sort()).toEqual(
    telling
      .map(({ name }) => name)
      .filter((name) => name !== 'users.invite' || names('stepUp').includes(name))
      .sort(),
  )
})

describe.each([...endpoints])('$method $path', (endpoint) => {
  const closed = endpoint.who !== 'anyone' && !endpoint.whileEnrolling

  test(`is ${closed ? 'closed' : 'open'} to a session that can only enrol`, async () => {
    const client = await signIn(app.services, app.url, person.accountId, { enrolOnly: true })
    const count = () => app.sql('SELECT count(*) AS n FROM audit_event')
    const before = await count()
    const reply = await callEndpoint(client, endpoint, unknownId)
    if (!closed) return expect(codeOf(reply)).not.toBe('SECOND_FACTOR_ENROL')
    expect([reply.status, codeOf(reply)]).toEqual([403, 'SECOND_FACTOR_ENROL'])
    expect(await count()).toEqual(before)
  })

  test(`${endpoint.stepUp ? 'asks' : 'does not ask'} for a sign-in of the last five minutes`, async () => {
    const client = await signIn(app.services, app.url, person.accountId)
    await app.sql("UPDATE session SET authenticated_at = now() - interval '5 minutes'")
    const reply = await callEndpoint(client, endpoint, unknownId)
    if (!endpoint.stepUp) return expect(codeOf(reply)).not.toBe('STEP_UP_REQUIRED')
    expect([reply.status, codeOf(reply)]).toEqual([403, 'STEP_UP_REQUIRED'])
  })
})
