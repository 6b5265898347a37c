import { type RawBuilder, sql } from 'kysely'
import { type Actor, isAdmin } from '../../access/actor.ts'
import { visibleTo } from '../../access/visible-to.ts'

/**
 * `visibleTo` for lists and counts: "version > 0", true of every row, lets in the indexes over all owners, which a
 * list of one owner must not walk (migration 0003). The table is called `p`.
 */
export function listedFor(actor: Actor): RawBuilder<boolean> {
  return isAdmin(actor) ? sql`(${visibleTo(actor, 'p')} AND p.version > 0)` : visibleTo(actor, 'p')
}
