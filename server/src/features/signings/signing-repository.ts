import type { CaseClosure } from '@kyc/contract/case-vocabulary.ts'
import type { PaperType, PerformerStatus } from '@kyc/contract/document-vocabulary.ts'
import { type RawBuilder, type Selectable, sql, type Updateable } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import type { Tables } from '../../platform/db/tables.ts'
import type { Tx } from '../../platform/db/transaction.ts'
import { type AccountId, isId } from '../../platform/ids.ts'
import { Problem } from '../../platform/problem.ts'
import type { Actor } from '../access/actor.ts'
import { mayEdit, namesFor, shownName, videoVisibleTo } from '../access/visible-to.ts'
import { isRelied } from '../records/reliance.ts'

/** A signing with what decides whether it may be signed, and the names that the reader may see (D3). */
export type SigningRow = Selectable<Tables['signing']> & {
  readonly title: string
  readonly organisation_name: string
  readonly organisation_disabled: boolean
  readonly case_closed: CaseClosure | null
  readonly performer_status: PerformerStatus
  /** Another organisation's check replaces the documents (D126). */
  readonly relied: boolean
  readonly date_of_birth: string | null
  /** A document of the identity waits for a review or is approved. */
  readonly identity_submitted: boolean
  /** The days that must pass between the receipt of the sheet and the signature. */
  readonly waiting_days: number
  readonly open_questions: number
  /** The hash of the explanation sheet: of the draft or what was sent, later of the paper that it became. */
  readonly sheet_sha256: Buffer | null
  /** The version of the contract paper that holds the signed file. */
  readonly copy_version: number | null
  readonly creator: string
  readonly sender: string | null
}

/** A signing for a member of its organisation. */
export type SigningOfActor = SigningRow & { readonly may_edit: boolean }

export type QuestionRow = Selectable<Tables['signing_question']> & { readonly answerer: string | null }

/** The documents that show the face or the name of the person. */
const identityTypes = ['idFront', 'idBack', 'selfie', 'selfieWithId'].map((type) => sql.lit(type))

/** The signings of appearances that were not removed, or that were signed before; of records that are not deleted. */
function selectSignings(
  reader: AccountId | null,
  extra: RawBuilder<unknown> = sql``,
): RawBuilder<SigningRow> {
  return sql`SELECT s.*, v.title, o.name AS organisation_name, o.disabled_at IS NOT NULL AS organisation_disabled,
      p.case_closed, p.status AS performer_status, ${isRelied('p')} AS relied, p.date_of_birth, o.signing_wait_days AS waiting_days,
      EXISTS (SELECT FROM document_version d WHERE d.performer_id = p.id AND d.is_current AND d.status <> 'rejected'
        AND d.type IN (${sql.join(identityTypes)})) AS identity_submitted,
      (SELECT count(*)::int FROM signing_question q WHERE q.signing_id = s.id AND q.answered_at IS NULL) AS open_questions,
      (SELECT a.version FROM paper a WHERE a.id = s.copy_paper_id) AS copy_version,
      coalesce(
        (SELECT a.stored_sha256 FROM signing_paper a WHERE a.signing_id = s.id AND a.type = 'explanationSheet'),
        (SELECT a.stored_sha256 FROM paper a WHERE a.id = s.sheet_paper_id)) AS sheet_sha256,
      ${shownName(reader, 'creator')} AS creator, ${shownName(reader, 'sender')} AS sender ${extra}
    FROM signing s JOIN video v ON v.id = s.video_id JOIN performer p ON p.id = s.performer_id AND p.sealed_at IS NULL
      JOIN organisation o ON o.id = s.owner_id
      JOIN account creator ON creator.id = s.created_by LEFT JOIN account sender ON sender.id = s.sent_by
    WHERE (s.signed_at IS NOT NULL OR EXISTS (
      SELECT FROM video_performer vp WHERE vp.video_id = s.video_id AND vp.performer_id = s.performer_id))`
}

const forActor = (actor: Actor) =>
  sql`${selectSignings(namesFor(actor), sql`, ${mayEdit(actor, sql`v.owner_id`)} AS may_edit`)}
    AND ${videoVisibleTo(actor, 'v')}`

/** The signing if the actor sees its video (D2). */
export async function getSigningRow(db: Db, actor: Actor, id: string): Promise<SigningOfActor> {
  const { rows } = isId(id)
    ? await sql<SigningOfActor>`${forActor(actor)} AND s.id = ${id}::uuid`.execute(db)
    : { rows: [] }
  const [row] = rows
  if (!row) throw new Problem('SIGNING_NOT_FOUND')
  return row
}

/** The signings of a visible video, the newest of each appearance first. */
export async function findSignings(db: Db, actor: Actor, videoId: string): Promise<SigningOfActor[]> {
  const { rows } = await sql<SigningOfActor>`
    ${forActor(actor)} AND s.video_id = ${videoId}::uuid ORDER BY s.id DESC`.execute(db)
  return rows
}

/** The signings that were sent to a performer, newest first; with an id only that one. */
export async function findSentSignings(db: Db, performerId: string, id?: string): Promise<SigningRow[]> {
  if (id !== undefined && !isId(id)) return []
  const wanted = id === undefined ? sql`true` : sql`s.id = ${id}::uuid`
  const { rows } = await sql<SigningRow>`${selectSignings(null)}
    AND s.performer_id = ${performerId}::uuid AND s.sent_at IS NOT NULL AND ${wanted} ORDER BY s.id DESC`.execute(
    db,
  )
  return rows
}

/** The questions of signings, oldest first. */
export async function findQuestions(
  db: Db,
  signingIds: readonly string[],
  reader: AccountId | null,
): Promise<QuestionRow[]> {
  const { rows } = await sql<QuestionRow>`
    SELECT q.*, ${shownName(reader, 'answerer')} AS answerer FROM signing_question q
      LEFT JOIN account answerer ON answerer.id = q.answered_by
    WHERE q.signing_id = ANY(${signingIds}::uuid[]) ORDER BY q.id`.execute(db)
  return rows
}

/** Changes a signing under the lock of its performer. */
export async function updateSigning(
  tx: Tx,
  id: string,
  changes: Updateable<Tables['signing']>,
): Promise<void> {
  await tx.updateTable('signing').set(changes).where('id', '=', id).execute()
}

/**
 * Ends the signing of the appearance whose time is over, so that another one can be sent. Requires the lock of the
 * performer.
 */
export async function endExpired(
  tx: Tx,
  { videoId, performerId }: { readonly videoId: string; readonly performerId: string },
  now: Date,
): Promise<void> {
  await sql`UPDATE signing SET ended_at = expires_at, code_mac = NULL, code_expires_at = NULL
    WHERE video_id = ${videoId}::uuid AND performer_id = ${performerId}::uuid AND signed_at IS NULL AND ended_at IS NULL
      AND expires_at <= ${now}`.execute(tx)
}

/** Refuses another signing while one of the appearance is under way. */
export async function requireNoneOpen(
  db: Db,
  { videoId, performerId }: { readonly videoId: string; readonly performerId: string },
  now: Date,
): Promise<void> {
  const { rows } = await sql`SELECT FROM signing
    WHERE video_id = ${videoId}::uuid AND performer_id = ${performerId}::uuid AND sent_at IS NOT NULL AND ended_at IS NULL
      AND (signed_at IS NOT NULL OR expires_at > ${now})`.execute(db)
  if (rows.length > 0) throw new Problem('SIGNING_OPEN')
}

/** A PDF of a signing: a draft or what was sent, or the sheet of the appearance that it became. */
export interface SigningFile {
  readonly id: string
  readonly performer_id: string
  readonly type: PaperType
  readonly filename: string
  readonly mime_type: string
  readonly size: number
  readonly pages: number | null
  readonly stored_sha256: Buffer
  readonly object_key: string
  readonly object_bytes: number
}

const fileColumns = sql.raw(
  'a.id, a.performer_id, a.type, a.filename, a.mime_type, a.size, a.pages, a.stored_sha256, a.object_key, a.object_bytes',
)

/** The PDF of this type. */
export async function findSigningFile(
  db: Db,
  { id, sheet_paper_id }: Pick<SigningRow, 'id' | 'sheet_paper_id'>,
  type: PaperType,
): Promise<SigningFile | undefined> {
  const { rows } = await sql<SigningFile>`
    SELECT ${fileColumns} FROM signing_paper a WHERE a.signing_id = ${id}::uuid AND a.type = ${type}
    UNION ALL SELECT ${fileColumns} FROM paper a
    WHERE a.id = ${sheet_paper_id}::uuid AND a.type = ${type} AND a.destroyed_at IS NULL`.execute(db)
  return rows[0]
}

/** The signed file. */
export async function findCopyFile(
  db: Db,
  { copy_paper_id }: Pick<SigningRow, 'copy_paper_id'>,
): Promise<SigningFile | undefined> {
  const { rows } = await sql<SigningFile>`
    SELECT ${fileColumns} FROM paper a WHERE a.id = ${copy_paper_id}::uuid AND a.destroyed_at IS NULL`.execute(
    db,
  )
  return rows[0]
}
