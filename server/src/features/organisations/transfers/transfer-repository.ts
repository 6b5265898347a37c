import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import type { Tx } from '../../../platform/db/transaction.ts'
import { isId } from '../../../platform/ids.ts'
import { Problem } from '../../../platform/problem.ts'
import { authorStillMay, requestAsSuperadmin } from '../../access/delegated-rights.ts'
import { type LockedOrganisation, lockOrganisation } from '../membership-repository.ts'

/** A request with the names that its presentation needs. */
export interface TransferRow {
  readonly id: string
  readonly from_id: string
  readonly from_name: string
  readonly to_id: string
  readonly to_name: string
  /** Null for a merge. */
  readonly performer_ids: readonly string[] | null
  readonly video_ids: readonly string[] | null
  readonly performers: number
  readonly videos: number
  readonly reason: string
  readonly requested_by: string
  readonly requester: string
  readonly requested_at: Date
  readonly expires_at: Date
}

/**
 * The open requests, oldest first; with `id` only that one. A request ends when its author is no longer an enabled
 * superadmin.
 */
export async function findTransfers(db: Db, now: Date, id?: string): Promise<TransferRow[]> {
  const wanted = id === undefined ? sql`true` : sql`t.id = ${id}`
  const { rows } = await sql<TransferRow>`
    SELECT t.*, a.name AS from_name, b.name AS to_name, account.name AS requester,
      coalesce(cardinality(t.performer_ids),
        (SELECT count(*) FROM performer p WHERE p.owner_id = t.from_id AND p.sealed_at IS NULL))::int AS performers,
      coalesce(cardinality(t.video_ids), (SELECT count(*) FROM video v WHERE v.owner_id = t.from_id))::int AS videos
    FROM transfer t JOIN organisation a ON a.id = t.from_id JOIN organisation b ON b.id = t.to_id
      JOIN account ON account.id = t.requested_by
    WHERE ${authorStillMay('t.requested_by', requestAsSuperadmin)} AND t.expires_at > ${now} AND ${wanted} ORDER BY t.id`.execute(
    db,
  )
  return rows
}

export async function getTransfer(db: Db, now: Date, id: string): Promise<TransferRow> {
  const [row] = isId(id) ? await findTransfers(db, now, id) : []
  if (!row) throw new Problem('NOT_FOUND')
  return row
}

/** Ends a request: of concurrent calls one succeeds. */
export async function deleteTransfer(tx: Tx, id: string): Promise<boolean> {
  const result = await tx.deleteFrom('transfer').where('id', '=', id).executeTakeFirst()
  return result.numDeletedRows > 0n
}

/** Limits a merge, which writes an entry for each record before the deadline of the call. */
const mostMerged = 20_000

/** The records of a move. */
export interface MovedRecords {
  readonly performers: readonly string[]
  readonly videos: readonly string[]
}

/** The records of an organisation that is merged, the sealed performers apart. */
export async function findAll(
  tx: Tx,
  organisation: string,
): Promise<MovedRecords & { readonly sealed: readonly string[] }> {
  const { rows } = await sql<{ id: string; kind: 'performers' | 'sealed' | 'videos' }>`
    SELECT id, CASE WHEN sealed_at IS NULL THEN 'performers' ELSE 'sealed' END AS kind
    FROM performer WHERE owner_id = ${organisation}
    UNION ALL SELECT id, 'videos' FROM video WHERE owner_id = ${organisation} LIMIT ${mostMerged + 1}`.execute(
    tx,
  )
  if (rows.length > mostMerged) throw new Problem('TRANSFER_TOO_LARGE')
  const of = (wanted: string) => rows.filter(({ kind }) => kind === wanted).map(({ id }) => id)
  return { performers: of('performers'), sealed: of('sealed'), videos: of('videos') }
}

/** Null for a merge. */
export function recordsOf({ performer_ids, video_ids }: TransferRow): MovedRecords | null {
  return performer_ids && video_ids ? { performers: performer_ids, videos: video_ids } : null
}

/**
 * Locks two organisations in the order of their ids: registrations in progress end first (`holdMembership`), and later
 * ones wait.
 */
export async function lockOrganisations(
  tx: Tx,
  fromId: string,
  toId: string,
): Promise<{ from: LockedOrganisation; to: LockedOrganisation }> {
  const locked: LockedOrganisation[] = []
  for (const id of [fromId, toId].toSorted()) {
    const organisation = await lockOrganisation(tx, id)
    if (organisation) locked.push(organisation)
  }
  const [from, to] = [fromId, toId].map((id) => locked.find((each) => each.id === id))
  if (!from || !to) throw new Problem('ORGANISATION_NOT_FOUND')
  if (from.disabled_reason !== null || to.disabled_reason !== null) throw new Problem('ORGANISATION_DISABLED')
  return { from, to }
}

/**
 * Moves the records and their counts; with null all records of the organisation, sealed ones included. Returns the
 * numbers of moved records. The foreign keys of videos and their performers are checked at the commit; that of requests to
 * take a title down moves them with their title.
 */
export async function moveRecords(
  tx: Tx,
  { fromId, toId }: { fromId: string; toId: string },
  records: MovedRecords | null,
): Promise<{ performers: number; videos: number }> {
  await sql`SET CONSTRAINTS ALL DEFERRED`.execute(tx)
  const { rows } = await sql<{ n: number }>`
    SELECT move_performers(${fromId}, ${toId}, ${records?.performers ?? null}::uuid[]) AS n`.execute(tx)
  const isMoved = records ? sql`v.id = ANY(${records.videos}::uuid[])` : sql`true`
  const videos = await sql`UPDATE video v SET owner_id = ${toId}
    WHERE v.owner_id = ${fromId} AND ${isMoved}`.execute(tx)
  await sql`UPDATE video_performer vp SET owner_id = ${toId} FROM video v
    WHERE v.id = vp.video_id AND v.owner_id = ${toId} AND vp.owner_id = ${fromId}`.execute(tx)
  await moveChannels(tx, toId, isMoved)
  return { performers: rows[0]?.n ?? 0, videos: Number(videos.numAffectedRows) }
}

/**
 * What is on sale gets the channel of this name of the new owner, which is created with the former rules if there is none:
 * by it, the partner of the channel is asked to stop (D112). Publications that have ended keep the channel that sold them,
 * and so does one of a title that is on sale on both channels.
 */
async function moveChannels(tx: Tx, toId: string, isMoved: RawBuilder<unknown>): Promise<void> {
  const onSale = sql`publication u JOIN video v ON v.id = u.video_id AND v.owner_id = ${toId} AND ${isMoved}
    JOIN channel former ON former.id = u.channel_id AND former.owner_id <> ${toId}
      AND coalesce(u.ended_on, 'infinity') >= today_in_japan()`
  await sql`INSERT INTO channel (id, owner_id, name, created_at, consent_months, download)
    SELECT DISTINCT ON (former.name) gen_random_uuid(), ${toId}::uuid, former.name, former.created_at,
      former.consent_months, former.download FROM ${onSale}
    ON CONFLICT (owner_id, name) DO NOTHING`.execute(tx)
  await sql`UPDATE publication SET channel_id = own.id
    FROM ${onSale} JOIN channel own ON own.owner_id = ${toId} AND own.name = former.name
    WHERE publication.id = u.id AND NOT (u.ended_on IS NULL AND EXISTS (
      SELECT FROM publication other
      WHERE other.video_id = u.video_id AND other.channel_id = own.id AND other.ended_on IS NULL))`.execute(
    tx,
  )
}

/**
 * The active members of `fromId` become members of `toId` with the same role, unless they already are, and leave
 * `fromId`. Its pending invitations end.
 */
export async function moveMembers(tx: Tx, fromId: string, toId: string, at: Date): Promise<void> {
  await sql`INSERT INTO membership (account_id, organisation_id, role, joined_at)
    SELECT account_id, ${toId}::uuid, role, ${at} FROM membership WHERE organisation_id = ${fromId} AND left_at IS NULL
    ON CONFLICT (account_id, organisation_id) DO UPDATE SET role = excluded.role, joined_at = ${at}, left_at = NULL
      WHERE membership.left_at IS NOT NULL`.execute(tx)
  await tx.deleteFrom('organisation_invitation').where('organisation_id', '=', fromId).execute()
  await sql`UPDATE membership SET left_at = ${at} WHERE organisation_id = ${fromId} AND left_at IS NULL`.execute(
    tx,
  )
}

/**
 * Disables an organisation that was merged; a personal one becomes a company, because its account is a member
 * elsewhere.
 */
export async function closeMerged(
  tx: Tx,
  from: LockedOrganisation,
  to: LockedOrganisation,
  at: Date,
): Promise<void> {
  await tx
    .updateTable('organisation')
    .set((row) => ({
      disabled_at: at,
      disabled_reason: `「${to.name}」に統合しました。`,
      ...(from.kind === 'personal' && { kind: 'producer', person_id: null }),
      version: row('version', '+', 1),
      updated_at: at,
    }))
    .where('id', '=', from.id)
    .execute()
}
