import type { AccountSecurity } from '@kyc/contract/account.ts'

export function hasSecondFactor({ totp, passkeys }: AccountSecurity): boolean {
  return totp || passkeys.length > 0
}

/**
 * Whether this is the last second factor of a role that requires one; the server rejects its removal.
 */
export function isLastRequired({ secondFactorRequired, totp, passkeys }: AccountSecurity): boolean {
  return secondFactorRequired && Number(totp) + passkeys.length === 1
}
