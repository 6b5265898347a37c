import type { DocumentType, PaperType } from '@kyc/contract/document-vocabulary.ts'
import type { PackShape } from '@kyc/contract/pack-vocabulary.ts'
import { type Selectable, sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import type { Tables } from '../../platform/db/tables.ts'
import type { DocumentRow } from '../records/record-documents.ts'

export type PaperRow = Selectable<Tables['paper']>

/**
 * The types that a pack of each shape contains: only those that its reader needs. The shape `person` contains all
 * types.
 */
export const packedTypes: Readonly<
  Record<
    Exclude<PackShape, 'person'>,
    { readonly documents: readonly DocumentType[]; readonly papers: readonly PaperType[] }
  >
> = {
  appearanceLaw: { documents: ['idFront', 'ageVerification'], papers: ['contract', 'explanationSheet'] },
  cardBrands: {
    documents: ['agreementFile', 'idFront', 'idBack', 'selfie', 'selfieWithId', 'ageVerification'],
    papers: ['contract'],
  },
  usc2257: { documents: ['idFront', 'idBack'], papers: [] },
}

interface PackOf {
  readonly shape: PackShape
  readonly createdAt: Date
  readonly videoIds: readonly string[]
  readonly performerIds: readonly string[]
}

export interface PackedFiles {
  readonly documents: readonly DocumentRow[]
  readonly papers: readonly PaperRow[]
}

/**
 * The files that a pack has copies of: approved and current ones, decided before it was created, so that the job copies
 * no file without an entry. A pack of the shape `person` has every version that is not destroyed.
 */
export async function findPackedFiles(
  db: Db,
  { shape, createdAt, videoIds, performerIds }: PackOf,
): Promise<PackedFiles> {
  const types = shape === 'person' ? undefined : packedTypes[shape]
  const isPacked = types
    ? sql`is_current AND status = 'verified' AND decided_at <= ${createdAt}`
    : sql`uploaded_at <= ${createdAt}`
  const documents = await sql<DocumentRow>`
    SELECT * FROM document_version WHERE performer_id = ANY(${performerIds}::uuid[]) AND destroyed_at IS NULL AND ${isPacked}
      AND ${types ? sql`type = ANY(${types.documents}::text[])` : sql`true`} ORDER BY performer_id, type, version`.execute(
    db,
  )
  const papers = await sql<PaperRow>`
    SELECT * FROM paper WHERE performer_id = ANY(${performerIds}::uuid[]) AND destroyed_at IS NULL AND ${isPacked}
      AND ${types ? sql`video_id = ANY(${videoIds}::uuid[]) AND type = ANY(${types.papers}::text[])` : sql`true`}
    ORDER BY performer_id, video_id, type, version`.execute(db)
  return { documents: documents.rows, papers: papers.rows }
}
