import type { Role, User } from '@kyc/contract/accounts.ts'

export interface AccountRow {
  readonly id: string
  readonly email: string | null
  readonly email_verified: boolean
  readonly name: string
  readonly role: Role
  readonly provider: User['provider']
  /** Device cookies of earlier generations are invalid. */
  readonly device_generation: number
}

/** The account in the API; spec §3 requires some fields under two names. */
export function presentUser(
  { id, email, email_verified: emailVerified, name, role, provider }: AccountRow,
  secondFactorMissing = false,
): User {
  return { id, uid: id, email, emailVerified, name, displayName: name, role, provider, secondFactorMissing }
}
