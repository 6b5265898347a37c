import type { IdentityCheck } from '@kyc/contract/check-vocabulary.ts'
import type { IdKind } from '@kyc/contract/document-vocabulary.ts'
import { packShapeLabels } from '@kyc/contract/pack-vocabulary.ts'
import type { Publication } from '@kyc/contract/publications.ts'
import type { Record2257 } from '@kyc/contract/records-2257.ts'
import type { TakedownKind, TakedownState } from '@kyc/contract/takedown-vocabulary.ts'
import { type Selectable, sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import type { Tables } from '../../platform/db/tables.ts'
import type { DocumentRow } from '../records/record-documents.ts'
import { relianceOf } from '../records/reliance.ts'
import { type FactsRow, readFacts } from '../videos/facts/facts-repository.ts'
import { findPublications } from '../videos/publications/publications-repository.ts'
import { findPackedFiles, type PaperRow } from './find-packed-files.ts'
import type { ClaimedPack } from './pack-attempts.ts'
import { findRecords2257 } from './records-2257/records-repository.ts'

/** A performer in a pack. The number names it in the names of files. */
export interface PackPerson {
  readonly number: string
  readonly id: string
  readonly row: Pick<
    Selectable<Tables['performer']>,
    | 'last_name'
    | 'first_name'
    | 'last_name_roman'
    | 'first_name_roman'
    | 'date_of_birth'
    | 'other_names'
    | 'id_kind'
  >
  readonly documents: readonly DocumentRow[]
  /** Another organisation's check, which replaces the documents (D126): the pack has no copy of the ID. */
  readonly reliance: PackReliance | null
}

interface PackReliance {
  readonly organisation: string
  readonly checked_on: string
  readonly check: IdentityCheck | null
  readonly id_kind: IdKind | null
  readonly expires_on: string | null
}

export interface PackTitle {
  readonly number: string
  readonly facts: FactsRow
  readonly publications: readonly Publication[]
  readonly takedowns: readonly TitleTakedown[]
  readonly record: Record2257
  readonly papers: readonly PaperRow[]
}

interface TitleTakedown {
  readonly kind: TakedownKind
  readonly state: TakedownState
  readonly received_at: Date
  readonly closed_at: Date | null
}

/** The copy of a document or a paper in a pack, as the index names it; without a path, its file is damaged. */
export interface PackedFile {
  readonly row: DocumentRow | PaperRow
  readonly path: string | undefined
  readonly masked: boolean
}

/** What a pack is made of, without the files: at most a hundred titles, which fit into memory. */
export interface PackContent {
  readonly pack: ClaimedPack
  readonly heading: string
  readonly organisation: string
  readonly titles: readonly PackTitle[]
  /** By family name as in the ID, the order of the index of 2257. */
  readonly persons: readonly PackPerson[]
}

/** Reads what a pack shows. Does not read records that were sealed meanwhile, which has ended the pack. */
export async function readPackContent(db: Db, pack: ClaimedPack): Promise<PackContent> {
  const { performerIds, videoIds, owner_id: ownerId } = pack
  const { documents, papers } = await findPackedFiles(db, { ...pack, createdAt: pack.created_at })
  const { rows: performers } = await sql<PackPerson['row'] & Pick<PackPerson, 'id' | 'reliance'>>`
    SELECT p.id, p.last_name, p.first_name, p.last_name_roman, p.first_name_roman, p.date_of_birth, p.other_names, p.id_kind,
      (SELECT json_build_object('organisation', o.name, 'check', reliance.identity_check, 'id_kind', reliance.id_kind,
        'checked_on', (reliance.checked_at AT TIME ZONE 'Asia/Tokyo')::date, 'expires_on', reliance.expires_on)
        FROM ${relianceOf('p')} JOIN organisation o ON o.id = reliance.owner_id) AS reliance
    FROM performer p WHERE p.id = ANY(${performerIds}::uuid[]) AND p.owner_id = ${ownerId} AND p.sealed_at IS NULL
    ORDER BY coalesce(p.last_name_roman, p.last_name), p.last_name, coalesce(p.first_name_roman, p.first_name), p.id`.execute(
    db,
  )
  const organisation = await db
    .selectFrom('organisation')
    .select('name')
    .where('id', '=', ownerId)
    .executeTakeFirstOrThrow()
  const records = await findRecords2257(db, videoIds)
  const titles: PackTitle[] = []
  for (const facts of await readFacts(db, videoIds)) {
    const record = records.get(facts.id)
    if (!record || facts.owner_id !== ownerId) continue // moved meanwhile, which ends the pack
    titles.push({
      number: numbered(titles.length),
      facts,
      publications: await findPublications(db, facts.id),
      takedowns: await findTakedownsOf(db, facts.id),
      record,
      papers: papers.filter((paper) => paper.video_id === facts.id),
    })
  }
  return {
    pack,
    heading: `証拠パック　${packShapeLabels[pack.shape]}`,
    organisation: organisation.name,
    titles,
    persons: performers.map(({ id, reliance, ...row }, index) => ({
      ...{ number: numbered(index), id, row, reliance },
      documents: documents.filter((document) => document.performer_id === id),
    })),
  }
}

function numbered(index: number): string {
  return String(index + 1).padStart(3, '0')
}

async function findTakedownsOf(db: Db, videoId: string): Promise<TitleTakedown[]> {
  const { rows } = await sql<TitleTakedown>`
    SELECT t.kind, t.state, t.received_at, t.closed_at FROM takedown t JOIN takedown_video tv ON tv.takedown_id = t.id
    WHERE tv.video_id = ${videoId}::uuid ORDER BY t.received_at, t.id`.execute(db)
  return rows
}

export function legalName({ last_name, first_name }: PackPerson['row']): string {
  return `${last_name ?? ''} ${first_name ?? ''}`.trim()
}

export function romanName({ last_name_roman, first_name_roman }: PackPerson['row']): string {
  return [last_name_roman, first_name_roman].filter(Boolean).join(' ')
}
