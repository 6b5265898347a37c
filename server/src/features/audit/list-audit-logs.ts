import type { AuditEntry, AuditFilter } from '@kyc/contract/audit.ts'
import { limits } from '@kyc/contract/limits.ts'
import type { Db } from '../../platform/db/database.ts'
import type { CursorCodec } from '../../platform/lists/cursor.ts'
import { boundedTotal, cutPage, type PageInfo } from '../../platform/lists/page.ts'
import type { Reader } from '../access/scope.ts'
import { countAuditEntries, findAuditEntries } from './audit-repository.ts'
import type { ReadingKeys } from './entry-box.ts'
import { presentEntry } from './present-entry.ts'

export interface AuditReading extends ReadingKeys {
  readonly db: Db
  readonly cursors: CursorCodec
}

export interface AuditPage extends PageInfo {
  readonly entries: AuditEntry[]
}

const list = 'audit'

/** A page of the log in the reader's scope. Reading the log creates no entry. */
export async function listAuditLogs(
  services: AuditReading,
  reader: Reader,
  query: AuditFilter & { limit?: number | undefined; cursor?: string | undefined },
): Promise<AuditPage> {
  const { limit = limits.page.size, cursor, ...filter } = query
  const before = cursor ? services.cursors.decode(list, cursor)[0] : undefined
  const rows = await findAuditEntries(services.db, reader, filter, { before, limit: limit + 1 })
  const count = await countAuditEntries(services.db, reader, filter, limits.countBound)
  const { shown, next } = cutPage(rows, limit, (last) => services.cursors.encode(list, [last.id]))
  return {
    entries: shown.map((row) => presentEntry(services, reader, row)),
    next,
    ...boundedTotal(count),
  }
}

/** The newest changes and decisions in the reader's scope, for the dashboard (D54). */
export async function recentActivity(services: AuditReading, reader: Reader): Promise<AuditEntry[]> {
  const rows = await findAuditEntries(
    services.db,
    reader,
    { recentChanges: true },
    { limit: limits.recentActivity },
  )
  return rows.map((row) => presentEntry(services, reader, row))
}
