import type { TakedownKind, TakedownState, TakedownWay } from '@kyc/contract/takedown-vocabulary.ts'
import type { Takedown } from '@kyc/contract/takedowns.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import type { Tx } from '../../platform/db/transaction.ts'
import { isId } from '../../platform/ids.ts'
import { Problem } from '../../platform/problem.ts'
import type { Actor } from '../access/actor.ts'
import { mayEdit, namesFor, ownedVisibleTo, shownName } from '../access/visible-to.ts'

/** A request as it is presented. */
export interface TakedownRow {
  readonly id: string
  readonly number: string
  readonly kind: TakedownKind
  readonly state: TakedownState
  readonly way: TakedownWay
  readonly video_id: string | null
  readonly video_title: string | null
  readonly owner_id: string | null
  readonly owner_name: string | null
  readonly performer_id: string | null
  /** Null of a sealed record, which no page shows by name. */
  readonly performer_name: string | null
  readonly notice_enc: Buffer | null
  readonly sent_on: string | null
  readonly received_at: Date
  readonly due_at: Date
  readonly due_with_holidays_at: Date | null
  readonly confirmed_at: Date | null
  readonly confirmer: string | null
  readonly closed_at: Date | null
  readonly closer: string | null
  readonly reason_enc: Buffer | null
  readonly version: number
  readonly asked: number
  readonly acknowledged: number
  readonly may_edit: boolean
}

/** The requests of `condition` that the actor may see, in `order`: notices about no title have no owner and are for admins. */
export async function findTakedowns(
  db: Db,
  actor: Actor,
  condition: RawBuilder<unknown>,
  order: RawBuilder<unknown> = sql``,
): Promise<TakedownRow[]> {
  const reader = namesFor(actor)
  const { rows } = await sql<TakedownRow>`
    SELECT t.*, v.title AS video_title, o.name AS owner_name,
      CASE WHEN p.sealed_at IS NULL THEN concat_ws(' ', p.last_name, p.first_name) END AS performer_name,
      ${shownName(reader, 'confirming')} AS confirmer, ${shownName(reader, 'closing')} AS closer,
      (SELECT count(*)::int FROM takedown_stop s WHERE s.takedown_id = t.id) AS asked,
      (SELECT count(s.acknowledged_at)::int FROM takedown_stop s WHERE s.takedown_id = t.id) AS acknowledged,
      ${mayEdit(actor, sql`t.owner_id`)} AS may_edit
    FROM takedown t LEFT JOIN video v ON v.id = t.video_id LEFT JOIN organisation o ON o.id = t.owner_id
      LEFT JOIN performer p ON p.id = t.performer_id
      LEFT JOIN account confirming ON confirming.id = t.confirmed_by LEFT JOIN account closing ON closing.id = t.closed_by
    WHERE ${ownedVisibleTo(actor, 't')} AND ${condition} ${order}`.execute(db)
  return rows
}

/** @throws Problem TAKEDOWN_NOT_FOUND, also if it is hidden from the actor */
export async function getTakedownRow(db: Db, actor: Actor, id: string): Promise<TakedownRow> {
  const [row] = isId(id) ? await findTakedowns(db, actor, sql`t.id = ${id}::uuid`) : []
  if (!row) throw new Problem('TAKEDOWN_NOT_FOUND')
  return row
}

/**
 * Locks a visible request. A transaction that needs both locks the request before its titles.
 * @throws Problem TAKEDOWN_NOT_FOUND
 */
export async function lockTakedown(tx: Tx, actor: Actor, id: string): Promise<TakedownRow> {
  if (isId(id)) await sql`SELECT FROM takedown WHERE id = ${id}::uuid FOR NO KEY UPDATE`.execute(tx)
  return getTakedownRow(tx, actor, id)
}

export interface NewTakedown {
  readonly id: string
  readonly number: string
  readonly kind: TakedownKind
  readonly state: TakedownState
  readonly way: TakedownWay
  readonly videoId: string | null
  readonly ownerId: string | null
  readonly performerId: string | null
  readonly notice: Buffer
  readonly sentOn: string | null
  readonly receivedAt: Date
  readonly dueAt: Date
  readonly withHolidaysAt: Date | null
  readonly createdBy: string | null
  readonly confirmedAt: Date | null
}

export async function insertTakedown(tx: Tx, row: NewTakedown): Promise<void> {
  await sql`INSERT INTO takedown (id, number, kind, state, way, video_id, owner_id, performer_id, notice_enc, sent_on,
      received_at, due_at, due_with_holidays_at, created_by, confirmed_at)
    VALUES (${row.id}, ${row.number}, ${row.kind}, ${row.state}, ${row.way}, ${row.videoId}, ${row.ownerId},
      ${row.performerId}, ${row.notice}, ${row.sentOn}, ${row.receivedAt}, ${row.dueAt}, ${row.withHolidaysAt},
      ${row.createdBy}, ${row.confirmedAt})`.execute(tx)
}

/** A title that a request stops. */
export interface StoppedVideo {
  readonly id: string
  readonly title: string
  readonly owner_id: string
}

/**
 * Stops a title for a request, and everything derived from it, which triggers find; publications of these titles wait for the end
 * of the transaction. Returns all of them, the named one first.
 */
export async function stopVideo(
  tx: Tx,
  { takedownId, videoId }: { readonly takedownId: string; readonly videoId: string },
): Promise<StoppedVideo[]> {
  await sql`INSERT INTO takedown_video (takedown_id, video_id) VALUES (${takedownId}, ${videoId}) ON CONFLICT DO NOTHING`.execute(
    tx,
  )
  return findStopped(tx, takedownId, videoId)
}

/** The titles that a request stops, the named one first. */
export async function findStopped(db: Db, takedownId: string, videoId: string): Promise<StoppedVideo[]> {
  const { rows } = await sql<StoppedVideo>`SELECT v.id, v.title, v.owner_id
    FROM takedown_video tv JOIN video v ON v.id = tv.video_id
    WHERE tv.takedown_id = ${takedownId}::uuid ORDER BY v.id <> ${videoId}::uuid, v.id`.execute(db)
  return rows
}

/** The channels that were asked to stop, those that have not acknowledged first. */
export async function findStops(db: Db, actor: Actor, takedownId: string): Promise<Takedown['stops']> {
  const { rows } = await sql<{
    id: string
    video_id: string
    title: string
    channel: string
    address: string | null
    asked_at: Date
    acknowledged_at: Date | null
    acknowledger: string | null
  }>`SELECT s.id, u.video_id, v.title, c.name AS channel, u.address, s.asked_at, s.acknowledged_at,
      coalesce(partner.name, ${shownName(namesFor(actor), 'a')}) AS acknowledger
    FROM takedown_stop s JOIN publication u ON u.id = s.publication_id JOIN channel c ON c.id = u.channel_id
      JOIN video v ON v.id = u.video_id LEFT JOIN account a ON a.id = s.acknowledged_by
      LEFT JOIN partner ON partner.id = s.acknowledged_by_partner
    WHERE s.takedown_id = ${takedownId}::uuid ORDER BY s.acknowledged_at IS NOT NULL, v.title, c.name, s.id`.execute(
    db,
  )
  return rows.map((row) => ({
    id: row.id,
    videoId: row.video_id,
    videoTitle: row.title,
    channel: row.channel,
    address: row.address,
    askedAt: row.asked_at.toISOString(),
    acknowledgedAt: row.acknowledged_at?.toISOString() ?? null,
    acknowledgedBy: row.acknowledger,
  }))
}
