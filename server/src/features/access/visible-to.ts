import { roleLabels } from '@kyc/contract/role-labels.ts'
import { type RawBuilder, sql } from 'kysely'
import type { AccountId } from '../../platform/ids.ts'
import { Problem } from '../../platform/problem.ts'
import { type Actor, isAdmin, isAuditor, readsAll } from './actor.ts'
import type { Scope } from './scope.ts'

/**
 * Ownership as one SQL condition on `performer`: the records that the actor may see, which are those of the
 * organisations that it is a member of (D2, D67). Sealed records are hidden from all actors (D17). Every read of a
 * performer, document or video includes it; a hidden record is a 404. `performer` is the table's name or alias in
 * the query.
 */
export function visibleTo(actor: Actor, performer = 'performer'): RawBuilder<boolean> {
  const isOpen = sql`${sql.ref(performer)}.sealed_at IS NULL`
  return readsAll(actor)
    ? sql<boolean>`(${isOpen})`
    : sql<boolean>`(${isOpen} AND ${isMemberOf(actor, sql.ref(`${performer}.owner_id`))})`
}

/** `visibleTo` for `video`, the table's name or alias in the query (D23). Videos are never sealed. */
export function videoVisibleTo(actor: Actor, video = 'video'): RawBuilder<boolean> {
  return ownedVisibleTo(actor, video)
}

/** `visibleTo` for any table with an `owner_id` whose rows are never sealed. */
export function ownedVisibleTo(actor: Actor, table: string): RawBuilder<boolean> {
  return readsAll(actor) ? sql<boolean>`true` : isMemberOf(actor, sql.ref(`${table}.owner_id`))
}

/** `visibleTo` for `live_video_share`: members of the organisation that a title is shared with may see it (D113). */
export function shareVisibleTo(actor: Actor, share: string): RawBuilder<boolean> {
  return readsAll(actor) ? sql<boolean>`true` : isMemberOf(actor, sql.ref(`${share}.recipient_id`))
}

/** Whether the actor may change a visible record of `owner`. Members with the role 閲覧 and auditors may not. */
export function mayEdit(actor: Actor, owner: RawBuilder<unknown>): RawBuilder<boolean> {
  return isAdmin(actor) ? sql<boolean>`true` : isEditorOf(actor, owner)
}

/** Refuses the change of a visible record; `may_edit` is the column `mayEdit`. */
export function requireEditable({ may_edit }: { readonly may_edit: boolean }): void {
  if (!may_edit) throw new Problem('ORGANISATION_ROLE')
}

/** Whether the actor is a member of `owner` with a role that permits changes; an auditor never is. */
export function isEditorOf(actor: Actor, owner: RawBuilder<unknown>): RawBuilder<boolean> {
  if (isAuditor(actor)) return sql<boolean>`false`
  return sql<boolean>`EXISTS (SELECT FROM active_membership m WHERE m.account_id = ${actor.id}
    AND m.organisation_id = ${owner} AND m.role <> 'viewer')`
}

/** Whether `account` is or was a member of an organisation of the actor, who then sees its name (D3). */
export function isColleague(actor: Pick<Actor, 'id'>, account: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`EXISTS (SELECT FROM membership theirs
    JOIN active_membership own ON own.organisation_id = theirs.organisation_id AND own.account_id = ${actor.id}
    WHERE theirs.account_id = ${account})`
}

/** The id of `actor` if it sees only its colleagues by name; null if it sees every name. */
export function namesFor(actor: Actor): AccountId | null {
  return readsAll(actor) ? null : actor.id
}

/**
 * The name of `account`, an alias of the table, as the account `reader` sees it: 管理者 unless it is the reader or a
 * colleague. A record may come from another organisation, so that its readers may not see all names on it. Null without
 * an account.
 */
export function shownName(reader: AccountId | null, account: string): RawBuilder<string> {
  const [id, name] = [sql.ref(`${account}.id`), sql.ref(`${account}.name`)]
  if (reader === null) return sql<string>`${name}`
  return sql<string>`CASE WHEN ${id} = ${reader}::uuid OR ${isColleague({ id: reader }, id)} THEN ${name}
    WHEN ${id} IS NOT NULL THEN ${roleLabels.admin} END`
}

function isMemberOf(actor: Actor, owner: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`EXISTS (SELECT FROM active_membership m WHERE m.account_id = ${actor.id}
    AND m.organisation_id = ${owner})`
}

/** The records of `scope` for a list or a count of performers `p`. */
export function listedIn({ organisation }: Scope): RawBuilder<boolean> {
  return organisation === null
    ? sql<boolean>`p.sealed_at IS NULL`
    : sql<boolean>`(p.sealed_at IS NULL AND p.owner_id = ${organisation})`
}
