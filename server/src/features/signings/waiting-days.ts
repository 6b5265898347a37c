import { type RawBuilder, sql } from 'kysely'

/** The days between the receipt of the sheet and the signature, of the organisation under this alias. */
export function waitingDaysOf(organisation: string): RawBuilder<number> {
  return sql<number>`${sql.ref(organisation)}.signing_wait_days`
}
