import type { Readable } from 'node:stream'
import type { AuditFilter } from '@kyc/contract/audit.ts'
import { hour } from '@kyc/contract/durations.ts'
import { limits } from '@kyc/contract/limits.ts'
import { create as contentDisposition } from 'content-disposition'
import type { Clock } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/db/database.ts'
import { inTransaction, type Tx } from '../../../platform/db/transaction.ts'
import type { RequestInfo } from '../../../platform/http/requests/binding.ts'
import { Problem } from '../../../platform/problem.ts'
import type { Actor } from '../../access/actor.ts'
import { countPerformersIn } from '../audit-repository.ts'
import type { AuditWriter } from '../record.ts'
import { type ExportReader, exportName } from './export-job.ts'
import { findExportsSince } from './export-repository.ts'
import type { AuditExporter } from './exporter.ts'

export interface AuditExporting {
  readonly db: Db
  readonly clock: Clock
  readonly audit: AuditWriter
  readonly auditExporter: AuditExporter
}

/** Called in the transaction of the entry with the number of performers whose details the file contains. */
export type CountExported = (tx: Tx, actor: Actor, performers: number) => Promise<void>

/** The entries in which performers are counted for the alert of D38: the newest ones, because an export may have a million. */
const countedEntries = 10_000

export interface ExportedFile {
  readonly stream: Readable
  readonly headers: Readonly<Record<string, string>>
}

/**
 * Exports the entries in the actor's scope as a spreadsheet (spec §7, D41), with its proof on request. The audit entry of the export is
 * committed before the first byte is sent (D38) and is not part of the file.
 * @throws Problem RATE_LIMITED, EXPORT_IN_PROGRESS, TEMPORARILY_UNAVAILABLE
 */
export async function exportAuditLogs(
  services: AuditExporting,
  actor: ExportReader,
  { proof: wantsProof, ...filter }: AuditFilter & { proof?: 'true' | undefined },
  request: RequestInfo,
  countExported: CountExported,
): Promise<ExportedFile> {
  const at = services.clock.now()
  const proof = wantsProof === 'true'
  // Avoids starting a thread for an export that will be rejected. The check in the transaction below is
  // authoritative.
  await refuseTooMany(services.db, actor, at, 'audit_log')
  const prepared = await services.auditExporter.prepare({ actor, filter, at, proof })
  try {
    await inTransaction(services.db, async (tx) => {
      await refuseTooMany(tx, actor, at, 'audit_log')
      await services.audit.record(tx, {
        actor: actor.id,
        action: 'export',
        resourceType: 'audit_log',
        resourceId: null,
        owner: null,
        ip: request.ip,
        details: { ...filter, ...(actor.scope.organisation && { organisation: actor.scope.organisation }) },
      })
      await countExported(tx, actor, await countPerformersIn(tx, actor, filter, countedEntries))
    })
    request.signal.throwIfAborted()
    return { stream: prepared.begin(), headers: headersOf(at, proof) }
  } catch (error) {
    await prepared.cancel()
    throw error
  }
}

/**
 * Counts by the log, so that the limit applies across restarts and processes.
 * @throws Problem RATE_LIMITED
 */
export async function refuseTooMany(
  db: Db,
  actor: Actor,
  now: Date,
  resourceType: 'audit_log' | 'performer',
): Promise<void> {
  const exports = await findExportsSince(db, actor, new Date(now.getTime() - hour), resourceType)
  const oldest = exports.at(-limits.rate.exportPerHour)
  if (!oldest) return
  const waitMs = oldest.getTime() + hour - now.getTime()
  throw new Problem('RATE_LIMITED', { retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1000)) })
}

function headersOf(at: Date, proof: boolean): Record<string, string> {
  return {
    'content-type': proof
      ? 'application/zip'
      : 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    'content-disposition': contentDisposition(`${exportName(at)}.${proof ? 'zip' : 'xlsx'}`, {
      type: 'attachment',
    }),
    'accept-ranges': 'none',
  }
}
