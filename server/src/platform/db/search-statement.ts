import { type RawBuilder, sql } from 'kysely'

/** The parts of a search; each is a SELECT that names its table alike. */
export interface SearchParts {
  /** The matches among the first rows of the list, in the order of the list, at most `enough`. */
  readonly near: RawBuilder<unknown>
  /** A row of the list behind those that `near` reads, if there is one. */
  readonly beyond: RawBuilder<unknown>
  /** All matches, found by an index and unordered. Has a WHERE, to which conditions are added; may end the statement. */
  readonly indexed: (condition: RawBuilder<boolean>) => RawBuilder<unknown>
  readonly enough: number
}

/**
 * The start of a statement with two common table expressions, `near` and `far`. Frequent matches fill `near` from the
 * first rows of the list. Where they don't, and the list goes on, `far` has all matches; otherwise it is not executed.
 */
export function withMatches({ near, beyond, indexed, enough }: SearchParts): RawBuilder<unknown> {
  const tooFew = sql<boolean>`(SELECT count(*) FROM near) < ${enough} AND EXISTS (${beyond})`
  return sql`WITH near AS MATERIALIZED (${near}), far AS MATERIALIZED (${indexed(tooFew)})`
}
