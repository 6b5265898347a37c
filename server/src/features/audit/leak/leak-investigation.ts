import { minute, second } from '@kyc/contract/durations.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '../../../platform/db/database.ts'
import { inTransaction, type Tx } from '../../../platform/db/transaction.ts'
import { isId } from '../../../platform/ids.ts'
import { Problem } from '../../../platform/problem.ts'
import type { Reader } from '../../access/scope.ts'
import { findEntriesById } from '../audit-repository.ts'
import type { WorkbookServices } from '../export/export-workbook.ts'
import type { AuditReading } from '../list-audit-logs.ts'
import { presentEntry } from '../present-entry.ts'
import { findAccountName, type LeakPeriod } from './leak-repository.ts'

export type LeakServices = AuditReading & WorkbookServices

/** The details of the entry of an investigation. */
const detailsSchema = z.object({
  userId: z.string(),
  leakFrom: z.iso.datetime(),
  leakTo: z.iso.datetime(),
  leakKnownOn: z.string(),
  leakReason: z.string(),
})

export interface Investigation {
  readonly id: string
  readonly account: { readonly id: string; readonly name: string }
  readonly from: string
  readonly to: string
  readonly knownOn: string
  readonly reason: string
  readonly by: string | null
  readonly at: string
  readonly period: LeakPeriod
}

/** The investigation whose entry has this id. @throws Problem NOT_FOUND, also for any other entry */
export async function getInvestigation(
  services: AuditReading,
  reader: Reader,
  id: string,
): Promise<Investigation> {
  const [row] = isId(id) ? await findEntriesById(services.db, reader, [id]) : []
  if (row?.action !== 'read' || row.rtype !== 'audit_log') throw new Problem('NOT_FOUND')
  const entry = presentEntry(services, reader, row)
  const { data } = detailsSchema.safeParse(entry.details)
  if (!data) throw new Problem('NOT_FOUND')
  const { userId, leakFrom, leakTo, leakKnownOn, leakReason } = data
  const name = isId(userId) ? await findAccountName(services.db, userId) : undefined
  return {
    id,
    account: { id: userId, name: name ?? userId },
    ...{ from: leakFrom, to: leakTo, knownOn: leakKnownOn, reason: leakReason },
    by: entry.user?.name ?? null,
    at: entry.createdAt,
    // The form has times in minutes, so the whole last minute belongs to the period.
    period: {
      accountId: userId,
      from: new Date(leakFrom),
      until: new Date(Math.floor(Date.parse(leakTo) / minute) * minute + minute),
    },
  }
}

const countTimeout = 30 * second

/** A million entries are counted in seconds, which is longer than other statements may take. */
export function whileCounting<T>(db: Db, count: (tx: Tx) => Promise<T>): Promise<T> {
  return inTransaction(db, async (tx) => {
    await sql`SET LOCAL statement_timeout = ${sql.lit(countTimeout)}`.execute(tx)
    return count(tx)
  })
}
