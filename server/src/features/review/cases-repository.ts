import type { DocumentType, IdKind } from '@kyc/contract/document-vocabulary.ts'
import { recordLimits } from '@kyc/contract/record-limits.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { countOf } from '../../platform/lists/page.ts'
import type { Actor } from '../access/actor.ts'
import type { Scope } from '../access/scope.ts'
import { listedIn } from '../access/visible-to.ts'
import type { WaitedSince } from '../performers/search/find-page.ts'

/** A waiting performer with its valid claim. */
export interface CaseRow {
  readonly id: string
  readonly last_name: string
  readonly first_name: string
  readonly last_name_roman: string
  readonly first_name_roman: string
  readonly owner_name: string
  readonly id_kind: IdKind | null
  readonly pending_since: Date
  readonly pending: readonly DocumentType[]
  readonly resubmitted: boolean
  readonly account_id: string | null
  readonly holder: string | null
  readonly claimed_until: Date | null
}

/** The filters of the queue. */
export interface CaseSelection {
  readonly scope: Scope
  readonly now: Date
  readonly idKind: IdKind | undefined
  readonly waited: WaitedSince | undefined
  readonly resubmitted: boolean
  /** Only the cases that this account has claimed. */
  readonly claimedBy: Actor | undefined
}

/** Cases after the place `after`, the longest wait first. */
export async function findCases(
  db: Db,
  selection: CaseSelection,
  { after, limit }: { after: readonly string[] | undefined; limit: number },
): Promise<CaseRow[]> {
  const isLater = after
    ? sql`(p.pending_since, p.id) > (${after[0]}::timestamptz, ${after[1]}::uuid)`
    : sql`true`
  const { rows } = await sql<CaseRow>`
    SELECT p.id, p.last_name, p.first_name, p.last_name_roman, p.first_name_roman, owner.name AS owner_name, p.id_kind,
      p.pending_since, p.resubmitted, claim.account_id, holder.name AS holder, claim.claimed_until,
      ARRAY(SELECT d.type FROM document_version d
        WHERE d.performer_id = p.id AND d.is_current AND d.status = 'pending') AS pending
    FROM (SELECT p.* FROM performer p WHERE ${matches(selection)} AND ${isLater}
        ORDER BY p.pending_since, p.id LIMIT ${sql.lit(limit)}) p
      JOIN organisation owner ON owner.id = p.owner_id
      LEFT JOIN review_claim claim ON claim.performer_id = p.id AND claim.claimed_until > ${selection.now}
      LEFT JOIN account holder ON holder.id = claim.account_id
    ORDER BY p.pending_since, p.id`.execute(db)
  return rows
}

export function selectCases(selection: CaseSelection): RawBuilder<unknown> {
  return sql`SELECT FROM performer p WHERE ${matches(selection)}`
}

function matches(selection: CaseSelection): RawBuilder<boolean> {
  const { scope, now, idKind, waited, resubmitted, claimedBy } = selection
  // An array, so that the planner reads these rows by their ids and not the queue in its order.
  const isClaimed = claimedBy
    ? sql`p.id = ANY (ARRAY(SELECT performer_id FROM review_claim
        WHERE account_id = ${claimedBy.id} AND claimed_until > ${now}))`
    : sql`true`
  return sql<boolean>`${isWaitingIn(scope)} AND ${isClaimed}
    AND ${idKind ? sql`p.id_kind = ${idKind}` : sql`true`} AND ${resubmitted ? sql`p.resubmitted` : sql`true`}
    AND ${waited?.after ? sql`p.pending_since > ${waited.after}` : sql`true`}
    AND ${waited?.until ? sql`p.pending_since <= ${waited.until}` : sql`true`}`
}

/** Names every condition of the partial indexes of the queue. */
function isWaitingIn(scope: Scope): RawBuilder<boolean> {
  return sql<boolean>`${listedIn(scope)} AND p.pending_since IS NOT NULL`
}

/** Counts of the queue, each up to `recordLimits.review.counted`. */
export interface CaseCounts {
  readonly waiting: number
  readonly young: number
  readonly middle: number
  readonly old: number
  readonly resubmitted: number
  readonly closed: number
  readonly mine: number
  readonly others: number
}

/**
 * Counts in one snapshot: the cases that wait since after `young`, since `old` or earlier, and since a time in between.
 */
export async function countCases(
  db: Db,
  { scope, now, actor, young, old }: { scope: Scope; now: Date; actor: Actor; young: Date; old: Date },
): Promise<CaseCounts> {
  const bounded = (rows: RawBuilder<unknown>) => countOf(rows, recordLimits.review.counted)
  const count = (condition: RawBuilder<unknown>) =>
    bounded(sql`SELECT FROM performer p WHERE ${isWaitingIn(scope)} AND ${condition}`)
  const countClaims = (condition: RawBuilder<unknown>) =>
    bounded(sql`SELECT FROM review_claim claim JOIN performer p ON p.id = claim.performer_id
      WHERE claim.claimed_until > ${now} AND ${condition} AND ${isWaitingIn(scope)}`)
  const { rows } = await sql<CaseCounts>`
    SELECT ${count(sql`true`)} AS waiting,
      ${count(sql`p.pending_since > ${young}`)} AS young,
      ${count(sql`p.pending_since > ${old} AND p.pending_since <= ${young}`)} AS middle,
      ${count(sql`p.pending_since <= ${old}`)} AS old,
      ${count(sql`p.resubmitted`)} AS resubmitted,
      ${bounded(sql`SELECT FROM performer p WHERE ${listedIn(scope)} AND p.case_closed IS NOT NULL`)} AS closed,
      ${countClaims(sql`claim.account_id = ${actor.id}`)} AS mine,
      ${countClaims(sql`claim.account_id <> ${actor.id}`)} AS others`.execute(db)
  const [counts] = rows
  if (!counts) throw new Error('a SELECT without FROM has one row')
  return counts
}
