import type { AccountSecurity } from '@kyc/contract/account.ts'
import type { SecondFactor } from '@kyc/contract/accounts.ts'

export type StepUpWay = 'password' | 'provider' | SecondFactor

/**
 * D31: an account with a second factor uses it or a recovery code; others use the password or the provider.
 */
export function stepUpWays(security: AccountSecurity, passkeysUsable: boolean): StepUpWay[] {
  const { hasPassword, hasProvider, totp, passkeys, recoveryCodes } = security
  const offered = (way: StepUpWay, usable: boolean): StepUpWay[] => (usable ? [way] : [])
  if (!totp && passkeys.length === 0)
    return [...offered('password', hasPassword), ...offered('provider', hasProvider)]
  return [
    ...offered('passkey', passkeys.length > 0 && passkeysUsable),
    ...offered('totp', totp),
    ...offered('recovery_code', recoveryCodes > 0),
  ]
}
