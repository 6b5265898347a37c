import { Readable } from 'node:stream'
import { dayInJapan } from '@kyc/contract/dates.ts'
import { create as contentDisposition } from 'content-disposition'
import { sql } from 'kysely'
import { Problem } from '../../platform/problem.ts'
import type { Actor } from '../access/actor.ts'
import { everything } from '../access/scope.ts'
import { findAuditEntries } from '../audit/audit-repository.ts'
import { getVisiblePerformer } from '../documents/document-repository.ts'
import { recordView } from '../documents/read/record-view.ts'
import { presentRequest } from './present-request.ts'
import { findRequests } from './requests-repository.ts'
import { type SubjectContent, subjectArchive } from './subject-archive.ts'
import { findSubjectDocuments, findSubjectTraces, getSubjectRow, presentSubject } from './subject-record.ts'
import type { SubjectServices } from './subject-services.ts'

interface Export {
  readonly actor: Actor
  readonly performerId: string
  readonly ip: string | null
}

interface ExportedSubject {
  readonly stream: Readable
  readonly headers: Readonly<Record<string, string>>
}

/**
 * Exports everything that is stored about a performer (D77). The entry is committed before the first byte, and counts as a
 * view for the alert of D38.
 * @throws Problem PERFORMER_NOT_FOUND
 */
export async function exportSubject(
  services: SubjectServices,
  { actor, performerId, ip }: Export,
): Promise<ExportedSubject> {
  const { id } = await getVisiblePerformer(services.db, actor, performerId)
  const at = services.clock.now()
  const content = await subjectContent(services, actor, id)
  const entry = services.audit.recordFrom('exported', { ...exportEntry(id), actor: actor.id, ip })
  const recorded = await recordView(services, { actor, performerId: id }, async (db) => {
    const { rows } = await sql`
      WITH exported AS (SELECT owner_id FROM performer WHERE id = ${id} AND sealed_at IS NULL), ${entry}
      SELECT FROM exported`.execute(db)
    return rows[0]
  })
  if (!recorded) throw new Problem('PERFORMER_NOT_FOUND')
  const stream = Readable.from(subjectArchive(services, { reader: actor, content, at }), {
    objectMode: false,
  })
  return { stream, headers: headersOf(id, at) }
}

/** The entry of an export, apart from who exports. */
export function exportEntry(performerId: string) {
  return { action: 'export', resourceType: 'performer', resourceId: performerId, details: {} } as const
}

/** Reads the parts of the archive that fit into memory. */
export async function subjectContent(
  services: Pick<SubjectServices, 'clock' | 'db' | 'masterKey' | 'unreadable'>,
  reader: Actor,
  id: string,
): Promise<SubjectContent> {
  const { db } = services
  const everyone = { ...reader, scope: everything }
  const [newest] = await findAuditEntries(db, everyone, { resourceId: id }, { limit: 1 })
  const requests = await findRequests(db, sql`r.performer_id = ${id}`, sql`ORDER BY r.id`)
  return {
    record: {
      performer: presentSubject(await getSubjectRow(db, id)),
      ...(await findSubjectTraces(db, id)),
      requests: await Promise.all(requests.map((row) => presentRequest(services, db, row))),
    },
    documents: await findSubjectDocuments(db, id),
    newestEntry: newest?.id ?? null,
  }
}

function headersOf(id: string, at: Date): Record<string, string> {
  return {
    'content-type': 'application/zip',
    'content-disposition': contentDisposition(`performer_${id}_${dayInJapan(at)}.zip`, {
      type: 'attachment',
    }),
    'accept-ranges': 'none',
  }
}
