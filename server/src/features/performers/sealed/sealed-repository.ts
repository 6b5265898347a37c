import { addDays, dayInJapan } from '@kyc/contract/dates.ts'
import { limits } from '@kyc/contract/limits.ts'
import type { DestructionKind } from '@kyc/contract/sealed-labels.ts'
import type { SealedFilter } from '@kyc/contract/sealed-performers.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import type { Tx } from '../../../platform/db/transaction.ts'
import { isId } from '../../../platform/ids.ts'
import { Problem } from '../../../platform/problem.ts'
import { authorStillMay, requestAsSuperadmin } from '../../access/delegated-rights.ts'
import { heldRecord } from '../../records/held-record.ts'

/** A sealed record without the person, with its open request. */
export interface SealedRow {
  readonly id: string
  readonly owner_id: string
  readonly owner_name: string
  readonly sealed_at: Date
  /** Null if an older backup was restored after the destruction. */
  readonly sealer: string | null
  readonly retain_until: string
  readonly destroyed_at: Date | null
  readonly held: boolean
  readonly ending: boolean
  readonly requested_by: string | null
  readonly requester: string | null
  readonly requested_at: Date | null
  readonly expires_at: Date | null
  readonly request_kind: DestructionKind | null
  readonly confirmer: string | null
  readonly confirmed_at: Date | null
  readonly reason_box: Buffer | null
}

/** `today` is a day in Japan; requests that are not open at `now` count as absent. */
export interface SealedSelection {
  readonly now: Date
  readonly today: string
  readonly filter?: SealedFilter | undefined
  readonly organisation: string | null
}

const isHeld = heldRecord(sql`p.id`)

/**
 * Whether a request `r` to destroy a record is open, confirmed or not: it ends when its author is no longer an enabled
 * superadmin, when the account that confirmed it is no longer a second person, and with a restore, since the backup may
 * be older than a stop of the destruction.
 */
const isOpen = (now: Date) =>
  sql<boolean>`(r.expires_at > ${now} AND ${authorStillMay('r.requested_by', requestAsSuperadmin)}
    AND (r.confirmed_by IS NULL OR is_second_person(r.confirmed_by, r.requested_by, r.requested_at, 1))
    AND NOT EXISTS (SELECT FROM installation i WHERE i.name = 'restored' AND i.at >= r.requested_at))`

/** The condition on sealed performers `p` that are destroyed soon unless something changes. */
export function isEnding(today: string): RawBuilder<boolean> {
  return sql<boolean>`(p.sealed_at IS NOT NULL AND p.destroyed_at IS NULL
    AND p.retain_until <= ${addDays(today, limits.sealedEndingDays)}::date AND NOT ${isHeld}
    AND record_kept_by(p.id) IS NULL)`
}

function matches({ now, today, filter, organisation }: SealedSelection): RawBuilder<boolean> {
  const state = {
    ending: isEnding(today),
    held: sql`(p.destroyed_at IS NULL AND p.id IN (SELECT performer_id FROM legal_hold WHERE ended_at IS NULL))`,
    requested: sql`(p.destroyed_at IS NULL AND p.id IN (SELECT r.performer_id FROM destruction_request r WHERE ${isOpen(now)}))`,
    destroyed: sql`p.destroyed_at IS NOT NULL`,
    all: sql`p.destroyed_at IS NULL`,
  }[filter ?? 'all']
  const isOwn = organisation === null ? sql`true` : sql`p.owner_id = ${organisation}::uuid`
  return sql<boolean>`p.sealed_at IS NOT NULL AND ${state} AND ${isOwn}`
}

/** Sealed records after the place `after`, those whose retention ends first in front. */
export async function findSealed(
  db: Db,
  selection: SealedSelection,
  page: { after: { retainUntil: string; id: string } | undefined; limit: number },
): Promise<SealedRow[]> {
  const { after, limit } = page
  const isLater = after
    ? sql`(p.retain_until, p.id) > (${after.retainUntil}::date, ${after.id}::uuid)`
    : sql`true`
  const { rows } = await selectSealed(
    selection.now,
    sql`${matches(selection)} AND ${isLater} ORDER BY p.retain_until, p.id LIMIT ${limit}`,
  ).execute(db)
  return rows
}

export function selectMatching(selection: SealedSelection): RawBuilder<unknown> {
  return sql`SELECT FROM performer p WHERE ${matches(selection)}`
}

export async function getSealedRow(db: Db, now: Date, id: string): Promise<SealedRow> {
  const { rows } = isId(id)
    ? await selectSealed(now, sql`p.id = ${id}::uuid AND p.sealed_at IS NOT NULL`).execute(db)
    : { rows: [] }
  const [row] = rows
  if (!row) throw new Problem('PERFORMER_NOT_FOUND')
  return row
}

function selectSealed(now: Date, condition: RawBuilder<unknown>): RawBuilder<SealedRow> {
  return sql<SealedRow>`SELECT p.id, p.owner_id, owner.name AS owner_name, p.sealed_at, sealer.name AS sealer, p.retain_until,
      p.destroyed_at, ${isHeld} AS held,
      ${isEnding(dayInJapan(now))} AS ending, r.requested_by, requester.name AS requester, r.requested_at, r.expires_at,
      r.kind AS request_kind, confirmer.name AS confirmer, r.confirmed_at, r.reason_box
    FROM performer p JOIN organisation owner ON owner.id = p.owner_id
      LEFT JOIN account sealer ON sealer.id = p.sealed_by
      LEFT JOIN destruction_request r ON r.performer_id = p.id AND ${isOpen(now)}
      LEFT JOIN account requester ON requester.id = r.requested_by
      LEFT JOIN account confirmer ON confirmer.id = r.confirmed_by
    WHERE ${condition}`
}

interface OpenRequest {
  readonly requested_by: string
  readonly requested_at: Date
  readonly confirmed_at: Date | null
}

/** The request that is open at `now`. */
export async function findRequest(tx: Tx, now: Date, id: string): Promise<OpenRequest | undefined> {
  const { rows } = await sql<OpenRequest>`
    SELECT r.requested_by, r.requested_at, r.confirmed_at FROM destruction_request r
    WHERE r.performer_id = ${id}::uuid AND ${isOpen(now)}`.execute(tx)
  return rows[0]
}

/** Deletes the request of a record. Returns whether it had one, expired or not. */
export async function deleteRequest(tx: Tx, id: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('destruction_request')
    .where('performer_id', '=', id)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** A legal hold with the names of its people. */
export interface HoldRow {
  readonly id: string
  readonly put_at: Date
  readonly putter: string
  readonly reason_box: Buffer | null
  readonly ended_at: Date | null
  readonly ender: string | null
  readonly end_reason_box: Buffer | null
}

/** The legal holds of a record, newest first. */
export async function findHolds(db: Db, id: string): Promise<HoldRow[]> {
  const { rows } = await sql<HoldRow>`
    SELECT h.id, h.put_at, putter.name AS putter, h.reason_box, h.ended_at, ender.name AS ender, h.end_reason_box
    FROM legal_hold h JOIN account putter ON putter.id = h.put_by LEFT JOIN account ender ON ender.id = h.ended_by
    WHERE h.performer_id = ${id}::uuid ORDER BY h.put_at DESC, h.id DESC`.execute(db)
  return rows
}
