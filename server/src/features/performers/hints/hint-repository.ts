import type { DocumentType } from '@kyc/contract/document-vocabulary.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'

/** A document of another performer, and the current one of this performer that it resembles. */
export interface OtherDocument {
  readonly type: DocumentType
  readonly performer_id: string
  readonly owner_id: string
  readonly name: string
}

/** A picture that shares a part of its perceptual hash. */
export interface Candidate extends OtherDocument {
  readonly document_id: string
  readonly picture_enc: Buffer
  readonly other_id: string
  readonly other_enc: Buffer
}

/** Whose documents a look-up may find: those of the organisation `owner`, and for admins those of all others. */
export interface HintScope {
  readonly owner: string
  readonly others: boolean
}

/** Bounds the rows of one look-up. */
const mostFiles = 50
const mostOfPart = 40

const documents = (table: RawBuilder<unknown>) => sql`
  SELECT same.document_id, performer.id AS performer_id, performer.owner_id,
    performer.last_name || ' ' || performer.first_name AS name
  FROM ${table} same JOIN document_version version ON version.id = same.document_id
  JOIN performer ON performer.id = version.performer_id
  WHERE performer.sealed_at IS NULL AND performer.id <> own.performer_id AND version.destroyed_at IS NULL`

/**
 * The documents that `found` selects. Each side has a bound of its own, after its filter, so that copies in the organisation do
 * not hide those in others.
 */
function ofBothSides(
  { owner, others }: HintScope,
  found: RawBuilder<unknown>,
  bounds: { readonly own: RawBuilder<unknown>; readonly others: RawBuilder<unknown> },
): RawBuilder<unknown> {
  const ofOwner = sql`${found} AND performer.owner_id = ${owner} ${bounds.own}`
  if (!others) return sql`(${ofOwner})`
  return sql`((${ofOwner}) UNION ALL (${found} AND performer.owner_id <> ${owner} ${bounds.others}))`
}

/**
 * The documents of other performers in `scope` that were received as the same file; one of all other organisations together. The back
 * of an ID is left out: it often has no writing, and says nothing about a person.
 */
export async function findSameFiles(db: Db, performerId: string, scope: HintScope): Promise<OtherDocument[]> {
  const found = sql`${documents(sql`document_hash`)} AND same.file_key = hash.file_key`
  const bounds = { own: sql`LIMIT ${sql.lit(mostFiles)}`, others: sql`LIMIT 1` }
  const { rows } = await sql<OtherDocument>`
    SELECT DISTINCT own.type, other.performer_id, other.owner_id, other.name
    FROM document_version own JOIN document_hash hash ON hash.document_id = own.id
    CROSS JOIN LATERAL ${ofBothSides(scope, found, bounds)} other
    WHERE own.performer_id = ${performerId} AND own.is_current AND own.type <> 'idBack'`.execute(db)
  return rows
}

/** The pictures of other performers in `scope` that may be similar. */
export async function findCandidates(db: Db, performerId: string, scope: HintScope): Promise<Candidate[]> {
  const found = sql`${documents(sql`document_hash_part`)} AND same.part = part.part`
  // The oldest: copies that are added later do not hide them.
  const bound = sql`ORDER BY same.document_id LIMIT ${sql.lit(mostOfPart)}`
  const { rows } = await sql<Candidate>`
    SELECT DISTINCT ON (own.id, other.document_id) own.type, other.performer_id, other.owner_id, other.name,
      own.id AS document_id, hash.picture_enc, other.document_id AS other_id, other_hash.picture_enc AS other_enc
    FROM document_version own JOIN document_hash hash ON hash.document_id = own.id
    JOIN document_hash_part part ON part.document_id = own.id
    CROSS JOIN LATERAL ${ofBothSides(scope, found, { own: bound, others: bound })} other
    JOIN document_hash other_hash ON other_hash.document_id = other.document_id
    WHERE own.performer_id = ${performerId} AND own.is_current`.execute(db)
  return rows
}
