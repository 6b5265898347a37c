import type { AttemptFailure, DeliveryEvent, DeliveryState } from '@kyc/contract/deliveries.ts'
import type { KycWarning } from '@kyc/contract/kyc.ts'
import type { CallbackStop, PartnerMode } from '@kyc/contract/partners.ts'
import type { Generated, JSONColumnType } from 'kysely'

/** The tables of migration 0013: partners, the visits that they send, and what is sent back to them. */

export interface PartnerTable {
  id: string
  company_id: string
  name: string
  mode: PartnerMode
  callback_origins: readonly string[]
  redirect_origins: readonly string[]
  referrer_origins: readonly string[]
  disabled_at: Date | null
  callback_stop: CallbackStop | null
  failing_since: Date | null
  version: Generated<number>
  created_at: Date
  updated_at: Date
}

export interface PartnerKeyTable {
  id: string
  partner_id: string
  purpose: Generated<'address' | 'server'>
  hash: Buffer
  hint: string
  created_at: Date
  expires_at: Date | null
}

export interface PartnerSecretTable {
  id: string
  partner_id: string
  secret_enc: Buffer
  hint: string
  created_at: Date
  expires_at: Date | null
}

export interface KycSessionTable {
  id: string
  partner_id: string
  browser_key: Buffer
  user_id: string
  session_id: string | null
  locale: string
  callback_url: string
  redirect_url: string | null
  warnings: Generated<KycWarning[]>
  account_id: string | null
  delivery_id: string | null
  created_at: Date
  expires_at: Date
}

export interface DeliveryTable {
  id: string
  partner_id: string
  event: DeliveryEvent
  url: string
  payload_enc: Buffer | null
  state: Generated<DeliveryState>
  attempts: Generated<number>
  scheduled: Generated<number>
  claimed_until: Date | null
  next_attempt_at: Date | null
  created_at: Date
  ended_at: Date | null
}

export interface DeliveryAttemptTable {
  delivery_id: string
  number: number
  at: Date
  duration_ms: number
  status: number | null
  failure: AttemptFailure | null
  answer: string | null
  manual: Generated<boolean>
}

export interface SigningKeyTable {
  kid: string
  private_enc: Buffer
  public_jwk: JSONColumnType<Record<string, unknown>>
  created_at: Generated<Date>
  retired_at: Date | null
}
