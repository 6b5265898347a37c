import type { DocumentMetadata, PerformerDocument } from '@kyc/contract/documents.ts'
import { performerFieldsSchema } from '@kyc/contract/performers.ts'
import { Problem } from '../../../platform/problem.ts'
import type { Actor } from '../../access/actor.ts'
import { findByExternalId, getRecord } from '../../records/performers-repository.ts'
import { firstUploads, listCurrent, listVersions, requireDocumentType } from '../document-repository.ts'
import type { DocumentServices } from '../document-services.ts'
import { presentDocument } from './present-document.ts'

/** The newest version of each filled slot. Creates no entry (D38). */
export async function listDocuments(
  services: DocumentServices,
  actor: Actor,
  performerId: string,
): Promise<PerformerDocument[]> {
  const performer = await getRecord(services.db, actor, performerId)
  const rows = await listCurrent(services.db, actor, performer.id)
  return rows.map((row) => presentDocument(services, actor, performer, row))
}

export async function listDocumentVersions(
  services: DocumentServices,
  actor: Actor,
  path: { id: string; type: string },
): Promise<PerformerDocument[]> {
  const performer = await getRecord(services.db, actor, path.id)
  const rows = await listVersions(services.db, actor, performer.id, requireDocumentType(path.type))
  if (rows.length === 0) throw new Problem('DOCUMENT_NOT_FOUND')
  return rows.map((row) => presentDocument(services, actor, performer, row))
}

/** With `byExternalId`, `id` is the external id of the performer (spec §7). */
export async function listDocumentMetadata(
  { db }: DocumentServices,
  actor: Actor,
  { id, byExternalId }: { id: string; byExternalId: boolean },
): Promise<DocumentMetadata[]> {
  const performer = await getRecord(db, actor, byExternalId ? await idOf(db, actor, id) : id)
  const first = new Map((await firstUploads(db, performer.id)).map(({ type, at }) => [type, at]))
  const rows = await listCurrent(db, actor, performer.id)
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
async function idOf(db: DocumentServices['db'], actor: Actor, externalId: string): Promise<string> {
  // Normalised like the stored value.
  const { data: stored } = performerFieldsSchema.shape.external_id.safeParse(externalId)
  if (!stored) throw new Problem('PERFORMER_NOT_FOUND')
  const [id, second] = await findByExternalId(db, actor, stored)
  if (id === undefined) throw new Problem('PERFORMER_NOT_FOUND')
  if (second !== undefined) throw new Problem('EXTERNAL_ID_AMBIGUOUS')
  return id
}
