import type { PartnerTitle } from '@kyc/contract/partner-shares.ts'
import type { GateState } from '@kyc/contract/readiness.ts'
import type { TakedownState } from '@kyc/contract/takedown-vocabulary.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import type { Tx } from '../../../platform/db/transaction.ts'
import { isId } from '../../../platform/ids.ts'
import { countBounded } from '../../../platform/lists/page.ts'
import { Problem } from '../../../platform/problem.ts'
import { storedGate } from '../shares-repository.ts'

/** A title that is shared with a partner now. */
export interface TitleRow {
  readonly id: string
  readonly reference: string | null
  readonly video_id: string
  readonly owner_id: string
  readonly owner_name: string
  readonly channel_id: string
  readonly channel: string
  readonly title: string
  readonly product_number: string | null
  readonly created_at: Date
  /** The stored answer for the channel. */
  readonly gate: GateState
}

async function select(
  db: Db,
  partnerId: string,
  condition: RawBuilder<unknown>,
  rest = sql``,
): Promise<TitleRow[]> {
  const { rows } = await sql<TitleRow>`
    SELECT s.id, s.reference, s.video_id, s.owner_id, o.name AS owner_name, s.channel_id, c.name AS channel, v.title,
      v.facts->>'productNumber' AS product_number, s.created_at, ${storedGate} AS gate
    FROM live_video_share s JOIN video v ON v.id = s.video_id JOIN organisation o ON o.id = s.owner_id
      JOIN channel c ON c.id = s.channel_id LEFT JOIN video_gate g ON g.video_id = s.video_id
    WHERE s.partner_id = ${partnerId}::uuid AND ${condition} ${rest}`.execute(db)
  return rows
}

/** Newest share first; only ids below `before`. */
export function findTitles(
  db: Db,
  partnerId: string,
  { before, limit }: { readonly before: string | undefined; readonly limit: number },
): Promise<TitleRow[]> {
  const below = before === undefined ? sql`true` : sql`s.id < ${before}::uuid`
  return select(db, partnerId, below, sql`ORDER BY s.id DESC LIMIT ${limit}`)
}

export function countTitles(db: Db, partnerId: string): Promise<number> {
  return countBounded(db, sql`SELECT FROM live_video_share s WHERE s.partner_id = ${partnerId}::uuid`)
}

/** @throws Problem NOT_FOUND, also if the share has ended or does not work now */
export async function getTitleRow(db: Db, partnerId: string, reference: string): Promise<TitleRow> {
  const [row] = await select(db, partnerId, sql`s.reference = ${reference}`)
  if (!row) throw new Problem('NOT_FOUND')
  return row
}

/** The share that the partner was offered. @throws Problem SHARE_NOT_FOUND */
export async function lockOffer(tx: Tx, partnerId: string, shareId: string): Promise<TitleRow> {
  await sql`SELECT FROM video_share WHERE id = ${shareId}::uuid AND partner_id = ${partnerId}::uuid
    FOR NO KEY UPDATE`.execute(tx)
  const [row] = await select(tx, partnerId, sql`s.id = ${shareId}::uuid`)
  if (!row) throw new Problem('SHARE_NOT_FOUND', { field: 'share_id' })
  return row
}

/**
 * The title, whose share cannot end before the transaction does. Locks the video first, like each act of its owner.
 * @throws Problem NOT_FOUND
 */
export async function lockTitle(tx: Tx, partnerId: string, reference: string): Promise<TitleRow> {
  const { video_id } = await getTitleRow(tx, partnerId, reference)
  await sql`SELECT FROM video WHERE id = ${video_id}::uuid FOR NO KEY UPDATE`.execute(tx)
  return holdTitle(tx, partnerId, reference)
}

/**
 * Like `lockTitle`, without the lock on the video. Call it after all other locks of a transaction. @throws Problem
 * NOT_FOUND
 */
export async function holdTitle(tx: Tx, partnerId: string, reference: string): Promise<TitleRow> {
  await sql`SELECT FROM video_share WHERE partner_id = ${partnerId}::uuid AND reference = ${reference} AND ended_at IS NULL
    FOR SHARE`.execute(tx)
  return getTitleRow(tx, partnerId, reference)
}

export async function setReference(tx: Tx, id: string, reference: string): Promise<void> {
  await sql`UPDATE video_share SET reference = ${reference} WHERE id = ${id}::uuid`.execute(tx)
}

type Place = Pick<TitleRow, 'video_id' | 'channel_id'>

/** An open publication on the channel of the share. */
export interface OpenPublication {
  readonly id: string
  readonly started_on: string
  readonly address: string | null
  readonly external_id: string | null
  readonly version: number
}

export async function findOpenPublication(
  db: Db,
  { video_id, channel_id }: Place,
): Promise<OpenPublication | undefined> {
  const { rows } =
    await sql<OpenPublication>`SELECT id, started_on, address, external_id, version FROM publication
    WHERE video_id = ${video_id}::uuid AND channel_id = ${channel_id}::uuid AND ended_on IS NULL`.execute(db)
  return rows[0]
}

/** Selects the stops that the partner has to obey: of a request that is not unfounded, on the channel of its share. */
const asked = ({ video_id, channel_id }: Place) => sql`u.video_id = ${video_id}::uuid
  AND u.channel_id = ${channel_id}::uuid AND t.state <> 'unfounded'`
const askedRows = sql`takedown_stop s JOIN publication u ON u.id = s.publication_id JOIN takedown t ON t.id = s.takedown_id`

export async function findTitleStops(db: Db, place: Place): Promise<PartnerTitle['stops']> {
  const { rows } = await sql<{ id: string; asked_at: Date; acknowledged_at: Date | null }>`
    SELECT s.id, s.asked_at, s.acknowledged_at FROM ${askedRows} WHERE ${asked(place)}
    ORDER BY s.asked_at DESC, s.id`.execute(db)
  return rows.map(({ id, asked_at, acknowledged_at }) => ({
    id,
    asked_at: asked_at.toISOString(),
    acknowledged_at: acknowledged_at?.toISOString() ?? null,
  }))
}

/** The request of a stop, as its log describes it. */
export interface AskingTakedown {
  readonly id: string
  readonly number: string
  readonly state: TakedownState
  readonly owner_id: string | null
  readonly performer_id: string | null
}

/** Locks the request of a stop. @throws Problem NOT_FOUND */
export async function lockAskingTakedown(tx: Tx, place: Place, stopId: string): Promise<AskingTakedown> {
  const { rows } = isId(stopId)
    ? await sql<AskingTakedown>`SELECT t.id, t.number, t.state, t.owner_id, t.performer_id FROM ${askedRows}
        WHERE s.id = ${stopId}::uuid AND ${asked(place)} FOR NO KEY UPDATE OF t`.execute(tx)
    : { rows: [] }
  if (!rows[0]) throw new Problem('NOT_FOUND')
  return rows[0]
}
