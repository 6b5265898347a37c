import type { Clock } from '../../platform/clock.ts'
import type { CursorCodec } from '../../platform/cursor.ts'
import type { Db } from '../../platform/db/database.ts'
import type { AuditWriter } from '../audit/record.ts'
import type { LongLists } from '../performers/search/long-lists.ts'

/** The services of this feature. */
export interface VideoServices {
  readonly db: Db
  readonly clock: Clock
  readonly config: { readonly retentionYears: number }
  readonly cursors: CursorCodec
  readonly audit: AuditWriter
  readonly longLists: LongLists
}
