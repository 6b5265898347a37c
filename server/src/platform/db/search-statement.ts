import { type RawBuilder, sql } from 'kysely'

/** The parts of a search: SELECT statements that use the same table alias. */
interface SearchParts {
  /** The matches among the first rows of the list, in list order, at most `enough`. */
  readonly near: RawBuilder<unknown>
  /** A row of the list after the rows that `near` reads, if there is one. */
  readonly beyond: RawBuilder<unknown>
  /** All matches, unordered, from an index. Contains a WHERE clause, to which `condition` is added. */
  readonly indexed: (condition: RawBuilder<boolean>) => RawBuilder<unknown>
  readonly enough: number
}

/**
 * The start of a statement with two common table expressions, `near` and `far`. Frequent matches fill `near`
 * from the first rows of the list. If `near` is not full and the list has more rows, `far` contains all
 * matches; otherwise `far` is not executed.
 */
export function withMatches({ near, beyond, indexed, enough }: SearchParts): RawBuilder<unknown> {
  const tooFew = sql<boolean>`(SELECT count(*) FROM near) < ${enough} AND EXISTS (${beyond})`
  return sql`WITH near AS MATERIALIZED (${near}), far AS MATERIALIZED (${indexed(tooFew)})`
}
