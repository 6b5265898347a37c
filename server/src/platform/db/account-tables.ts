import type { Role } from '@kyc/contract/accounts.ts'
import type { Generated, GeneratedAlways, JSONColumnType } from 'kysely'

// The tables of accounts, sessions and credentials, as queries see them (see tables.ts).

export interface AccountTable {
  id: string
  email: string | null
  email_key: string
  email_folded: string | null
  name: string
  name_folded: string
  role: Role
  provider: Generated<'legacy' | 'firebase'>
  provider_uid: string | null
  password_hash: string | null
  last_sign_in_at: Date | null
  role_managed: Generated<boolean>
  own_role: Role | null
  provider_checked_at: Date | null
  email_verified: Generated<boolean>
  verification_mailed_at: Date | null
  disabled_at: Date | null
  device_generation: Generated<number>
  created_at: Date
  updated_at: Date
  search_text: GeneratedAlways<string>
}

export interface OneTimeTokenTable {
  hash: Buffer
  purpose: 'invitation' | 'password_reset' | 'sso' | 'email_verification'
  account_id: string | null
  data: JSONColumnType<Record<string, unknown>>
  created_at: Generated<Date>
  expires_at: Date
  used_at: Date | null
}

export interface PasskeyTable {
  id: string
  account_id: string
  credential: string
  public_key: Buffer
  counter: number
  transports: Generated<string[]>
  name: string
  created_at: Generated<Date>
  last_used_at: Date | null
}

export interface SessionTable {
  key: Buffer
  account_id: string
  created_at: Generated<Date>
  last_seen_at: Generated<Date>
  authenticated_at: Generated<Date>
  stepped_up_at: Date | null
  expires_at: Date
  csrf_generation: Generated<number>
  method: Generated<'password' | 'firebase'>
  enrol_only: Generated<boolean>
  challenge: string | null
  challenge_for: 'add' | 'ask' | null
  challenge_until: Date | null
  ip: string | null
  user_agent: string | null
}

export interface AttemptBucketTable {
  bucket: string
  failed_at: Date[]
  locked_until: Date | null
  expires_at: Date
}
