import type { DocumentMetadata, PerformerDocument } from '@kyc/contract/documents.ts'
import { performerFieldsSchema } from '@kyc/contract/performers.ts'
import type { Db } from '../../../platform/db/database.ts'
import type { OnRecord } from '../../../platform/http/requests/binding.ts'
import { Problem } from '../../../platform/problem.ts'
import type { Actor } from '../../access/actor.ts'
import type { ListCall } from '../../access/scope.ts'
import type { RecordRow } from '../../records/performer-row.ts'
import { findByExternalId, getRecord } from '../../records/performers-repository.ts'
import { type FoundSlot, firstUploads, listCurrent, listVersions } from '../document-repository.ts'
import type { DocumentServices } from '../document-services.ts'
import { presentDocument } from './present-document.ts'

/** The newest version of each filled slot. Creates no entry. */
export async function listDocuments(
  services: DocumentServices,
  actor: Actor,
  performer: RecordRow,
): Promise<PerformerDocument[]> {
  const rows = await listCurrent(services.db, actor, performer.id)
  return rows.map((row) => presentDocument(services, actor, performer, row))
}

export async function listDocumentVersions(
  services: DocumentServices,
  actor: Actor,
  { performer, type }: FoundSlot,
): Promise<PerformerDocument[]> {
  const rows = await listVersions(services.db, actor, performer.id, type)
  if (rows.length === 0) throw new Problem('DOCUMENT_NOT_FOUND')
  return rows.map((row) => presentDocument(services, actor, performer, row))
}

/** Finds the performer of a call, whose id in the path may be its external id (spec §7). */
export function recordByEitherId(db: Db) {
  return async ({ actor, params: { id }, sent }: OnRecord & ListCall): Promise<RecordRow> =>
    getRecord(db, actor, sent('external_id') === 'true' ? await idOf(db, actor, id) : id)
}

export async function listDocumentMetadata(
  { db }: DocumentServices,
  actor: Actor,
  performerId: string,
): Promise<DocumentMetadata[]> {
  const first = new Map((await firstUploads(db, performerId)).map(({ type, at }) => [type, at]))
  const rows = await listCurrent(db, actor, performerId)
  return rows.map((row) => ({
    type: row.type,
    size: row.size,
    mimeType: row.mime_type,
    dimensions: row.width !== null && row.height !== null ? { width: row.width, height: row.height } : null,
    pages: row.pages,
    created: (first.get(row.type) ?? row.uploaded_at).toISOString(),
    modified: row.uploaded_at.toISOString(),
  }))
}

/** Two owners may use the same external id, and an admin sees both (D19). */
async function idOf(db: Db, actor: Actor, externalId: string): Promise<string> {
  // Normalised like the stored value.
  const { data: stored } = performerFieldsSchema.shape.external_id.safeParse(externalId)
  if (!stored) throw new Problem('PERFORMER_NOT_FOUND')
  const [id, second] = await findByExternalId(db, actor, stored)
  if (id === undefined) throw new Problem('PERFORMER_NOT_FOUND')
  if (second !== undefined) throw new Problem('EXTERNAL_ID_AMBIGUOUS')
  return id
}
