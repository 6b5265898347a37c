import { type DocumentType, documentTypeOf, documentTypes } from '@kyc/contract/document-vocabulary.ts'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import type { Tables } from '../../platform/db/tables.ts'
import type { Tx } from '../../platform/db/transaction.ts'
import { isId } from '../../platform/ids.ts'
import { Problem } from '../../platform/problem.ts'
import type { Actor } from '../access/actor.ts'
import { mayEdit, namesFor, requireEditable, shownName, visibleTo } from '../access/visible-to.ts'

export type DocumentRow = Selectable<Tables['document_version']>
/** With the names that the reader may see: users see those of colleagues, and 管理者 for others (D3, D67). */
export type NamedDocumentRow = DocumentRow & {
  uploader: string
  decider: string | null
  masker: string | null
}
export type LockedPerformer = Pick<
  Selectable<Tables['performer']>,
  | 'id'
  | 'owner_id'
  | 'registered_by'
  | 'status'
  | 'date_of_birth'
  | 'id_kind'
  | 'version'
  | 'field_changes'
  | 'case_closed'
>

/** The condition that the objects of a version exist: it is not destroyed, or its destruction can still be undone (D116). */
export const hasFiles: RawBuilder<boolean> = sql<boolean>`(destroyed_at IS NULL OR undo_until IS NOT NULL)`

/** The columns that name the objects of a version. */
export const objectKeyColumns = ['object_key', 'screen_key', 'thumbnail_key'] as const

export function objectKeysOf(row: Pick<DocumentRow, (typeof objectKeyColumns)[number]>): string[] {
  return objectKeyColumns.flatMap((column) => row[column] ?? [])
}

/**
 * The document type that a path names, in either spelling (D7).
 * @throws Problem DOCUMENT_NOT_FOUND
 */
export function requireDocumentType(name: string): DocumentType {
  const type = documentTypeOf(name)
  if (!type) throw new Problem('DOCUMENT_NOT_FOUND')
  return type
}

/** `may_edit`: see `requireEditable`. */
type VisiblePerformer = Pick<
  LockedPerformer,
  'id' | 'owner_id' | 'registered_by' | 'id_kind' | 'field_changes' | 'case_closed'
> & { readonly may_edit: boolean }

/** @throws Problem PERFORMER_NOT_FOUND, also when the actor may not see it */
export async function getVisiblePerformer(db: Db, actor: Actor, id: string): Promise<VisiblePerformer> {
  const performer = isId(id)
    ? await db
        .selectFrom('performer')
        .select(['id', 'owner_id', 'registered_by', 'id_kind', 'field_changes', 'case_closed'])
        .select(mayEdit(actor, sql`performer.owner_id`).as('may_edit'))
        .where('id', '=', id)
        .where(visibleTo(actor))
        .executeTakeFirst()
    : undefined
  if (!performer) throw new Problem('PERFORMER_NOT_FOUND')
  return performer
}

/** The ids of the visible performers with an external id, at most two: a second one makes it ambiguous. */
export async function findByExternalId(db: Db, actor: Actor, externalId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('performer')
    .select('id')
    .where('external_id', '=', externalId)
    .where(visibleTo(actor))
    .limit(2)
    .execute()
  return rows.map(({ id }) => id)
}

/**
 * Locks the performer until the transaction ends. Every change of a performer or its documents acquires this
 * lock first, so that concurrent changes run one after the other.
 * @throws Problem PERFORMER_NOT_FOUND, ORGANISATION_ROLE
 */
export async function lockPerformer(tx: Tx, actor: Actor, id: string): Promise<LockedPerformer> {
  const performer = isId(id)
    ? await tx
        .selectFrom('performer')
        .select([
          'id',
          'owner_id',
          'registered_by',
          'status',
          'date_of_birth',
          'id_kind',
          'version',
          'field_changes',
          'case_closed',
        ])
        .select(mayEdit(actor, sql`performer.owner_id`).as('may_edit'))
        .where('id', '=', id)
        .where(visibleTo(actor))
        .forUpdate()
        .executeTakeFirst()
    : undefined
  if (!performer) throw new Problem('PERFORMER_NOT_FOUND')
  requireEditable(performer)
  return performer
}

/**
 * Refuses decisions and new versions while the case is closed (D78).
 * @throws Problem CASE_CLOSED
 */
export function requireOpenCase({ case_closed }: Pick<LockedPerformer, 'case_closed'>): void {
  if (case_closed !== null) throw new Problem('CASE_CLOSED')
}

/** The newest version of each filled slot. */
export function currentDocuments(db: Db, performerId: string): Promise<DocumentRow[]> {
  return db
    .selectFrom('document_version')
    .selectAll()
    .where('performer_id', '=', performerId)
    .where('is_current', '=', true)
    .execute()
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
