import type { AccountSecurity } from '@kyc/contract/account.ts'

export function hasSecondFactor({ totp, passkeys }: AccountSecurity): boolean {
  return totp || passkeys.length > 0
}

/** The server refuses to take the last second factor of a rank that must have one (D31). */
export function lastIsKept({ secondFactorRequired, totp, passkeys }: AccountSecurity): boolean {
  return secondFactorRequired && Number(totp) + passkeys.length === 1
}
