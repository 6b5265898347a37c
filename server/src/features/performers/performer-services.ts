import type { CursorCodec } from '../../platform/lists/cursor.ts'
import type { SecondPersonConfig } from '../access/second-person.ts'
import type { ReadingKeys } from '../audit/entry-box.ts'
import type { WorkbookServices } from '../audit/export/export-workbook.ts'
import type { DocumentServices } from '../documents/document-services.ts'
import type { ListedRecords } from '../documents/read/listed-records.ts'

/** The services of this feature. Each act picks those it needs. */
export type PerformerServices = DocumentServices &
  ReadingKeys & {
    readonly cursors: CursorCodec
    readonly listedRecords: ListedRecords
    readonly config: SecondPersonConfig
  } & WorkbookServices
