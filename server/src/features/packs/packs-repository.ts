import type { PackEndReason, PackFailure, PackShape, PackState } from '@kyc/contract/pack-vocabulary.ts'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import type { Tables } from '../../platform/db/tables.ts'
import type { Tx } from '../../platform/db/transaction.ts'
import { isId } from '../../platform/ids.ts'
import { Problem } from '../../platform/problem.ts'
import type { Actor } from '../access/actor.ts'
import { authorStillMay, sharePacksOf } from '../access/delegated-rights.ts'
import { mayEdit, namesFor, ownedVisibleTo, shownName } from '../access/visible-to.ts'

/** A pack as it is presented. */
export interface PackRow {
  readonly id: string
  readonly owner_id: string
  readonly owner_name: string
  readonly shape: PackShape
  readonly performer_id: string | null
  /** Null of a sealed record, which no page shows by name. */
  readonly performer_name: string | null
  readonly title: string | null
  readonly videos: number
  readonly performers: number
  readonly unmasked: boolean
  readonly state: PackState
  readonly failure: PackFailure | null
  readonly files_done: number
  readonly files_total: number
  readonly size: number | null
  readonly sha256: Buffer | null
  readonly created_at: Date
  readonly creator: string
  readonly expires_at: Date
  readonly ended_at: Date | null
  readonly end_reason: PackEndReason | null
  readonly openings: number
  readonly last_opened_at: Date | null
  readonly may_edit: boolean
}

/** The packs of `condition` that the actor may see, in `order`. */
export async function findPacks(
  db: Db,
  actor: Actor,
  condition: RawBuilder<unknown>,
  order: RawBuilder<unknown> = sql``,
): Promise<PackRow[]> {
  const { rows } = await sql<PackRow>`
    SELECT k.id, k.owner_id, o.name AS owner_name, k.shape, k.performer_id, k.unmasked, k.state, k.failure, k.files_done,
      k.files_total, k.size, k.sha256, k.created_at, k.expires_at, k.ended_at, k.end_reason, k.openings, k.last_opened_at,
      CASE WHEN p.sealed_at IS NULL AND p.owner_id = k.owner_id
        THEN concat_ws(' ', p.last_name, p.first_name) END AS performer_name,
      (SELECT min(v.title) FROM pack_video kv JOIN video v ON v.id = kv.video_id AND v.owner_id = k.owner_id
        WHERE kv.pack_id = k.id) AS title,
      (SELECT count(*)::int FROM pack_video kv WHERE kv.pack_id = k.id) AS videos,
      (SELECT count(*)::int FROM pack_performer kp WHERE kp.pack_id = k.id) AS performers,
      ${shownName(namesFor(actor), 'creator')} AS creator, ${mayEdit(actor, sql`k.owner_id`)} AS may_edit
    FROM pack k JOIN organisation o ON o.id = k.owner_id JOIN account creator ON creator.id = k.created_by
      LEFT JOIN performer p ON p.id = k.performer_id
    WHERE ${ownedVisibleTo(actor, 'k')} AND ${condition} ${order}`.execute(db)
  return rows
}

/** @throws Problem PACK_NOT_FOUND, also if it is hidden from the actor */
export async function getPackRow(db: Db, actor: Actor, id: string): Promise<PackRow> {
  const [row] = isId(id) ? await findPacks(db, actor, sql`k.id = ${id}::uuid`) : []
  if (!row) throw new Problem('PACK_NOT_FOUND')
  return row
}

export interface NewPack {
  readonly id: string
  readonly ownerId: string
  readonly shape: PackShape
  readonly performerId: string | null
  readonly unmasked: boolean
  readonly createdBy: string
  readonly createdAt: Date
  readonly expiresAt: Date
  readonly tokenHash: Buffer
  readonly videoIds: readonly string[]
  readonly performerIds: readonly string[]
}

export async function insertPack(tx: Tx, pack: NewPack): Promise<void> {
  await sql`INSERT INTO pack (id, owner_id, shape, performer_id, unmasked, created_by, created_at, expires_at, token_hash)
    VALUES (${pack.id}, ${pack.ownerId}, ${pack.shape}, ${pack.performerId}, ${pack.unmasked}, ${pack.createdBy},
      ${pack.createdAt}, ${pack.expiresAt}, ${pack.tokenHash})`.execute(tx)
  await sql`INSERT INTO pack_video (pack_id, video_id)
    SELECT ${pack.id}::uuid, id FROM unnest(${pack.videoIds}::uuid[]) AS id`.execute(tx)
  await sql`INSERT INTO pack_performer (pack_id, performer_id)
    SELECT ${pack.id}::uuid, id FROM unnest(${pack.performerIds}::uuid[]) AS id`.execute(tx)
}

/** The packs of an organisation that have not ended. */
export async function countOpen(tx: Tx, ownerId: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    SELECT count(*)::int AS n FROM pack WHERE owner_id = ${ownerId}::uuid AND state <> 'ended'`.execute(tx)
  return rows[0]?.n ?? 0
}

/** Ends packs with their keys and queues their files for deletion; returns how many had not ended. */
export async function endPacks(tx: Tx, ids: readonly string[], why: PackEndReason): Promise<number> {
  const { rows } = await sql<{ ended: number }>`SELECT end_packs(${ids}::uuid[], ${why}) AS ended`.execute(tx)
  return rows[0]?.ended ?? 0
}

export type OpenedRow = Selectable<Tables['pack']> & { readonly owner_name: string } & Pick<
    PackRow,
    'videos' | 'performers'
  >

/** The pack of a token that has neither ended nor expired, while its author may still share it; locked if a transaction changes it. */
export async function findByToken(
  db: Db,
  tokenHash: Buffer,
  now: Date,
  lock = false,
): Promise<OpenedRow | undefined> {
  const { rows } = await sql<OpenedRow>`
    SELECT k.*, o.name AS owner_name,
      (SELECT count(*)::int FROM pack_video kv WHERE kv.pack_id = k.id) AS videos,
      (SELECT count(*)::int FROM pack_performer kp WHERE kp.pack_id = k.id) AS performers
    FROM pack k JOIN organisation o ON o.id = k.owner_id
    WHERE k.token_hash = ${tokenHash} AND k.state <> 'ended' AND k.expires_at > ${now}
      AND ${authorStillMay('k.created_by', sharePacksOf('k.owner_id', 'k.unmasked'))}
    ${lock ? sql`FOR UPDATE OF k` : sql``}`.execute(db)
  return rows[0]
}
