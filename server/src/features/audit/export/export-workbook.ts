import { PassThrough, pipeline, type Readable } from 'node:stream'
import { clockInJapan } from '@kyc/contract/dates.ts'
import { hour } from '@kyc/contract/durations.ts'
import { limits } from '@kyc/contract/limits.ts'
import { roleLabels } from '@kyc/contract/role-labels.ts'
import { create as contentDisposition } from 'content-disposition'
import { sql } from 'kysely'
import type { Clock } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/db/database.ts'
import type { SharedLimits } from '../../../platform/db/shared-limits.ts'
import { inTransaction, type Tx } from '../../../platform/db/transaction.ts'
import type { RequestInfo } from '../../../platform/http/requests/binding.ts'
import { lowestIdAt } from '../../../platform/ids.ts'
import { Problem } from '../../../platform/problem.ts'
import type { Actor, NamedActor } from '../../access/actor.ts'
import type { About, AuditWriter } from '../record.ts'

export interface WorkbookServices {
  readonly audit: AuditWriter
  readonly clock: Clock
  readonly db: Db
  readonly sharedLimits: SharedLimits
}

interface WorkbookExport {
  readonly kind: 'audit_log' | 'performer' | 'takedown' | 'video'
  readonly at: Date
  readonly fileName: string
  readonly entry: Required<Pick<About, 'owner' | 'details'>>
  /** Opens the file, of which nothing is read yet; destroying it ends the export. */
  open(): Promise<Readable>
  /** Alerts about many performers, in the transaction of the entry. */
  alert(tx: Tx): Promise<void>
}

export interface ExportedFile {
  readonly stream: Readable
  readonly headers: Readonly<Record<string, string>>
}

/**
 * Exports a file: one at a time for each account and kind, and five in an hour. The entry is committed before the first
 * byte is sent.
 */
export async function exportWorkbook(
  services: WorkbookServices,
  actor: Actor,
  request: Pick<RequestInfo, 'ip' | 'signal'>,
  { kind, at, fileName, entry, open, alert }: WorkbookExport,
): Promise<ExportedFile> {
  const { audit, db } = services
  // Checks the limit before the file is opened. The check in the transaction below is authoritative.
  await refuseTooMany(db, actor, at, kind)
  const release = await claim(services, actor, kind)
  let file: Readable | undefined
  try {
    file = await open()
    file.on('error', () => undefined) // the error is not lost: the call fails, or the reply breaks off
    await inTransaction(db, async (tx) => {
      await refuseTooMany(tx, actor, at, kind)
      const about = { resourceType: kind, resourceId: null, owner: entry.owner }
      await audit.record(tx, { actor, request }, 'export', about, entry.details)
      await alert(tx)
    })
    request.signal.throwIfAborted()
    if (file.destroyed) throw new Problem('TEMPORARILY_UNAVAILABLE')
    return { stream: releasing(file, release), headers: headersOf(fileName) }
  } catch (error) {
    file?.destroy()
    await release()
    throw error
  }
}

/** Releases the place of the export before the reply ends, so that its receiver may export again at once. */
function releasing(file: Readable, release: () => Promise<void>): Readable {
  const reply = new PassThrough({
    flush: (done) => void release().then(() => done()),
    destroy: (error, done) => void release().then(() => done(error)),
  })
  return pipeline(file, reply, () => undefined)
}

/** The first rows of every cover. */
export function coverHead(title: string, { name, role }: NamedActor, at: Date): [string, string][] {
  return [
    [title, '本人確認管理システム'],
    ['作成日時（JST）', clockInJapan(at)],
    ['作成者', `${name}（${roleLabels[role]}）`],
  ]
}

/** Counts by the log, so that the limit applies across restarts and processes. */
async function refuseTooMany(db: Db, actor: Actor, now: Date, kind: WorkbookExport['kind']): Promise<void> {
  const { rows } = await sql<{ at_us: number }>`
    SELECT at_us FROM audit_event
    WHERE actor = ${actor.id}::uuid AND action = 'export' AND rtype = ${kind} AND rid IS NULL
      AND id >= ${lowestIdAt(new Date(now.getTime() - hour))}::uuid
    ORDER BY id DESC LIMIT ${limits.rate.exportPerHour}`.execute(db)
  const oldest = rows[limits.rate.exportPerHour - 1]
  if (!oldest) return
  const waitMs = oldest.at_us / 1000 + hour - now.getTime()
  throw new Problem('RATE_LIMITED', { retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1000)) })
}

/**
 * Claims the only export of its kind that an account may run over all processes, and one of the
 * `limits.exportsPerServer` exports of this process. Returns the function that releases both.
 */
async function claim(
  { sharedLimits }: Pick<WorkbookServices, 'sharedLimits'>,
  { id }: Actor,
  kind: WorkbookExport['kind'],
): Promise<() => Promise<void>> {
  const own = await sharedLimits.take(`export:${kind}:${id}`, 1)
  if (!own) throw new Problem('EXPORT_IN_PROGRESS')
  const ofServer = await sharedLimits.take(`exports:${kind}@${sharedLimits.process}`, limits.exportsPerServer)
  let released: Promise<unknown> | undefined
  const release = async () => {
    released ??= Promise.all([own(), ofServer?.()])
    await released
  }
  if (ofServer) return release
  await release()
  throw new Problem('EXPORT_IN_PROGRESS')
}

function headersOf(fileName: string): Record<string, string> {
  return {
    'content-type': fileName.endsWith('.zip')
      ? 'application/zip'
      : 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    'content-disposition': contentDisposition(fileName, { type: 'attachment' }),
    'accept-ranges': 'none',
  }
}
