import type { PaperType } from '@kyc/contract/document-vocabulary.ts'
import { type Selectable, sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import type { Tables } from '../../platform/db/tables.ts'
import type { RecordServices } from '../records/record-services.ts'
import { type SigningContent, type SigningTimes, signingBoxes, timesOf } from '../records/signing-content.ts'

/** A contract that was sent to the person, or prepared for it, with the acts of both sides (D101). */
export interface SubjectSigning extends SigningTimes {
  readonly id: string
  readonly videoId: string
  readonly language: string
  readonly organisation: string
  /** What the organisation has entered: facts, partners by id, the talk. */
  readonly content: unknown
  readonly contractSha256: string
  readonly createdBy: string
  readonly sentBy: string | null
  /** The drawn signature. */
  readonly strokes: unknown
  readonly refusedAt: string | null
  readonly revokedAt: string | null
  readonly questions: readonly {
    readonly at: string
    readonly text: string
    readonly answeredAt: string | null
    readonly answer: string | null
  }[]
  /** The PDFs that were sent and are not papers of the appearance; without a name in the archive if one cannot be decrypted. */
  readonly files: readonly {
    readonly type: PaperType
    readonly filename: string
    readonly file: string | null
  }[]
}

/** A signing whose boxes are decrypted, with the rows of its files. */
export interface SubjectSigningRow {
  readonly signing: Omit<SubjectSigning, 'files'>
  readonly files: readonly Selectable<Tables['signing_paper']>[]
}

type Row = Selectable<Tables['signing']> & {
  readonly organisation: string
  readonly creator: string
  readonly sender: string | null
}

/** All signings of a performer, in the order of their creation. */
export async function findSubjectSignings(
  services: Pick<RecordServices, 'db' | 'masterKey' | 'unreadable'>,
  id: string,
): Promise<SubjectSigningRow[]> {
  const { db } = services
  const { rows } = await sql<Row>`
    SELECT s.*, o.name AS organisation, creator.name AS creator, sender.name AS sender FROM signing s
      JOIN organisation o ON o.id = s.owner_id JOIN account creator ON creator.id = s.created_by
      LEFT JOIN account sender ON sender.id = s.sent_by
    WHERE s.performer_id = ${id}::uuid ORDER BY s.id`.execute(db)
  if (rows.length === 0) return []
  const questions = await rowsOf(db, 'signing_question', id)
  const files = await rowsOf(db, 'signing_paper', id)
  const boxes = await signingBoxes(services, db, id)
  return rows.map((row) => ({
    signing: {
      ...presentActs(row),
      content: boxes.decrypt<SigningContent>('content', row.id, row.content_box),
      strokes: row.strokes_box ? boxes.decrypt<unknown>('strokes', row.id, row.strokes_box) : null,
      questions: questions
        .filter(({ signing_id }) => signing_id === row.id)
        .map((question) => ({
          at: question.at.toISOString(),
          text: boxes.decrypt<string>('question', question.id, question.text_box),
          answeredAt: question.answered_at?.toISOString() ?? null,
          answer: question.answer_box
            ? boxes.decrypt<string>('answer', question.id, question.answer_box)
            : null,
        })),
    },
    files: files.filter(({ signing_id }) => signing_id === row.id),
  }))
}

function rowsOf<Table extends 'signing_question' | 'signing_paper'>(
  db: Db,
  table: Table,
  performerId: string,
): Promise<Selectable<Tables[Table]>[]> {
  return sql<Selectable<Tables[Table]>>`
    SELECT * FROM ${sql.table(table)} WHERE performer_id = ${performerId}::uuid ORDER BY id`
    .execute(db)
    .then(({ rows }) => rows)
}

function presentActs(row: Row): Omit<SubjectSigning, 'content' | 'strokes' | 'questions' | 'files'> {
  return {
    id: row.id,
    videoId: row.video_id,
    language: row.language,
    organisation: row.organisation,
    contractSha256: row.contract_sha256.toString('hex'),
    ...timesOf(row),
    createdBy: row.creator,
    sentBy: row.sender,
    refusedAt: row.refused_at?.toISOString() ?? null,
    revokedAt: row.revoked_at?.toISOString() ?? null,
  }
}
