import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/database.ts'
import type { AuditWriter } from '../audit/record.ts'

/** What the acts on organisations require. */
export interface OrganisationServices {
  readonly db: Db
  readonly clock: Clock
  readonly audit: AuditWriter
}
