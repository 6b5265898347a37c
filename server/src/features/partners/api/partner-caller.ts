import type { PartnerScope } from '@kyc/contract/partner-api-vocabulary.ts'
import type { PartnerMode } from '@kyc/contract/partners.ts'
import type { PartnerRow } from '../partner-repository.ts'

/** The partner behind a call of its server, read from the database at every call. */
export interface PartnerCaller {
  readonly keyId: string
  /** The last four characters of the key. */
  readonly keyHint: string
  /** The mode of the key: a test key reads and writes test records only. */
  readonly mode: PartnerMode
  readonly scopes: readonly PartnerScope[]
  readonly version: string
  readonly partner: PartnerRow
}
