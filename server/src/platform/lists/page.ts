import { limits } from '@kyc/contract/limits.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../db/database.ts'
import type { CursorCodec } from './cursor.ts'

/** The position and count of a page of a list. */
export interface PageInfo {
  /** The cursor of the next page; null after the last one. */
  readonly next: string | null
  readonly total: number
  /** False if the count stopped at `limits.countBound`. */
  readonly exact: boolean
}

/** Cuts a page out of `rows`, which contain one row more than the page if the list continues. */
export function cutPage<Row>(
  rows: readonly Row[],
  limit: number,
  cursorAfter: (last: Row) => string,
): { shown: Row[]; next: string | null } {
  const shown = rows.slice(0, limit)
  const last = rows.length > limit ? shown.at(-1) : undefined
  return { shown, next: last === undefined ? null : cursorAfter(last) }
}

/** The total for `count`, which the query stopped at one more than `limits.countBound`. */
export function boundedTotal(count: number): Pick<PageInfo, 'total' | 'exact'> {
  return { total: Math.min(count, limits.countBound), exact: count <= limits.countBound }
}

/**
 * A page of a list in descending order of ids, which is newest first, and its total. `list` names the
 * list and its filters: a cursor is valid for these only. `find` returns rows with ids below `before`.
 */
export async function pageById<Row extends { readonly id: string }>(
  cursors: CursorCodec,
  list: readonly unknown[],
  {
    limit = limits.page.size,
    cursor,
  }: { readonly limit?: number | undefined; readonly cursor?: string | undefined },
  find: (bounds: { before: string | undefined; limit: number }) => Promise<Row[]>,
  count: () => Promise<number>,
): Promise<{ rows: Row[]; page: PageInfo }> {
  const name = JSON.stringify(list)
  const before = cursor === undefined ? undefined : cursors.decode(name, cursor)[0]
  const { shown, next } = cutPage(await find({ before, limit: limit + 1 }), limit, ({ id }) =>
    cursors.encode(name, [id]),
  )
  return { rows: shown, page: { next, ...boundedTotal(await count()) } }
}

/**
 * The number of `rows`, a SELECT statement, counted up to `bound`: one more than `limits.countBound`. `mark` may be
 * `prepared`.
 */
export async function countBounded(
  db: Db,
  rows: RawBuilder<unknown>,
  bound = limits.countBound + 1,
  mark: RawBuilder<unknown> = sql``,
): Promise<number> {
  const { rows: counted } = await sql<{ n: number }>`${mark}SELECT ${countOf(rows, bound)} AS n`.execute(db)
  return counted[0]?.n ?? 0
}

/** The same count as an expression within another statement. */
export function countOf(rows: RawBuilder<unknown>, bound: number): RawBuilder<number> {
  return sql`(SELECT count(*) FROM (${rows} LIMIT ${sql.lit(bound)}) counted)`
}
