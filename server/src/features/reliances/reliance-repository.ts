import type { IdentityCheck } from '@kyc/contract/check-vocabulary.ts'
import type { IdKind } from '@kyc/contract/document-vocabulary.ts'
import { type RelianceEnd, type RelianceState, relianceLimits } from '@kyc/contract/reliance-vocabulary.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import type { Tx } from '../../platform/db/transaction.ts'
import { isId, type OrganisationId } from '../../platform/ids.ts'
import { type LoggedChange, recordIdsOf } from '../audit/changes-since.ts'

/** A permission of a performer, with the names of both organisations. */
export interface RelianceRow {
  readonly id: string
  readonly origin_id: string
  readonly owner_id: string
  readonly owner_name: string
  readonly recipient_id: OrganisationId
  readonly recipient_name: string
  readonly permitted_at: Date
  readonly checked_at: Date
  readonly identity_check: IdentityCheck | null
  readonly id_kind: IdKind | null
  readonly expires_on: string | null
  readonly performer_id: string | null
  readonly accepted_at: Date | null
  readonly ended_at: Date | null
  readonly over: RelianceEnd | null
  readonly state: RelianceState
}

/** The permissions of `condition` on `r`, newest first. */
export async function findReliances(
  db: Db,
  condition: RawBuilder<unknown>,
  limit: number,
): Promise<RelianceRow[]> {
  const { rows } = await sql<RelianceRow>`
    SELECT r.id, r.origin_id, r.owner_id, o.name AS owner_name, r.recipient_id, c.name AS recipient_name, r.permitted_at,
      r.checked_at, r.identity_check, r.id_kind, r.expires_on, r.performer_id, r.accepted_at, r.ended_at, r.over,
      CASE WHEN r.over IS NOT NULL THEN 'ended' WHEN r.in_use THEN 'live' ELSE 'suspended' END AS state
    FROM identity_reliance_now r JOIN organisation o ON o.id = r.owner_id JOIN organisation c ON c.id = r.recipient_id
    WHERE ${condition} ORDER BY r.id DESC LIMIT ${limit}`.execute(db)
  return rows
}

/** The permissions of a record: those that hold, then the last ended ones. */
export async function findGiven(db: Db, originId: string): Promise<RelianceRow[]> {
  const ofOrigin = sql`r.origin_id = ${originId}::uuid`
  const open = await findReliances(db, sql`${ofOrigin} AND r.ended_at IS NULL`, relianceLimits.perRecord)
  const ended = await findReliances(
    db,
    sql`${ofOrigin} AND r.ended_at IS NOT NULL`,
    relianceLimits.endedShown,
  )
  return [...open, ...ended]
}

/** Locks a permission that has not ended; undefined if it has ended or does not exist. */
export async function lockReliance(
  tx: Tx,
  id: string,
  condition: RawBuilder<unknown>,
): Promise<RelianceRow | undefined> {
  if (!isId(id)) return undefined
  await sql`SELECT FROM identity_reliance WHERE id = ${id}::uuid FOR UPDATE`.execute(tx)
  const [row] = await findReliances(tx, sql`r.id = ${id}::uuid AND r.ended_at IS NULL AND ${condition}`, 1)
  return row
}

export async function endRow(tx: Tx, id: string, by: RelianceEnd, at: Date): Promise<void> {
  await sql`UPDATE identity_reliance SET ended_at = ${at}, ended_by = ${by} WHERE id = ${id}::uuid`.execute(
    tx,
  )
}

export async function acceptRow(tx: Tx, id: string, performerId: string, at: Date): Promise<void> {
  await sql`UPDATE identity_reliance SET performer_id = ${performerId}::uuid, accepted_at = ${at}
    WHERE id = ${id}::uuid`.execute(tx)
}

/** The permissions that the records no longer allow, and that are not marked as ended yet. */
export async function findOver(db: Db, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`SELECT id FROM identity_reliance_now
    WHERE ended_at IS NULL AND over IS NOT NULL ORDER BY id LIMIT ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}

/** Deletes the permissions that were asked for before a time and not given, with their codes. */
export async function deleteUnpermitted(db: Db, before: Date): Promise<void> {
  await sql`DELETE FROM identity_reliance WHERE permitted_at IS NULL AND asked_at < ${before}`.execute(db)
}

/** The records that rely on the records of these changes, with their organisations, for live updates. */
export async function findRelying(
  db: Db,
  changes: readonly LoggedChange[],
): Promise<{ performer_id: string; recipient_id: string }[]> {
  const performers = recordIdsOf(changes, 'performer')
  const organisations = recordIdsOf(changes, 'organisation')
  if (performers.length === 0 && organisations.length === 0) return []
  const { rows } = await sql<{ performer_id: string; recipient_id: string }>`
    SELECT performer_id, recipient_id FROM identity_reliance
    WHERE origin_id = ANY(${performers}::uuid[]) AND ended_at IS NULL AND performer_id IS NOT NULL
    UNION SELECT performer_id, recipient_id FROM identity_reliance
    WHERE owner_id = ANY(${organisations}::uuid[]) AND ended_at IS NULL AND performer_id IS NOT NULL`.execute(
    db,
  )
  return rows
}
