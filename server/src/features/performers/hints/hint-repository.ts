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

/** Bounds the rows of one look-up. */
const mostFiles = 50
const mostOfPart = 40

const other = sql`
  JOIN document_version other_version ON other_version.id = other.document_id
  JOIN performer ON performer.id = other_version.performer_id AND performer.sealed_at IS NULL
    AND performer.id <> own.performer_id`
const otherColumns = sql`own.type, performer.id AS performer_id, performer.owner_id,
  performer.last_name || ' ' || performer.first_name AS name`

/** The documents of other performers that `within` permits and that were received as the same file. */
export async function findSameFiles(
  db: Db,
  performerId: string,
  within: RawBuilder<boolean>,
): Promise<OtherDocument[]> {
  const { rows } = await sql<OtherDocument>`
    SELECT DISTINCT ${otherColumns}
    FROM document_version own JOIN document_hash hash ON hash.document_id = own.id
    CROSS JOIN LATERAL (SELECT document_id FROM document_hash same
      WHERE same.file_key = hash.file_key LIMIT ${sql.lit(mostFiles)}) other
    ${other}
    WHERE own.performer_id = ${performerId} AND own.is_current AND ${within}`.execute(db)
  return rows
}

/** The pictures of other performers that `within` permits and that may be similar. */
export async function findCandidates(
  db: Db,
  performerId: string,
  within: RawBuilder<boolean>,
): Promise<Candidate[]> {
  const { rows } = await sql<Candidate>`
    SELECT DISTINCT ON (own.id, other.document_id) ${otherColumns}, own.id AS document_id, hash.picture_enc,
      other.document_id AS other_id, other_hash.picture_enc AS other_enc
    FROM document_version own JOIN document_hash hash ON hash.document_id = own.id
    JOIN document_hash_part part ON part.document_id = own.id
    CROSS JOIN LATERAL (SELECT document_id FROM document_hash_part same
      WHERE same.part = part.part LIMIT ${sql.lit(mostOfPart)}) other
    JOIN document_hash other_hash ON other_hash.document_id = other.document_id
    ${other}
    WHERE own.performer_id = ${performerId} AND own.is_current AND ${within}`.execute(db)
  return rows
}
