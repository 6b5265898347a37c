import { endpoints } from '@kyc/contract/endpoints.ts'
import { describe, expect, test } from 'vitest'
import { signIn } from '../app/sign-in.ts'
import { useStage } from '../app/test-app.ts'
import { refusalOf } from '../app/test-client.ts'
import { callEndpoint, unknownId } from '../matrix/matrix-calls.ts'

const { app, account, auditor } = useStage(
  { account: 'superadmin', auditor: 'auditor' },
  { env: { ADMIN_MFA: 'required' } },
)

const names = (flag: 'whileEnrolling' | 'stepUp') =>
  endpoints.filter((endpoint) => endpoint[flag]).map((endpoint) => endpoint.name)

test('only these calls are open to a session that must enrol a second factor', () => {
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

test('the acts of D31 require a step-up', () => {
  expect(names('stepUp').sort()).toEqual([
    'account.passkeyOptions',
    'account.recoveryCodes',
    'account.removePasskey',
    'account.removeTotp',
    'account.startTotp',
    'audit.export',
    'campaigns.create',
    'documents.mask',
    'documents.undoDestruction',
    'leaks.export',
    'legalHolds.end',
    'packs.create',
    'partners.create',
    'partners.createApiKey',
    'partners.endKey',
    'partners.endSecret',
    'partners.revokeApiKey',
    'partners.rotateApiKey',
    'partners.rotateKey',
    'partners.rotateSecret',
    'partners.unlinkUser',
    'partners.update',
    'performers.delete',
    'performers.export',
    'sealedPerformers.confirmDestruction',
    'sealedPerformers.endHold',
    'sealedPerformers.giveReason',
    'sealedPerformers.requestDestruction',
    'signings.send',
    'subjects.export',
    'subjects.exportSealed',
    'takedowns.export',
    'transfers.confirm',
    'transfers.request',
    'users.changeRole',
    'users.confirmSuperadmin',
    'users.disable',
    'users.resetSecondFactor',
    'videos.confirmOverride',
    'videos.exportFacts',
    'videos.exportRehearsal',
    'videos.override',
    'videos.permitPaper',
  ])
})

test('exactly the calls that require a step-up declare STEP_UP_REQUIRED', () => {
  const declaring = endpoints.filter(({ problems }) => problems.includes('STEP_UP_REQUIRED'))
  // Inviting requires it only for roles above `user` (D5), an edit and an approval only if they close a stored back (D116).
  const sometimes = ['users.invite', 'performers.update', 'documents.verify']
  expect(names('stepUp').sort()).toEqual(
    declaring
      .map(({ name }) => name)
      .filter((name) => !sometimes.includes(name) || names('stepUp').includes(name))
      .sort(),
  )
})

describe.each([...endpoints])('$method $path', (endpoint) => {
  const closed = endpoint.who !== 'anyone' && !endpoint.whileEnrolling
  const caller = () => (endpoint.auditors === 'only' ? auditor : account).accountId

  test(`is ${closed ? 'closed' : 'open'} to a session that can only enrol`, async () => {
    const client = await signIn(app.services, app.url, caller(), { enrolOnly: true })
    const count = () => app.sql('SELECT count(*) AS n FROM audit_event')
    const before = await count()
    const reply = await callEndpoint(client, endpoint, unknownId)
    if (!closed) return expect(refusalOf(reply)[1]).not.toBe('SECOND_FACTOR_ENROL')
    expect(refusalOf(reply)).toEqual([403, 'SECOND_FACTOR_ENROL'])
    expect(await count()).toEqual(before)
  })

  test(`${endpoint.stepUp ? 'requires' : 'does not require'} a step-up within the last five minutes`, async () => {
    const client = await signIn(app.services, app.url, caller())
    await app.sql("UPDATE session SET authenticated_at = now() - interval '5 minutes'")
    const reply = await callEndpoint(client, endpoint, unknownId)
    if (!endpoint.stepUp) return expect(refusalOf(reply)[1]).not.toBe('STEP_UP_REQUIRED')
    expect(refusalOf(reply)).toEqual([403, 'STEP_UP_REQUIRED'])
  })
})
