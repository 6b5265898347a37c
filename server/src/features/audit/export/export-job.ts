import type { exportAuditLogs } from '@kyc/contract/audit.ts'
import type { QueryOf } from '@kyc/contract/endpoint.ts'
import type { NamedActor } from '../../access/actor.ts'
import type { AuditKeys } from '../seal.ts'

export type ExportFilter = QueryOf<typeof exportAuditLogs>

/** What the thread is given. It has the keys because opening the details costs most of the time. */
export interface ExportJob {
  readonly databaseUrl: string
  readonly keys: AuditKeys
  readonly actor: NamedActor
  readonly filter: ExportFilter
  readonly at: Date
  /** Of one sheet; only tests need fewer than a file can hold. */
  readonly rowsPerSheet?: number
}

/** From the server to its thread: begin (once), and one more piece. */
export type ExportOrder = 'begin' | 'more'

/**
 * From the thread: what it stands at. `busy`: another server process makes an export for this person. `unreadable` is
 * the id of an entry with a damaged box.
 */
export type ExportNews =
  | 'ready'
  | 'busy'
  | 'end'
  | { readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly unreadable: string }
