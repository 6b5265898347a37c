import type { AuditFilter } from '@kyc/contract/audit.ts'
import { dayInJapan } from '@kyc/contract/dates.ts'
import type { NamedActor } from '../../access/actor.ts'
import type { Reader } from '../../access/scope.ts'
import type { AuditKeys } from '../entry-box.ts'

export type ExportReader = NamedActor & Reader

export interface ExportRequest {
  readonly actor: ExportReader
  readonly filter: AuditFilter
  readonly at: Date
  /** An archive of the workbook and its proof file, instead of the workbook. */
  readonly proof: boolean
  /** Rows per sheet; set only by tests. Default: the limit of the file format. */
  readonly rowsPerSheet?: number
}

/** The input of the thread. */
export interface ExportJob extends ExportRequest {
  readonly databaseUrl: string
  readonly keys: AuditKeys
  /** The signer of checkpoints, which signs the proof as well. */
  readonly signer: { readonly name: string; readonly seed: Uint8Array }
}

/** The name of the file without its ending. */
export function exportName(at: Date): string {
  return `audit_log_report_${dayInJapan(at)}`
}

/**
 * A message of the thread, first `ready`. `unreadable` is the id of an entry with a damaged box. Each message to the thread
 * requests the next chunk of the file.
 */
export type ExportMessage = 'ready' | 'end' | { readonly bytes: Uint8Array } | { readonly unreadable: string }
