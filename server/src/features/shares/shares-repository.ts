import type { PaperType } from '@kyc/contract/document-vocabulary.ts'
import type { GateState } from '@kyc/contract/readiness.ts'
import type { VideoShare } from '@kyc/contract/shares.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import type { Tx } from '../../platform/db/transaction.ts'
import { isId } from '../../platform/ids.ts'
import { Problem } from '../../platform/problem.ts'
import type { Actor } from '../access/actor.ts'
import { authorStillMay, editRecordsOf } from '../access/delegated-rights.ts'
import { mayEdit, namesFor, shareVisibleTo, shownName } from '../access/visible-to.ts'
import { type LoggedChange, recordIdsOf } from '../audit/changes-since.ts'
import { findRecipient, type Recipient } from '../organisations/find-recipient.ts'

/** A live share as its recipient sees it. */
export interface SharedRow {
  readonly id: string
  readonly video_id: string
  readonly owner_id: string
  readonly owner_name: string
  readonly recipient_id: string
  readonly recipient_name: string
  readonly channel_id: string | null
  readonly channel: string | null
  readonly title: string
  readonly product_number: string | null
  readonly created_at: Date
  /** The stored answer for the channel of the share. */
  readonly gate: GateState
  readonly papers: readonly PermittedPaper[]
  readonly may_edit: boolean
}

interface PermittedPaper {
  readonly type: PaperType
  readonly until: Date
}

/** Whether the permission `p` of the share `s` opens documents at a time. */
const isPermitted = (at: Date) =>
  sql`p.until > ${at} AND ${authorStillMay('p.granted_by', editRecordsOf('s.owner_id'))}`

/** The live shares of `condition` that the actor may see as a member of their recipient, in `order`. */
export async function findShared(
  db: Db,
  actor: Actor,
  { at, condition, order = sql`` }: { at: Date; condition: RawBuilder<unknown>; order?: RawBuilder<unknown> },
): Promise<SharedRow[]> {
  const { rows } = await sql<Omit<SharedRow, 'papers'> & { papers: { type: PaperType; until: string }[] }>`
    SELECT s.id, s.video_id, s.owner_id, o.name AS owner_name, s.recipient_id, r.name AS recipient_name, s.channel_id,
      c.name AS channel, v.title, v.facts->>'productNumber' AS product_number, s.created_at, ${storedGate} AS gate,
      (SELECT coalesce(json_agg(json_build_object('type', p.type, 'until', p.until) ORDER BY p.type), '[]')
        FROM video_share_paper p WHERE p.share_id = s.id AND ${isPermitted(at)}) AS papers,
      ${mayEdit(actor, sql`s.recipient_id`)} AS may_edit
    FROM live_video_share s JOIN video v ON v.id = s.video_id JOIN organisation o ON o.id = s.owner_id
      JOIN organisation r ON r.id = s.recipient_id LEFT JOIN channel c ON c.id = s.channel_id
      LEFT JOIN video_gate g ON g.video_id = s.video_id
    WHERE ${shareVisibleTo(actor, 's')} AND ${condition} ${order}`.execute(db)
  return rows.map((row) => ({
    ...row,
    papers: row.papers.map(({ type, until }) => ({ type, until: new Date(until) })),
  }))
}

export const storedGate = sql<GateState>`CASE WHEN g.changes_on > today_in_japan() THEN
    CASE WHEN EXISTS (SELECT FROM jsonb_array_elements(g.answers) answer
      WHERE answer->>'channel' IS NOT DISTINCT FROM s.channel_id::text AND answer->'blockers' = '[]') THEN 'complete' ELSE 'missing' END
  ELSE 'unknown' END`

/** @throws Problem SHARE_NOT_FOUND, also if it has ended, does not work now, or is hidden from the actor */
export async function getShared(db: Db, actor: Actor, id: string, at: Date): Promise<SharedRow> {
  const [row] = isId(id) ? await findShared(db, actor, { at, condition: sql`s.id = ${id}::uuid` }) : []
  if (!row) throw new Problem('SHARE_NOT_FOUND')
  return row
}

/** Like `getShared`, and the end of the share waits for the transaction. */
export async function lockShared(tx: Tx, actor: Actor, id: string, at: Date): Promise<SharedRow> {
  if (isId(id)) await sql`SELECT FROM video_share WHERE id = ${id}::uuid FOR SHARE`.execute(tx)
  return getShared(tx, actor, id, at)
}

/** The shares of a video that have not ended, oldest first, as its organisation sees them. */
export async function findSharesOf(
  db: Db,
  actor: Actor,
  { videoId, at }: { readonly videoId: string; readonly at: Date },
): Promise<VideoShare[]> {
  const { rows } = await sql<{
    id: string
    recipient: string
    isPartner: boolean
    channel: string | null
    created_at: Date
    creator: string
    live: boolean
    papers: { type: PaperType; until: string }[]
  }>`
    SELECT s.id, coalesce(r.name, partner.name) AS recipient, s.partner_id IS NOT NULL AS "isPartner", c.name AS channel, s.created_at, ${shownName(namesFor(actor), 'creator')} AS creator,
      EXISTS (SELECT FROM live_video_share live WHERE live.id = s.id) AS live,
      (SELECT coalesce(json_agg(json_build_object('type', p.type, 'until', p.until) ORDER BY p.type), '[]')
        FROM video_share_paper p WHERE p.share_id = s.id AND ${isPermitted(at)}) AS papers
    FROM video_share s LEFT JOIN organisation r ON r.id = s.recipient_id LEFT JOIN partner ON partner.id = s.partner_id
      JOIN account creator ON creator.id = s.created_by LEFT JOIN channel c ON c.id = s.channel_id
    WHERE s.video_id = ${videoId}::uuid AND s.ended_at IS NULL ORDER BY s.id`.execute(db)
  return rows.map(({ creator, created_at, papers, ...row }) => ({
    ...row,
    createdAt: created_at.toISOString(),
    createdBy: creator,
    papers: papers.map(({ type, until }) => ({ type, until: new Date(until).toISOString() })),
  }))
}

/** An open share of a video with what the log says about it. */
export interface OpenShare {
  readonly id: string
  readonly video_id: string
  readonly owner_id: string
  readonly owner_name: string
  /** Null of a partner, which has no log of its own. */
  readonly recipient_id: string | null
  readonly recipient_name: string
  readonly title: string
}

/** Locks a share of the video that has not ended. */
export async function lockOpenShare(
  tx: Tx,
  videoId: string,
  shareId: string,
): Promise<OpenShare | undefined> {
  if (!isId(shareId)) return undefined
  const { rows } = await sql<OpenShare>`
    SELECT s.id, s.video_id, s.owner_id, o.name AS owner_name, s.recipient_id,
      coalesce(r.name, p.name) AS recipient_name, v.title
    FROM video_share s JOIN video v ON v.id = s.video_id JOIN organisation o ON o.id = s.owner_id
      LEFT JOIN organisation r ON r.id = s.recipient_id LEFT JOIN partner p ON p.id = s.partner_id
    WHERE s.id = ${shareId}::uuid AND s.video_id = ${videoId}::uuid AND s.ended_at IS NULL
    FOR NO KEY UPDATE OF s`.execute(tx)
  return rows[0]
}

export interface ShareRecipient extends Recipient {
  readonly kind: 'organisation' | 'partner'
}

/** The recipient with this exact id: an organisation, see `findRecipient`, or a live partner that is not disabled. */
export async function findShareRecipient(
  tx: Tx,
  id: string,
  owner: string,
): Promise<ShareRecipient | undefined> {
  if (!isId(id)) return undefined
  const company = await findRecipient(tx, id, owner)
  if (company) return { kind: 'organisation', ...company }
  const { rows: partners } = await sql<ShareRecipient>`SELECT 'partner' AS kind, id, name FROM partner
    WHERE id = ${id}::uuid AND mode = 'live' AND disabled_at IS NULL FOR SHARE`.execute(tx)
  return partners[0]
}

export interface NewShare {
  readonly id: string
  readonly videoId: string
  readonly owner: string
  readonly recipient: ShareRecipient
  readonly channelId: string | null
  readonly by: string
  readonly at: Date
}

/**
 * Shares the locked video, or changes the channel of the share. Returns its id, or undefined if nothing has changed.
 */
export async function saveShare(tx: Tx, share: NewShare): Promise<string | undefined> {
  const { kind, id } = share.recipient
  const column = sql.ref(kind === 'partner' ? 'partner_id' : 'recipient_id')
  const isOpen = kind === 'partner' ? sql`ended_at IS NULL AND partner_id IS NOT NULL` : sql`ended_at IS NULL`
  const { rows } = await sql<{ id: string }>`
    INSERT INTO video_share AS s (id, video_id, owner_id, ${column}, channel_id, created_by, created_at)
    VALUES (${share.id}, ${share.videoId}, ${share.owner}, ${id}, ${share.channelId}, ${share.by}, ${share.at})
    ON CONFLICT (video_id, ${column}) WHERE ${isOpen}
    DO UPDATE SET channel_id = excluded.channel_id WHERE s.channel_id IS DISTINCT FROM excluded.channel_id
    RETURNING id`.execute(tx)
  return rows[0]?.id
}

export async function countShares(tx: Tx, videoId: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    SELECT count(*)::int AS n FROM video_share WHERE video_id = ${videoId}::uuid AND ended_at IS NULL`.execute(
    tx,
  )
  return rows[0]?.n ?? 0
}

/** Returns whether the share was open. */
export async function endShareRow(tx: Tx, id: string, at: Date): Promise<boolean> {
  const { numAffectedRows } = await sql`UPDATE video_share SET ended_at = ${at}
    WHERE id = ${id}::uuid AND ended_at IS NULL`.execute(tx)
  return numAffectedRows === 1n
}

export async function savePermission(
  tx: Tx,
  {
    shareId,
    type,
    until,
    by,
  }: { readonly shareId: string; readonly type: PaperType; readonly until: Date; readonly by: string },
): Promise<void> {
  await sql`INSERT INTO video_share_paper (share_id, type, until, granted_by) VALUES (${shareId}, ${type}, ${until}, ${by})
    ON CONFLICT (share_id, type) DO UPDATE SET until = excluded.until, granted_by = excluded.granted_by`.execute(
    tx,
  )
}

/** Returns whether there was one. */
export async function deletePermission(tx: Tx, shareId: string, type: PaperType): Promise<boolean> {
  const { numAffectedRows } = await sql`DELETE FROM video_share_paper
    WHERE share_id = ${shareId}::uuid AND type = ${type}`.execute(tx)
  return numAffectedRows === 1n
}

/** The open shares with organisations whose facts these changes may have changed, even if they do not work now. */
export async function findChangedShares(
  db: Db,
  changes: readonly LoggedChange[],
): Promise<{ id: string; recipient_id: string }[]> {
  const videos = recordIdsOf(changes, 'video')
  const takedowns = recordIdsOf(changes, 'takedown')
  const owners = recordIdsOf(changes, 'organisation')
  const performers = recordIdsOf(changes, 'performer')
  if ([videos, takedowns, owners, performers].every((ids) => ids.length === 0)) return []
  const { rows } = await sql<{ id: string; recipient_id: string }>`
    SELECT s.id, s.recipient_id FROM video_share s WHERE s.ended_at IS NULL AND s.recipient_id IS NOT NULL AND s.video_id IN (
      SELECT unnest(${videos}::uuid[])
      UNION SELECT video_id FROM video_performer WHERE performer_id = ANY(${performers}::uuid[])
      UNION SELECT video_id FROM takedown_video WHERE takedown_id = ANY(${takedowns}::uuid[]))
    UNION SELECT id, recipient_id FROM video_share
      WHERE ended_at IS NULL AND recipient_id IS NOT NULL AND owner_id = ANY(${owners}::uuid[])`.execute(db)
  return rows
}
