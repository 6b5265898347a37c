import type { Role } from '@kyc/contract/accounts.ts'
import type { AuditFilter } from '@kyc/contract/audit.ts'
import { filteredActions } from '@kyc/contract/audit-filters.ts'
import type { AuditAction, AuditActionFilter, AuditResourceType } from '@kyc/contract/audit-vocabulary.ts'
import { addDays, startOfDayInJapan } from '@kyc/contract/dates.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { isId, lowestIdAt } from '../../platform/ids.ts'
import { readsAll } from '../access/actor.ts'
import type { Reader } from '../access/scope.ts'
import { isColleague, videoVisibleTo, visibleTo } from '../access/visible-to.ts'
import { changesOnly } from './is-change.ts'

export interface AuditRow {
  readonly id: string
  readonly at_us: string | number
  readonly actor: string | null
  readonly actor_name: string | null
  readonly actor_role: Role | null
  /** Whether actor and reader are or were members of one organisation. */
  readonly by_colleague: boolean
  /** The role of the account that the entry is about. */
  readonly about_role: Role | null
  readonly action: AuditAction
  readonly rtype: AuditResourceType
  readonly rid: string | null
  readonly performer_id: string | null
  readonly resource_name: string | null
  /** The details were destroyed together with the performer that they were about (D17). */
  readonly shredded: boolean
  readonly ip_enc: Buffer
  readonly details_enc: Buffer
}

export interface AuditSelection extends AuditFilter {
  /** The id of a performer that the reader may see: only its changes and decisions, of every owner it has had. */
  readonly changesOf?: string
  /** Only changes and decisions; for users only those of their own records. */
  readonly recentChanges?: true
}

export interface AuditPageBounds {
  /** Only entries older than this id. */
  readonly before?: string | undefined
  /** Only this entry and older ones. */
  readonly upTo?: string | undefined
  readonly limit: number
}

/** Entries in the reader's scope, newest first, at most `limit`. */
export async function findAuditEntries(
  db: Db,
  reader: Reader,
  selection: AuditSelection,
  page: AuditPageBounds,
): Promise<AuditRow[]> {
  const conditions = conditionsOf(reader, selection, page)
  if (!conditions) return []
  return entriesOf(db, reader, sql`ARRAY(${scopedIds(reader, selection, conditions, page.limit)})`)
}

/** The entries with these ids, newest first, whatever their scope. */
export function findEntriesById(db: Db, reader: Reader, ids: readonly string[]): Promise<AuditRow[]> {
  return entriesOf(db, reader, sql`${ids}::uuid[]`)
}

async function entriesOf(db: Db, reader: Reader, ids: RawBuilder<unknown>): Promise<AuditRow[]> {
  const { rows } = await sql<AuditRow>`
    SELECT e.id, e.at_us, e.actor, who.name AS actor_name, who.role AS actor_role,
      ${isColleague(reader, sql`e.actor`)} AS by_colleague,
      CASE e.rtype WHEN 'user' THEN (SELECT role FROM account WHERE id = ${idIn(sql`e.rid`)}) END AS about_role, e.action, e.rtype, e.rid,
      about.id AS performer_id, coalesce(about.last_name || ' ' || about.first_name, ${otherName(reader)}) AS resource_name,
      (pii.event_id IS NULL AND EXISTS (SELECT FROM performer gone WHERE gone.destroyed_at IS NOT NULL
        AND gone.id = coalesce(e.subject, CASE WHEN e.rtype = 'performer' THEN ${idIn(sql`e.rid`)} END))) AS shredded,
      coalesce(pii.ip_enc, '') AS ip_enc, coalesce(pii.details_enc, '') AS details_enc
    FROM audit_event e
    LEFT JOIN audit_pii pii ON pii.event_id = e.id
    LEFT JOIN account who ON who.id = e.actor
    LEFT JOIN performer about ON ${visibleTo(reader, 'about')}
      AND about.id = coalesce(e.subject, CASE WHEN e.rtype = 'performer' THEN ${idIn(sql`e.rid`)} END)
    WHERE e.id = ANY(${ids})
    ORDER BY e.id DESC`.execute(db)
  return rows
}

/** The id that a text is; null for any other text, which only a forged entry has. */
function idIn(text: RawBuilder<unknown>): RawBuilder<string | null> {
  return sql`CASE WHEN ${text} ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' THEN (${text})::uuid END`
}

/** The name of a record other than a performer. The subqueries run only for the entries of the page. */
function otherName(reader: Reader): RawBuilder<string | null> {
  return sql`CASE e.rtype
    WHEN 'user' THEN (SELECT name FROM account WHERE id = ${idIn(sql`e.rid`)})
    WHEN 'partner' THEN (SELECT name FROM partner WHERE id = ${idIn(sql`split_part(e.rid, '/', 1)`)})
    WHEN 'organisation' THEN (SELECT name FROM organisation WHERE id = ${idIn(sql`e.rid`)})
    WHEN 'video' THEN (SELECT title FROM video WHERE id = ${idIn(sql`e.rid`)} AND ${videoVisibleTo(reader, 'video')})
  END`
}

/** Counts the matching entries, at most `bound` + 1 (D19). */
export async function countAuditEntries(
  db: Db,
  reader: Reader,
  selection: AuditSelection,
  bound: number,
): Promise<number> {
  const conditions = conditionsOf(reader, selection, {})
  if (!conditions) return 0
  const { rows } = await sql<{ n: number }>`
    SELECT count(*) AS n FROM (${scopedIds(reader, selection, conditions, bound + 1)}) e`.execute(db)
  return rows[0]?.n ?? 0
}

/**
 * How many performers the newest matching entries are about. Counts at most `entries` entries, and only those about
 * performers: they contain what a record does, entries about documents do not.
 */
export async function countPerformersIn(
  db: Db,
  reader: Reader,
  { resourceType = 'performer', ...filter }: AuditFilter,
  entries: number,
): Promise<number> {
  const selection = { ...filter, resourceType }
  const conditions = resourceType === 'performer' ? conditionsOf(reader, selection, {}) : undefined
  if (!conditions) return 0
  const { rows } = await sql<{ n: number }>`
    SELECT count(DISTINCT rid)::int AS n FROM audit_event
    WHERE id = ANY(ARRAY(${scopedIds(reader, selection, conditions, entries)}))`.execute(db)
  return rows[0]?.n ?? 0
}

/** The resource types of entries that an account owns; an organisation owns those about records (migration 0015). */
const accountTypes = sql.raw("('user', 'partner', 'inquiry')")

/**
 * D3, D67: admins see all entries. Users see entries about the records of the organisation, about their own account,
 * and their own exports: index scans that each stop at the limit, merged. A personal organisation may have the id of
 * its account, so queries distinguish them by the resource type. Selecting ids only permits index-only scans, so that
 * the planner does not scan the log itself.
 */
function scopedIds(
  reader: Reader,
  selection: AuditSelection,
  conditions: RawBuilder<boolean>,
  limit: number,
): RawBuilder<unknown> {
  const scan = (scope: RawBuilder<unknown>) =>
    sql`SELECT id FROM audit_event WHERE ${scope} AND ${conditions}`
  const { organisation } = reader.scope
  const all = sql`true`
  if (selection.changesOf) {
    const isVisible = readsAll(reader) ? all : sql`owner IS NOT NULL AND rtype NOT IN ${accountTypes}`
    return branchOf(selection, scan(isVisible), limit)
  }
  if (organisation === null) return branchOf(selection, scan(all), limit)
  const ofRecords = sql`rtype NOT IN ${accountTypes}`
  const records = branchOf(selection, scan(sql`owner = ${organisation} AND ${ofRecords}`), limit, ofRecords)
  if (selection.recentChanges || readsAll(reader)) return records
  const ofAccounts = sql`rtype IN ${accountTypes}`
  const account = byKind(selection, scan(sql`owner = ${reader.id} AND ${ofAccounts}`), limit, ofAccounts)
  const ofExports = sql`rtype = 'audit_log'`
  const exports = byKind(selection, scan(sql`actor = ${reader.id} AND ${ofExports}`), limit, ofExports)
  return sql`SELECT id FROM ((${records}) UNION ALL (${account}) UNION ALL (${exports})) merged
    ORDER BY id DESC LIMIT ${limit}`
}

/**
 * The index covers action and resource type together. A filter of either merges one scan per pair that exists: for a
 * rare value, or for two that occur but never together, the planner would expect matches soon and scan all entries that
 * do not match.
 */
function branchOf(
  selection: AuditSelection,
  scan: RawBuilder<unknown>,
  limit: number,
  ofKind: RawBuilder<unknown> = sql`true`,
): RawBuilder<unknown> {
  const { action, resourceType } = selection
  if (isByRecord(selection) || (!action && !resourceType)) return sql`${scan} ORDER BY id DESC LIMIT ${limit}`
  return byKind(selection, scan, limit, ofKind)
}

/** One scan for each existing pair of action and resource type that `ofKind` and the filter permit, merged. */
function byKind(
  selection: AuditSelection,
  scan: RawBuilder<unknown>,
  limit: number,
  ofKind: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const newest = sql`ORDER BY id DESC LIMIT ${limit}`
  if (isByRecord(selection)) return sql`${scan} ${newest}`
  const { action, resourceType } = selection
  const hasAction = action === undefined ? sql`true` : isAmong(action)
  const hasType = resourceType === undefined ? sql`true` : sql`rtype = ${resourceType}`
  return sql`SELECT matches.id
    FROM (${kinds} SELECT * FROM kind WHERE ${ofKind} AND ${hasAction} AND ${hasType}) kind CROSS JOIN LATERAL
      (${scan} AND action = kind.action AND rtype = kind.rtype ${newest}) matches ${newest}`
}

/** An index finds the few entries about one record. */
function isByRecord({ resourceId, changesOf }: AuditSelection): boolean {
  return resourceId !== undefined || changesOf !== undefined
}

/** The existing pairs of action and resource type, read from the index by a loose index scan. */
const kinds = sql.raw(`WITH RECURSIVE kind AS (
  (SELECT action, rtype FROM audit_event ORDER BY action, rtype LIMIT 1)
  UNION ALL
  SELECT later.action, later.rtype FROM kind CROSS JOIN LATERAL (
    SELECT e.action, e.rtype FROM audit_event e WHERE (e.action, e.rtype) > (kind.action, kind.rtype)
    ORDER BY e.action, e.rtype LIMIT 1) later)`)

/** The filter as SQL; undefined if nothing can match. Days become ranges of ids. */
function conditionsOf(
  reader: Reader,
  selection: AuditSelection,
  { before, upTo }: Pick<AuditPageBounds, 'before' | 'upTo'>,
): RawBuilder<boolean> | undefined {
  const { userId, startDate, endDate, action, resourceType, resourceId, changesOf, recentChanges } = selection
  if (userId !== undefined && !isId(userId)) return undefined
  const parts: RawBuilder<unknown>[] = [sql`true`]
  if (before) parts.push(sql`id < ${before}::uuid`)
  if (upTo) parts.push(sql`id <= ${upTo}::uuid`)
  if (startDate) parts.push(sql`id >= ${lowestIdAt(startOfDayInJapan(startDate))}::uuid`)
  if (endDate) parts.push(sql`id < ${lowestIdAt(startOfDayInJapan(addDays(endDate, 1)))}::uuid`)
  if (action) parts.push(isAmong(action))
  if (resourceType) parts.push(sql`rtype = ${resourceType}`)
  if (userId) parts.push(sql`actor = ${userId}::uuid`)
  // Users see the accounts of the office as 管理者, so a filter by account must not reveal which one acted.
  if (userId && !readsAll(reader) && userId !== reader.id)
    parts.push(isColleague(reader, sql`${userId}::uuid`))
  if (resourceId) parts.push(aboutResource(resourceId))
  if (changesOf) parts.push(aboutResource(changesOf))
  if (changesOf || recentChanges) parts.push(changesOnly)
  return sql.join<boolean>(parts, sql` AND `)
}

function isAmong(filter: AuditActionFilter): RawBuilder<unknown> {
  return sql`action = ANY (${filteredActions(filter)}::text[])`
}

function aboutResource(resourceId: string): RawBuilder<unknown> {
  return isId(resourceId)
    ? sql`(rid = ${resourceId} OR subject = ${resourceId}::uuid)`
    : sql`rid = ${resourceId}`
}
