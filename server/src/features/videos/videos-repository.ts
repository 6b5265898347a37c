import type { SaleState } from '@kyc/contract/publications.ts'
import type { GateState } from '@kyc/contract/readiness.ts'
import { type Insertable, type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import type { Tables } from '../../platform/db/tables.ts'
import type { Tx } from '../../platform/db/transaction.ts'
import { type AccountId, isId, type OrganisationId } from '../../platform/ids.ts'
import type { Actor } from '../access/actor.ts'
import { foldName } from '../access/fold-name.ts'
import { mayEdit, namesFor, requireEditable, shownName, videoVisibleTo } from '../access/visible-to.ts'
import type { VideoServices } from './video-services.ts'

/** The columns of a presented video. */
export interface VideoRow {
  readonly id: string
  readonly owner_id: string
  readonly owner_name: string
  readonly registrar_name: string
  readonly title: string
  readonly external_id: string | null
  readonly version: number
  readonly performers: number
  readonly sale: SaleState
  readonly gate: GateState
  readonly created_at: Date
  readonly updated_at: Date
}

/** The video if the actor may see it (D2). */
export async function findVideo(db: Db, actor: Actor, id: string): Promise<VideoRow | undefined> {
  if (!isId(id)) return undefined
  const { rows } = await selectVideoRows(
    sql`SELECT v.* FROM video v
    WHERE v.id = ${id}::uuid AND ${videoVisibleTo(actor, 'v')}`,
    namesFor(actor),
  ).execute(db)
  return rows[0]
}

/** The owner of the video if the actor may see it, without counting its performers. */
export async function findVideoOwner(db: Db, actor: Actor, id: string): Promise<OrganisationId | undefined> {
  if (!isId(id)) return undefined
  const { rows } = await sql<{ owner_id: OrganisationId }>`SELECT v.owner_id FROM video v
    WHERE v.id = ${id}::uuid AND ${videoVisibleTo(actor, 'v')}`.execute(db)
  return rows[0]?.owner_id
}

/** The owner of the video if the actor may see it, and whether the actor may change it. */
export async function findVideoForEdit(
  db: Db,
  actor: Actor,
  id: string,
): Promise<{ owner_id: string; may_edit: boolean } | undefined> {
  if (!isId(id)) return undefined
  const { rows } = await selectForEdit(actor, id).execute(db)
  return rows[0]
}

function selectForEdit(actor: Actor, id: string): RawBuilder<{ owner_id: string; may_edit: boolean }> {
  return sql`SELECT v.owner_id, ${mayEdit(actor, sql`v.owner_id`)} AS may_edit FROM video v
    WHERE v.id = ${id}::uuid AND ${videoVisibleTo(actor, 'v')}`
}

/**
 * Locks the video, so that additions and removals run one after the other. Does not block foreign key checks.
 */
export async function lockVideo(tx: Tx, actor: Actor, id: string): Promise<{ owner_id: string } | undefined> {
  if (!isId(id)) return undefined
  const { rows } = await sql<{ owner_id: string; may_edit: boolean }>`
    ${selectForEdit(actor, id)} FOR NO KEY UPDATE OF v`.execute(tx)
  const [row] = rows
  if (row) requireEditable(row)
  return row
}

/** The names of the unique index and of the contract's field. */
export const videoExternalId = { index: 'video_external', field: 'externalId' } as const

export async function insertVideo(
  tx: Tx,
  row: Omit<Insertable<Tables['video']>, 'search_text'>,
): Promise<void> {
  await tx
    .insertInto('video')
    .values({ ...row, search_text: foldName(row.title) })
    .execute()
}

/** Changes the video if it still has `version`. Returns whether it did. */
export async function updateVideoRow(
  { clock }: VideoServices,
  tx: Tx,
  { id, version }: Pick<VideoRow, 'id' | 'version'>,
  changes: { title: string; external_id: string | null },
): Promise<boolean> {
  const row = await tx
    .updateTable('video')
    .set({ ...changes, updated_at: clock.now(), search_text: foldName(changes.title), version: version + 1 })
    .where('id', '=', id)
    .where('version', '=', version)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Updates the time of the last change, but not the version: a concurrent edit of the title must not conflict. */
export async function touchVideo({ clock }: VideoServices, tx: Tx, id: string): Promise<void> {
  await tx.updateTable('video').set({ updated_at: clock.now() }).where('id', '=', id).execute()
}

/** What is known about the sale of the video `v`: it may be on sale as long as its last day has not passed. */
const saleOf = sql<SaleState>`(SELECT CASE
    WHEN max(coalesce(u.ended_on, 'infinity')) >= today_in_japan() THEN 'onSale'
    WHEN NOT v.publications_known THEN 'unknown'
    WHEN count(*) > 0 THEN 'ended'
    ELSE 'none' END
  FROM publication u WHERE u.video_id = v.id)`

/** The stored answer of the gate for the video of `g`, which ends on the day on which it changes by itself (D106). */
export const gateState = sql<GateState>`CASE WHEN g.changes_on > today_in_japan() THEN g.state ELSE 'unknown' END`

/** What is known about the sale of a video. */
export async function readSaleState(db: Db, videoId: string): Promise<{ state: SaleState; known: boolean }> {
  const { rows } = await sql<{ state: SaleState; known: boolean }>`
    SELECT ${saleOf} AS state, v.publications_known AS known FROM video v WHERE v.id = ${videoId}::uuid`.execute(
    db,
  )
  const [row] = rows
  if (!row) throw new Error('the video does not exist')
  return row
}

/**
 * Presents the videos that `found` selects. Counts performers for these only: those that are not sealed, because all
 * belong to the organisation of the video. `reader`: see `shownName`.
 */
export function selectVideoRows(found: RawBuilder<unknown>, reader: AccountId | null): RawBuilder<VideoRow> {
  return sql`SELECT v.id, v.owner_id, owner.name AS owner_name, ${shownName(reader, 'registrar')} AS registrar_name, v.title,
      v.external_id, v.version, v.created_at, v.updated_at, ${saleOf} AS sale, ${gateState} AS gate,
      (SELECT count(*) FROM video_performer vp JOIN performer p ON p.id = vp.performer_id
        WHERE vp.video_id = v.id AND p.sealed_at IS NULL) AS performers
    FROM (${found}) v JOIN organisation owner ON owner.id = v.owner_id LEFT JOIN video_gate g ON g.video_id = v.id
      JOIN account registrar ON registrar.id = v.registered_by ORDER BY v.id DESC`
}
