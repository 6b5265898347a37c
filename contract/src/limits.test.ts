import { expect, test } from 'vitest'
import { minute } from './durations.ts'
import { limits } from './limits.ts'

// The numbers of the specification. The tests of the code that uses a number cover its effect.
const numbers: readonly (readonly [what: string, limit: unknown, number: unknown])[] = [
  ['a file', limits.fileBytes, 20_971_520],
  ['shrinking', limits.shrink, { sidePx: 1920, qualities: [0.9, 0.8, 0.7, 0.6, 0.5] }],
  ['a session', limits.session, { idle: 120 * minute, absolute: 720 * minute }],
  ['the rotation of the token', limits.tokenRotation, 30 * minute],
  ['the lockout', [limits.lockout.failures, limits.lockout.duration], [5, 15 * minute]],
  ['the re-check of the sign-in', limits.authRecheck, 10 * minute],
  ['a call', limits.apiTimeout, 30_000],
  ['retries', [limits.networkRetries, limits.networkRetryDelay, limits.authTries], [3, 1000, 3]],
  ['the start of the session', limits.sessionInitPoll, { polls: 50, every: 100 }],
  ['the wait after a 429', limits.defaultRetryAfterSeconds, 60],
  ['passwords', [limits.password.minimum, limits.password.providerMinimum], [8, 6]],
  ['the audit log', [limits.auditCache, limits.auditDebounce], [30_000, 300]],
  ['banners', limits.bannerClose, 5000],
  ['the end of a KYC session', [limits.kyc.successMessageDelay, limits.kyc.redirectDelay], [1000, 3000]],
  ['the SSO callback', [limits.sso.successDelay, limits.sso.failureDelay], [1500, 3000]],
  ['the redirect to the login page', [limits.logoutEventDelay, limits.loginRedirectDelay], [100, 200]],
  ['scroll depths', limits.scrollDepths, [25, 50, 75, 90]],
  ['an api_key', limits.kyc.apiKeyMinimum, 10],
  ['the answer to an inquiry', limits.contactReplyHours, 48],
  ['policies', [limits.policy, limits.retentionYears], [{ refundDays: 14, contentKeptDays: 30 }, 7]],
]

test.each(numbers)('the numbers of %s match spec §9', (_, limit, number) => {
  expect(limit).toEqual(number)
})
