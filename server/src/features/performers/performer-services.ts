import type { SharedSlots } from '../../platform/db/shared-slots.ts'
import type { CursorCodec } from '../../platform/lists/cursor.ts'
import type { SecondPersonConfig } from '../access/second-person.ts'
import type { ReadingKeys } from '../audit/seal.ts'
import type { DocumentServices } from '../documents/document-services.ts'
import type { ListedRecords } from '../documents/read/listed-records.ts'
import type { LongLists } from './search/long-lists.ts'

/** The services of this feature. Each act picks those it needs. */
export type PerformerServices = DocumentServices &
  ReadingKeys & {
    readonly cursors: CursorCodec
    readonly longLists: LongLists
    readonly listedRecords: ListedRecords
    /** The accounts whose export of the list is running in this process. */
    readonly listExports: Set<string>
    readonly sharedSlots: SharedSlots
    readonly config: SecondPersonConfig
  }
