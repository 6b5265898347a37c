import { Readable } from 'node:stream'
import { inTransaction } from '../../platform/db/transaction.ts'
import { asAccountId, isId } from '../../platform/ids.ts'
import { Problem } from '../../platform/problem.ts'
import type { Actor } from '../access/actor.ts'
import { aboutPerformer, byJob } from '../audit/about.ts'
import { subjectContent } from './export-subject.ts'
import { subjectArchive } from './subject-archive.ts'
import type { SubjectServices } from './subject-services.ts'

/** The operator on the server, who has no account. */
const operator: Actor = { id: asAccountId('00000000-0000-0000-0000-000000000000'), role: 'superadmin' }

interface ShellExport {
  readonly performerId: string
  /** Why a sealed record is opened. */
  readonly reason: string | undefined
}

/**
 * `npm run subject:export`: the archive of `exportSubject` for the operator. Its entry has no actor and is committed
 * before the first byte.
 */
export async function exportFromShell(
  services: Omit<SubjectServices, 'config' | 'mails'>,
  { performerId: id, reason }: ShellExport,
): Promise<Readable> {
  const { audit, clock, db } = services
  const row = isId(id)
    ? await db
        .selectFrom('performer')
        .select(['owner_id', 'sealed_at', 'destroyed_at'])
        .where('id', '=', id)
        .executeTakeFirst()
    : undefined
  if (!row) throw new Problem('PERFORMER_NOT_FOUND')
  if (row.destroyed_at) throw new Problem('RECORD_DESTROYED')
  if (row.sealed_at && !reason) throw new Problem('OPENING_REASON_REQUIRED')
  const content = await subjectContent(services, operator, id)
  await inTransaction(db, (tx) =>
    audit.record(
      tx,
      byJob,
      'export',
      aboutPerformer(id, row.owner_id),
      reason ? { sealedReason: reason } : {},
    ),
  )
  const archive = subjectArchive(services, { reader: operator, content, at: clock.now() })
  return Readable.from(archive, { objectMode: false })
}
