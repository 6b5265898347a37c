import { type DocumentType, documentTypeOf, documentTypes } from '@kyc/contract/document-vocabulary.ts'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import type { OnRecord } from '../../platform/http/requests/binding.ts'
import { Problem } from '../../platform/problem.ts'
import type { Actor } from '../access/actor.ts'
import { namesFor, shownName } from '../access/visible-to.ts'
import type { RecordRow } from '../records/performer-row.ts'
import { getRecord } from '../records/performers-repository.ts'
import type { DocumentRow } from '../records/record-documents.ts'

/** With the names that the reader may see: users see those of colleagues, and 管理者 for others (D3, D67). */
export type NamedDocumentRow = DocumentRow & {
  uploader: string
  decider: string | null
  masker: string | null
}
/** The document type that a path names, in either spelling. */
export function requireDocumentType(name: string): DocumentType {
  const type = documentTypeOf(name)
  if (!type) throw new Problem('DOCUMENT_NOT_FOUND')
  return type
}

/** Finds the performer and the document type of a call. */
export function slotOf(db: Db) {
  return async ({
    actor,
    params,
  }: OnRecord<{ readonly id: string; readonly type: string }>): Promise<FoundSlot> => ({
    performer: await getRecord(db, actor, params.id),
    type: requireDocumentType(params.type),
  })
}

export interface FoundSlot {
  readonly performer: RecordRow
  readonly type: DocumentType
}

/** The newest version of each filled slot with the names of uploader and decider, in the order of D7. */
export async function listCurrent(db: Db, actor: Actor, performerId: string): Promise<NamedDocumentRow[]> {
  const rows = await withNames(db, actor)
    .where('document.performer_id', '=', performerId)
    .where('document.is_current', '=', true)
    .execute()
  return rows.toSorted((one, other) => documentTypes.indexOf(one.type) - documentTypes.indexOf(other.type))
}

/** All versions of a slot except destroyed ones, newest first. */
export function listVersions(
  db: Db,
  actor: Actor,
  performerId: string,
  type: DocumentType,
): Promise<NamedDocumentRow[]> {
  return withNames(db, actor)
    .where('document.performer_id', '=', performerId)
    .where('document.type', '=', type)
    .where('document.destroyed_at', 'is', null)
    .orderBy('document.version', 'desc')
    .execute()
}

/** All versions of a performer except destroyed ones, in the order of D7, newest first in each slot. */
export async function listAllVersions(
  db: Db,
  actor: Actor,
  performerId: string,
): Promise<NamedDocumentRow[]> {
  const rows = await withNames(db, actor)
    .where('document.performer_id', '=', performerId)
    .where('document.destroyed_at', 'is', null)
    .orderBy('document.version', 'desc')
    .execute()
  return rows.toSorted((one, other) => documentTypes.indexOf(one.type) - documentTypes.indexOf(other.type))
}

export function getDocument(db: Db, actor: Actor, id: string): Promise<NamedDocumentRow> {
  return withNames(db, actor).where('document.id', '=', id).executeTakeFirstOrThrow()
}

/** When the first version of each slot was uploaded. */
export function firstUploads(db: Db, performerId: string): Promise<{ type: DocumentType; at: Date }[]> {
  return db
    .selectFrom('document_version')
    .select((row) => ['type', row.fn.min('uploaded_at').as('at')])
    .where('performer_id', '=', performerId)
    .where('destroyed_at', 'is', null)
    .groupBy('type')
    .execute()
}

function withNames(db: Db, actor: Actor) {
  return db
    .selectFrom('document_version as document')
    .innerJoin('account as uploader', 'uploader.id', 'document.uploaded_by')
    .leftJoin('account as decider', 'decider.id', 'document.decided_by')
    .leftJoin('account as masker', (join) =>
      join.on(sql<boolean>`masker.id = document.masked_by[cardinality(document.masked_by)]`),
    )
    .selectAll('document')
    .select([
      shownName(namesFor(actor), 'uploader').as('uploader'),
      shownName(namesFor(actor), 'decider').as('decider'),
      shownName(namesFor(actor), 'masker').as('masker'),
    ])
}
