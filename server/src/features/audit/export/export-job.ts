import type { exportAuditLogs } from '@kyc/contract/audit.ts'
import type { QueryOf } from '@kyc/contract/endpoint.ts'
import type { NamedActor } from '../../access/actor.ts'
import type { AuditKeys } from '../seal.ts'

export type ExportFilter = QueryOf<typeof exportAuditLogs>

export interface ExportRequest {
  readonly actor: NamedActor
  readonly filter: ExportFilter
  readonly at: Date
  /** Of one sheet; only tests need fewer than a sheet can hold. */
  readonly rowsPerSheet?: number
}

/** Input of the thread. */
export interface ExportJob extends ExportRequest {
  readonly databaseUrl: string
  readonly keys: AuditKeys
}

/**
 * From the thread. `busy`: the account has an export in another server process. `unreadable` is the id of an entry with
 * a damaged box. Each message to the thread asks for one more piece of the file.
 */
export type ExportNews =
  | 'ready'
  | 'busy'
  | 'end'
  | { readonly bytes: Uint8Array }
  | { readonly unreadable: string }
