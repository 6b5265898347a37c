import { Readable } from 'node:stream'
import { dayInJapan } from '@kyc/contract/dates.ts'
import { create as contentDisposition } from 'content-disposition'
import { sql } from 'kysely'
import { Problem } from '../../platform/problem.ts'
import type { Actor } from '../access/actor.ts'
import { everything } from '../access/scope.ts'
import { aboutPerformer } from '../audit/about.ts'
import { findAuditEntries } from '../audit/audit-repository.ts'
import { recordView } from '../documents/read/record-view.ts'
import { requireSealedOpening } from '../documents/read/require-sealed-opening.ts'
import { decryptSealedContent } from '../records/destruction/sealed-content.ts'
import { getRecord } from '../records/performers-repository.ts'
import { findNotes } from '../review/notes-repository.ts'
import { presentRequest } from './present-request.ts'
import { findRequests } from './requests-repository.ts'
import { type SubjectContent, subjectArchive } from './subject-archive.ts'
import { findSubjectPapers } from './subject-paper.ts'
import { findSubjectDocuments, findSubjectTraces, getSubjectRow, presentSubject } from './subject-record.ts'
import type { SubjectServices } from './subject-services.ts'
import { findSubjectSignings } from './subject-signing.ts'
import { findSubjectTakedowns } from './subject-takedown.ts'

interface Export {
  readonly actor: Actor
  readonly performerId: string
  readonly ip: string | null
  /** Exports a sealed record, for which the actor has given a reason. */
  readonly sealed: boolean
}

interface ExportedSubject {
  readonly stream: Readable
  readonly headers: Readonly<Record<string, string>>
}

/**
 * Exports everything that is stored about a performer. The entry is committed before the first byte, and counts as a
 * view for the alert of D38.
 */
export async function exportSubject(
  services: SubjectServices,
  { actor, performerId: id, ip, sealed }: Export,
): Promise<ExportedSubject> {
  const { db } = services
  await (sealed ? requireSealedOpening(db, actor, id) : getRecord(db, actor, id))
  const at = services.clock.now()
  const content = await subjectContent(services, actor, id)
  const isPresent = sealed ? sql`sealed_at IS NOT NULL AND destroyed_at IS NULL` : sql`sealed_at IS NULL`
  await recordView(services, { actor, performerId: id }, async (tx) => {
    const { rows } = await sql<{ owner_id: string }>`
      SELECT owner_id FROM performer WHERE id = ${id}::uuid AND ${isPresent}`.execute(tx)
    const [performer] = rows
    if (!performer) throw new Problem('PERFORMER_NOT_FOUND')
    const about = aboutPerformer(id, performer.owner_id)
    await services.audit.recordRead(tx, [{ actor, ip }, 'export', about, {}])
  })
  const stream = Readable.from(subjectArchive(services, { reader: actor, content, at }), {
    objectMode: false,
  })
  return { stream, headers: headersOf(id, at) }
}

/** Reads the parts of the archive that fit into memory; of a sealed record with the content of its box. */
export async function subjectContent(
  services: Pick<SubjectServices, 'clock' | 'db' | 'masterKey' | 'takedownKeys' | 'unreadable'>,
  reader: Actor,
  id: string,
): Promise<SubjectContent> {
  const { db } = services
  const everyone = { ...reader, scope: everything }
  const [newest] = await findAuditEntries(db, everyone, { resourceId: id }, { limit: 1 })
  const requests = await findRequests(db, sql`r.performer_id = ${id}`, sql`ORDER BY r.id`)
  const row = await getSubjectRow(db, id)
  const sealed = row.sealed_at ? await decryptSealedContent(services, db, id) : undefined
  const documents = await findSubjectDocuments(db, id)
  const papers = await findSubjectPapers(db, id)
  return {
    record: {
      performer: presentSubject({ ...row, ...sealed?.performer }),
      ...(await findSubjectTraces(db, id)),
      requests: await Promise.all(requests.map((request) => presentRequest(services, db, request, true))),
      takedowns: await findSubjectTakedowns(services, db, id),
      notes: await findNotes(services, db, id),
    },
    documents: documents.map((document) => ({ ...document, ...sealed?.documents[document.id] })),
    papers: papers.map((paper) => ({ ...paper, ...sealed?.papers?.[paper.id] })),
    signings: await findSubjectSignings(services, id),
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
