import type { AccountSecurity } from '@kyc/contract/account.ts'
import { expect, test } from 'vitest'
import { stepUpWays } from './step-up-ways.ts'

const passkey = { id: '1', name: '鍵', createdAt: '2026-01-01T00:00:00Z', lastUsedAt: null }

function waysOf(security: Partial<AccountSecurity>, passkeysUsable = true) {
  const withoutFactor: AccountSecurity = {
    hasPassword: true,
    hasProvider: true,
    totp: false,
    passkeys: [],
    recoveryCodes: 0,
    secondFactorRequired: false,
    verificationMailAt: null,
  }
  return stepUpWays({ ...withoutFactor, ...security }, passkeysUsable)
}

test('an account without a second factor is offered its password and its provider', () => {
  expect(waysOf({})).toEqual(['password', 'provider'])
  expect(waysOf({ hasPassword: false })).toEqual(['provider'])
  expect(waysOf({ hasProvider: false })).toEqual(['password'])
})

test('an account with a second factor is offered neither its password nor its provider', () => {
  expect(waysOf({ totp: true, recoveryCodes: 3 })).toEqual(['totp', 'recovery_code'])
  expect(waysOf({ passkeys: [passkey], recoveryCodes: 1 })).toEqual(['passkey', 'recovery_code'])
  expect(waysOf({ passkeys: [passkey] }, false)).toEqual([])
})
