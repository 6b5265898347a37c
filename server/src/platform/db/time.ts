import { type RawBuilder, sql } from 'kysely'

// All times come from the clock of the database, which all servers share.

/** A duration in milliseconds as an interval. */
export function interval(milliseconds: number): RawBuilder<unknown> {
  return sql`make_interval(secs => ${milliseconds / 1000})`
}

/** The time `milliseconds` before now. */
export function ago(milliseconds: number): RawBuilder<Date> {
  return sql<Date>`now() - ${interval(milliseconds)}`
}

/** The time `milliseconds` from now. */
export function fromNow(milliseconds: number): RawBuilder<Date> {
  return sql<Date>`now() + ${interval(milliseconds)}`
}
