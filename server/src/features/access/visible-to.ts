import { type RawBuilder, sql } from 'kysely'
import { type Actor, isAdmin } from './actor.ts'

/**
 * Ownership as one SQL condition on `performer`: the records that the actor may see (D2). Sealed records are
 * hidden from all actors (D17). Every read of a performer, document or video includes it; a hidden record is
 * a 404. `performer` is the table's name or alias in the query.
 */
export function visibleTo(actor: Actor, performer = 'performer'): RawBuilder<boolean> {
  const table = sql.ref(performer)
  return isAdmin(actor)
    ? sql<boolean>`(${table}.sealed_at IS NULL)`
    : sql<boolean>`(${table}.sealed_at IS NULL AND ${table}.owner_id = ${actor.id})`
}

/**
 * `visibleTo` for a list or a count of performers `p`. "version > 0" is true for every row and makes the
 * partial indexes over all owners usable; without it, PostgreSQL may use them to find one owner's rows
 * (docs/decisions/0046).
 */
export function listedFor(actor: Actor): RawBuilder<boolean> {
  return isAdmin(actor) ? sql`(${visibleTo(actor, 'p')} AND p.version > 0)` : visibleTo(actor, 'p')
}

/** `visibleTo` for `video`, the table's name or alias in the query (D23). Videos are never sealed. */
export function videoVisibleTo(actor: Actor, video = 'video'): RawBuilder<boolean> {
  return isAdmin(actor) ? sql<boolean>`true` : sql<boolean>`(${sql.ref(video)}.owner_id = ${actor.id})`
}
