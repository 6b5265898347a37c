import type { AuditFilter } from '@kyc/contract/audit.ts'
import type { Tx } from '../../../platform/db/transaction.ts'
import type { RequestInfo } from '../../../platform/http/requests/binding.ts'
import type { Actor } from '../../access/actor.ts'
import { countPerformersIn } from '../audit-repository.ts'
import { type ExportReader, exportName } from './export-job.ts'
import { type ExportedFile, exportWorkbook, type WorkbookServices } from './export-workbook.ts'
import type { AuditExporter } from './exporter.ts'

export interface AuditExporting extends WorkbookServices {
  readonly auditExporter: AuditExporter
}

/** Called in the transaction of the entry with the number of performers whose details the file contains. */
export type CountExported = (tx: Tx, actor: Actor, performers: number) => Promise<void>

/** The entries in which performers are counted for the alert of D38: the newest ones, because an export may have a million. */
const countedEntries = 10_000

/**
 * Exports the entries in the actor's scope as a spreadsheet (spec §7), with its proof on request. The audit entry of the export
 * is not part of the file.
 */
export function exportAuditLogs(
  services: AuditExporting,
  actor: ExportReader,
  { proof: wantsProof, ...filter }: AuditFilter & { proof?: 'true' | undefined },
  request: RequestInfo,
  countExported: CountExported,
): Promise<ExportedFile> {
  const at = services.clock.now()
  const proof = wantsProof === 'true'
  const { organisation } = actor.scope
  return exportWorkbook(services, actor, request, {
    kind: 'audit_log',
    at,
    fileName: `${exportName(at)}.${proof ? 'zip' : 'xlsx'}`,
    entry: { owner: null, details: { ...filter, ...(organisation && { organisation }) } },
    open: () => services.auditExporter.open({ actor, filter, at, proof }),
    alert: async (tx) => countExported(tx, actor, await countPerformersIn(tx, actor, filter, countedEntries)),
  })
}
