import { type AnyDocumentType, anyDocumentTypes } from '@kyc/contract/document-vocabulary.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import { lowestIdAt } from '../../../platform/ids.ts'
import { type Shown, shownBy } from './shown-by.ts'

/** The entries of one account in a period. */
export interface LeakPeriod {
  readonly accountId: string
  readonly from: Date
  /** Not included. */
  readonly until: Date
}

/** The kind of each entry by the table; an entry that it does not name counts as an act. */
const shown = sql.raw(
  `CASE WHEN e.action = 'export' AND e.rtype = 'performer' AND e.rid IS NULL THEN 'list' ${Object.entries(
    shownBy,
  )
    .flatMap(([action, types]) =>
      Object.entries(types).map(
        ([type, kind]) => `WHEN e.action = '${action}' AND e.rtype = '${type}' THEN '${kind}'`,
      ),
    )
    .join(' ')} ELSE 'act' END`,
)

/** The performer that an entry is about; null for a forged id. */
const person = sql.raw(`coalesce(e.subject, CASE WHEN e.rtype = 'performer'
  AND e.rid ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' THEN e.rid::uuid END)`)

/** The entries of the account in the period, a range of the index of its entries. */
function entriesOf({ accountId, from, until }: LeakPeriod): RawBuilder<unknown> {
  return sql`audit_event e WHERE e.actor = ${accountId}::uuid
    AND e.id >= ${lowestIdAt(from)}::uuid AND e.id < ${lowestIdAt(until)}::uuid`
}

/** The performers with an entry that shows something of them, each once. */
function seenPerformers(period: LeakPeriod): RawBuilder<unknown> {
  return sql`SELECT person, min(at_us) AS first_us, max(at_us) AS last_us,
      count(*) FILTER (WHERE shown = 'record')::int AS opened,
      count(*) FILTER (WHERE shown = 'document')::int AS documents,
      count(*) FILTER (WHERE shown = 'archive')::int AS archives,
      count(*) FILTER (WHERE shown = 'act')::int AS acts
    FROM (SELECT ${person} AS person, ${shown} AS shown, e.at_us FROM ${entriesOf(period)}) seen
    WHERE person IS NOT NULL AND shown <> 'nothing' GROUP BY person`
}

export interface LeakTotals {
  readonly performers: number
  readonly opened: number
  readonly documented: number
  readonly archives: number
  readonly acted: number
}

/** How many performers the account has seen, and how. */
export async function countSeen(db: Db, period: LeakPeriod): Promise<LeakTotals> {
  const { rows } = await sql<LeakTotals>`
    SELECT count(*)::int AS performers,
      count(*) FILTER (WHERE opened > 0)::int AS opened,
      count(*) FILTER (WHERE documents > 0)::int AS documented,
      count(*) FILTER (WHERE archives > 0)::int AS archives,
      count(*) FILTER (WHERE acts > 0)::int AS acted
    FROM (${seenPerformers(period)}) performers`.execute(db)
  const [totals] = rows
  if (!totals) throw new Error('a count has one row')
  return totals
}

export interface SeenType {
  readonly type: AnyDocumentType
  readonly performers: number
  readonly opened: number
  readonly downloaded: number
}

/** The types of the documents that the account has opened, in the order of the slots. */
export async function countTypes(db: Db, period: LeakPeriod): Promise<SeenType[]> {
  const { rows } = await sql<SeenType>`
    SELECT split_part(rid, '/', 2) AS type, count(*)::int AS performers,
      sum(opened)::int AS opened, sum(downloaded)::int AS downloaded
    FROM (
      SELECT e.rid, count(*) FILTER (WHERE e.action = 'read') AS opened,
        count(*) FILTER (WHERE e.action = 'download') AS downloaded
      FROM ${entriesOf(period)} AND e.rtype = 'document' AND e.action IN ('read', 'download')
      GROUP BY e.rid) documents
    GROUP BY 1`.execute(db)
  const order = (type: AnyDocumentType) => anyDocumentTypes.indexOf(type)
  return rows.filter(({ type }) => order(type) >= 0).toSorted((a, b) => order(a.type) - order(b.type))
}

/** The kinds of entries that show `kind`, as ranges of the index of account, action and resource type. */
function isShown(kind: Shown): RawBuilder<unknown> {
  const kinds = Object.entries(shownBy).flatMap(([action, types]) =>
    Object.entries(types).flatMap(([type, shows]) => (shows === kind ? [[action, type] as const] : [])),
  )
  if (kind === 'list') kinds.push(['export', 'performer'])
  return sql`(${sql.join(
    kinds.map(([action, type]) => sql`(e.action = ${sql.lit(action)} AND e.rtype = ${sql.lit(type)})`),
    sql` OR `,
  )}) AND ${shown} = ${sql.lit(kind)}`
}

/** How often the account has opened attachments of requests. */
export async function countEvidence(db: Db, period: LeakPeriod): Promise<number> {
  const { rows } = await sql<{ n: number }>`SELECT count(*)::int AS n
    FROM ${entriesOf(period)} AND ${isShown('evidence')}`.execute(db)
  return rows[0]?.n ?? 0
}

export interface ListedRow {
  readonly id: string
  readonly at_us: number
  readonly rtype: string
  readonly details_enc: Buffer | null
}

/** The newest `limit` lists that the account has exported or read as one, and the number of all of them. */
export async function findLists(
  db: Db,
  period: LeakPeriod,
  limit: number,
): Promise<{ rows: ListedRow[]; count: number }> {
  const lists = sql`${entriesOf(period)} AND ${isShown('list')}`
  const { rows } = await sql<ListedRow>`
    SELECT e.id, e.at_us, e.rtype, pii.details_enc
    FROM (SELECT e.id, e.at_us, e.rtype FROM ${lists} ORDER BY e.id DESC LIMIT ${limit}) e
      LEFT JOIN audit_pii pii ON pii.event_id = e.id ORDER BY e.id DESC`.execute(db)
  const counted = await sql<{ n: number }>`SELECT count(*)::int AS n FROM ${lists}`.execute(db)
  return { rows, count: counted.rows[0]?.n ?? 0 }
}

export interface SeenRow {
  readonly person: string
  readonly first_us: number
  readonly last_us: number
  readonly opened: number
  readonly documents: number
  readonly archives: number
  readonly acts: number
  /** Null for a sealed or destroyed record. */
  readonly name: string | null
  readonly organisation: string | null
  /** The number of all performers. */
  readonly total: number
}

/** The performers that the account has seen after a position, in the order of their first entries. */
export async function findSeen(
  db: Db,
  period: LeakPeriod,
  {
    after,
    limit,
  }: { readonly after: { firstUs: string; person: string } | undefined; readonly limit: number },
): Promise<SeenRow[]> {
  const from = after
    ? sql`WHERE (first_us, person) > (${after.firstUs}::bigint, ${after.person}::uuid)`
    : sql``
  const { rows } = await sql<SeenRow>`
    WITH performers AS MATERIALIZED (${seenPerformers(period)})
    SELECT seen.*, (SELECT count(*)::int FROM performers) AS total, CASE WHEN p.sealed_at IS NULL THEN concat_ws(' ', p.last_name, p.first_name) END AS name,
      CASE WHEN p.sealed_at IS NULL THEN o.name END AS organisation
    FROM (SELECT * FROM performers ${from}
        ORDER BY first_us, person LIMIT ${limit}) seen
      LEFT JOIN performer p ON p.id = seen.person LEFT JOIN organisation o ON o.id = p.owner_id
    ORDER BY seen.first_us, seen.person`.execute(db)
  return rows
}

export interface OpenedRow {
  readonly id: string
  readonly action: 'read' | 'download'
  readonly subject: string
  readonly type: string
  /** Null once it was destroyed with the record. */
  readonly details_enc: Buffer | null
}

/**
 * The next `limit` entries of one action on documents after an id, of some performers or of all: a range of the index,
 * in its order.
 */
export async function findOpened(
  db: Db,
  period: LeakPeriod,
  {
    action,
    persons,
    after,
    limit,
  }: {
    readonly action: OpenedRow['action']
    readonly persons: readonly string[] | 'all'
    readonly after: string | undefined
    readonly limit: number
  },
): Promise<OpenedRow[]> {
  const ofPersons = persons === 'all' ? sql`true` : sql`e.subject = ANY(${persons}::uuid[])`
  const later = after === undefined ? sql`true` : sql`e.id > ${after}::uuid`
  const { rows } = await sql<OpenedRow>`
    SELECT e.id, e.action, e.subject, split_part(e.rid, '/', 2) AS type, pii.details_enc
    FROM (SELECT e.id, e.action, e.subject, e.rid FROM ${entriesOf(period)} AND ${later}
        AND e.rtype = 'document' AND e.action = ${sql.lit(action)} AND e.subject IS NOT NULL AND ${ofPersons}
      ORDER BY e.id LIMIT ${limit}) e
      LEFT JOIN audit_pii pii ON pii.event_id = e.id ORDER BY e.id`.execute(db)
  return rows
}

/** The blackened versions among the documents of some performers, as `{performer}/{type}/{version}`. */
export async function findMasked(db: Db, persons: readonly string[] | 'all'): Promise<Set<string>> {
  const ofPersons = persons === 'all' ? sql`true` : sql`performer_id = ANY(${persons}::uuid[])`
  const { rows } = await sql<{ key: string }>`SELECT performer_id || '/' || type || '/' || version AS key
    FROM document_version WHERE masked_share > 0 AND ${ofPersons}`.execute(db)
  return new Set(rows.map(({ key }) => key))
}

/** The titles of videos by id. */
export async function findTitles(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ id: string; title: string }>`
    SELECT id, title FROM video WHERE id = ANY(${ids}::uuid[])`.execute(db)
  return new Map(rows.map(({ id, title }) => [id, title]))
}

/** The name of an account. */
export async function findAccountName(db: Db, id: string): Promise<string | undefined> {
  const { rows } = await sql<{ name: string }>`SELECT name FROM account WHERE id = ${id}::uuid`.execute(db)
  return rows[0]?.name
}
