import type { PaperType } from '@kyc/contract/document-vocabulary.ts'
import { type RawBuilder, type Selectable, sql, type Updateable } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import type { Tables } from '../../../platform/db/tables.ts'
import type { Tx } from '../../../platform/db/transaction.ts'
import type { Actor } from '../../access/actor.ts'
import type { Scope } from '../../access/scope.ts'
import { namesFor, shownName } from '../../access/visible-to.ts'
import type { StoredDocument } from '../../documents/intake/store-files.ts'
import { fileColumns, renditionColumns } from '../../documents/intake/stored-columns.ts'

/**
 * A version of a paper with the names that the reader may see (D3), who entered the facts of the appearance last, and who
 * made or replaced the draft of a contract that was signed.
 */
export type PaperRow = Selectable<Tables['paper']> & {
  readonly uploader: string
  readonly decider: string | null
  readonly facts_by: string | null
  readonly drafters: readonly string[]
}

/** A paper by the appearance that it belongs to. */
export interface PaperOf {
  readonly videoId: string
  readonly performerId: string
  readonly type: PaperType
}

/** Papers of appearances: not those of a performer who was removed from the video or whose record is deleted. */
function selectPapers(actor: Actor, condition: RawBuilder<unknown>): RawBuilder<PaperRow> {
  return sql`SELECT a.*, vp.facts_by, ARRAY(
        SELECT unnest(s.created_by || s.drafters) FROM signing s WHERE s.video_id = a.video_id
          AND s.performer_id = a.performer_id AND a.id IN (s.copy_paper_id, s.sheet_paper_id)) AS drafters,
      ${shownName(namesFor(actor), 'uploader')} AS uploader,
      ${shownName(namesFor(actor), 'decider')} AS decider
    FROM paper a JOIN video_performer vp ON vp.video_id = a.video_id AND vp.performer_id = a.performer_id
      JOIN performer p ON p.id = a.performer_id AND p.sealed_at IS NULL
      JOIN account uploader ON uploader.id = a.uploaded_by LEFT JOIN account decider ON decider.id = a.decided_by
    WHERE a.destroyed_at IS NULL AND ${condition}`
}

const isPaper = ({ videoId, performerId, type }: PaperOf) =>
  sql`a.video_id = ${videoId}::uuid AND a.performer_id = ${performerId}::uuid AND a.type = ${type}`

/** The newest version of each paper of a visible video, in the order of the appearances. */
export async function findPapers(db: Db, actor: Actor, videoId: string): Promise<PaperRow[]> {
  const { rows } = await sql<PaperRow>`
    ${selectPapers(actor, sql`a.video_id = ${videoId}::uuid AND a.is_current`)} ORDER BY vp.id, a.type`.execute(
    db,
  )
  return rows
}

/** All versions of a paper, newest first. */
export async function findVersions(db: Db, actor: Actor, paper: PaperOf): Promise<PaperRow[]> {
  const { rows } = await sql<PaperRow>`
    ${selectPapers(actor, isPaper(paper))} ORDER BY a.version DESC`.execute(db)
  return rows
}

export async function findCurrent(db: Db, actor: Actor, paper: PaperOf): Promise<PaperRow | undefined> {
  const { rows } =
    await sql<PaperRow>`${selectPapers(actor, sql`${isPaper(paper)} AND a.is_current`)}`.execute(db)
  return rows[0]
}

/** A paper that waits for a review, with what its line in the queue shows. */
export type WaitingRow = PaperRow & {
  readonly video_title: string
  readonly performer_name: string
  readonly owner_name: string
}

/**
 * The waiting papers. Uses a subquery for each, because the planner would join all performers and appearances first.
 */
export function selectWaiting({ organisation }: Scope): RawBuilder<unknown> {
  const isOwn = organisation === null ? sql`true` : sql`p.owner_id = ${organisation}::uuid`
  return sql`SELECT a.id FROM paper a WHERE a.is_current AND a.status = 'pending'
    AND (SELECT p.sealed_at IS NULL AND ${isOwn} FROM performer p WHERE p.id = a.performer_id)
    AND (SELECT true FROM video_performer vp WHERE vp.video_id = a.video_id AND vp.performer_id = a.performer_id)`
}

/** The waiting papers after a place in the queue, the longest wait first. */
export async function findWaiting(
  db: Db,
  actor: Actor,
  scope: Scope,
  { after, limit }: { readonly after: readonly string[] | undefined; readonly limit: number },
): Promise<WaitingRow[]> {
  const [at, id] = after ?? []
  const later = at === undefined ? sql`true` : sql`(a.uploaded_at, a.id) > (${at}::timestamptz, ${id}::uuid)`
  const waiting = sql`${selectWaiting(scope)} AND ${later} ORDER BY a.uploaded_at, a.id LIMIT ${limit}`
  const { rows } = await sql<WaitingRow>`
    SELECT waiting.*, v.title AS video_title, concat_ws(' ', p.last_name, p.first_name) AS performer_name, o.name AS owner_name
    FROM (${selectPapers(actor, sql`a.id = ANY (ARRAY(${waiting}))`)}) waiting
      JOIN video v ON v.id = waiting.video_id JOIN performer p ON p.id = waiting.performer_id
      JOIN organisation o ON o.id = v.owner_id
    ORDER BY waiting.uploaded_at, waiting.id`.execute(db)
  return rows
}

/** Adds a version; the older ones become history. Requires the lock of the appearance. */
export async function insertPaper(
  tx: Tx,
  { videoId, performerId, type }: PaperOf,
  document: Omit<StoredDocument<PaperType>, 'hashes'>,
  { by, at, replaces }: { readonly by: string; readonly at: Date; readonly replaces: number },
): Promise<void> {
  await sql`UPDATE paper a SET is_current = false
    WHERE ${isPaper({ videoId, performerId, type })} AND a.is_current`.execute(tx)
  await tx
    .insertInto('paper')
    .values({
      ...fileColumns(document),
      ...renditionColumns(document),
      performer_id: performerId,
      video_id: videoId,
      type,
      version: replaces + 1,
      is_current: true,
      filename: document.filename,
      width: document.width,
      height: document.height,
      pages: document.pages,
      uploaded_by: by,
      uploaded_at: at,
    })
    .execute()
}

/** Writes a decision on a version, or takes one back. */
export async function updatePaper(tx: Tx, id: string, decision: Updateable<Tables['paper']>): Promise<void> {
  await tx.updateTable('paper').set(decision).where('id', '=', id).execute()
}

/** Whether the account has opened the version. */
export async function hasOpened(db: Db, accountId: string, paperId: string): Promise<boolean> {
  const row = db.selectFrom('paper_view').select('paper_id').where('account_id', '=', accountId)
  return (await row.where('paper_id', '=', paperId).executeTakeFirst()) !== undefined
}

/**
 * Forgets who has opened the papers of an appearance that is removed: the versions of its facts begin again, so that a
 * reviewer could approve with other facts than those that were compared.
 */
export async function forgetViews(
  tx: Tx,
  { videoId, performerId }: { readonly videoId: string; readonly performerId: string },
): Promise<void> {
  await sql`DELETE FROM paper_view WHERE paper_id IN (
    SELECT id FROM paper WHERE video_id = ${videoId}::uuid AND performer_id = ${performerId}::uuid)`.execute(
    tx,
  )
}
