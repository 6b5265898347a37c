import type { Clock } from '../../platform/clock.ts'
import type { BoxKeys } from '../../platform/crypto/encrypted-box.ts'
import type { Db } from '../../platform/db/database.ts'
import type { SharedLimits } from '../../platform/db/shared-limits.ts'
import type { CursorCodec } from '../../platform/lists/cursor.ts'
import type { SecondPersonConfig } from '../access/second-person.ts'
import type { AuditWriter } from '../audit/record.ts'
import type { ListedServices } from '../documents/read/listed-records.ts'

/** The services of this feature. */
export interface VideoServices extends Omit<ListedServices, 'config'> {
  readonly db: Db
  readonly clock: Clock
  readonly config: { readonly retentionYears: number } & SecondPersonConfig & ListedServices['config']
  readonly cursors: CursorCodec
  readonly audit: AuditWriter
  readonly sharedLimits: SharedLimits
  readonly replyKeys: BoxKeys
}
