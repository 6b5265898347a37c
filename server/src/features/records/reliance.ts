import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../platform/db/transaction.ts'

// A record whose identity another organisation has checked (D126): what every reader of records needs.

/**
 * The reliance of the performer `performer`, an alias of its table, that counts now: a part of FROM under the alias
 * `reliance`.
 */
export function relianceOf(performer: string): RawBuilder<unknown> {
  return sql`(SELECT * FROM identity_reliance_now current WHERE current.performer_id = ${sql.ref(`${performer}.id`)}
    AND current.over IS NULL AND current.in_use) reliance`
}

/**
 * Whether another organisation's check replaces the documents of the performer now. A subquery with a value reads one
 * row by its index, where EXISTS in a list would read all reliances first.
 */
export function isRelied(performer: string): RawBuilder<boolean> {
  return sql<boolean>`coalesce((SELECT is_relied(r.performer_id) FROM identity_reliance r
    WHERE r.performer_id = ${sql.ref(`${performer}.id`)} AND r.ended_at IS NULL), false)`
}

/** Whether the facts of a record are those of a reliance that has not ended, also while it is suspended. */
export async function hasReliedFacts(tx: Tx, performerId: string): Promise<boolean> {
  const { rows } =
    await sql`SELECT FROM identity_reliance WHERE performer_id = ${performerId}::uuid AND ended_at IS NULL`.execute(
      tx,
    )
  return rows.length > 0
}
