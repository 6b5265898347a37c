import { signingLimits } from '@kyc/contract/signing-vocabulary.ts'
import { type RawBuilder, sql } from 'kysely'

/** The days between the receipt of the sheet and the signature, of the organisation under this alias. */
export function waitingDaysOf(_organisation: string): RawBuilder<number> {
  return sql<number>`${sql.lit(signingLimits.waitingDays.default)}`
}
