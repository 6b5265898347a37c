import type { MemberRole } from '@kyc/contract/organisations.ts'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { prepared } from '../../platform/db/prepared.ts'
import type { Tx } from '../../platform/db/transaction.ts'
import { type AccountId, isId, type OrganisationId } from '../../platform/ids.ts'
import { Problem } from '../../platform/problem.ts'
import { type Actor, isAuditor, readsAll } from './actor.ts'

/** The records that a list, a count or a log covers: of one organisation, or null for all. */
export interface Scope {
  readonly organisation: OrganisationId | null
  /** The account that sees only its colleagues by name; null for a reader who sees every name. */
  readonly namesFor: AccountId | null
}

/** An account that reads a list in a scope. */
export interface Reader extends Actor {
  readonly scope: Scope
}

/** The personal organisation that was created with an account has the id of the account. */
export function personalOf(accountId: AccountId): OrganisationId {
  return accountId as string as OrganisationId // see above; a founder may have left it since
}

/** The scope of admins, unless they select an organisation. */
export const everything: Scope = { organisation: null, namesFor: null }

interface Membership {
  readonly id: OrganisationId
  readonly role: MemberRole
  readonly disabled: boolean
}

/** The organisations whose records a user may see. */
export async function organisationsOf(db: Db, accountId: AccountId): Promise<OrganisationId[]> {
  const { rows } = await sql<{ organisation_id: OrganisationId }>`
    SELECT organisation_id FROM active_membership WHERE account_id = ${accountId}`.execute(db)
  return rows.map((row) => row.organisation_id)
}

/** A call whose query may select an organisation. */
export interface ListCall {
  readonly actor: Actor
  readonly sent: (parameter: string) => string | undefined
}

/** Finds the scope of a list. */
export function scopeOf(db: Db) {
  return ({ actor, sent }: ListCall) => findScope(db, actor, sent('organisation'))
}

/** Finds the scope of an export, which the role 閲覧 does not permit. */
export function exportScope(db: Db) {
  return async ({ actor, sent }: ListCall): Promise<Scope> =>
    readsAll(actor)
      ? findScope(db, actor, sent('organisation'))
      : { organisation: await ownerForNew(db, actor, sent('organisation')), namesFor: actor.id }
}

/**
 * The scope of a list: `organisation` if given, else everything for admins, and for users the first of their
 * organisations, companies before the personal one.
 */
async function findScope(db: Db, actor: Actor, organisation: string | undefined): Promise<Scope> {
  if (!readsAll(actor))
    return { organisation: (await findMembership(db, actor, organisation)).id, namesFor: actor.id }
  if (organisation === undefined) return everything
  const found = isId(organisation)
    ? await db.selectFrom('organisation').select('id').where('id', '=', organisation).executeTakeFirst()
    : undefined
  if (!found) throw new Problem('ORGANISATION_NOT_FOUND')
  // The cast is correct: the id is that of a row of `organisation`.
  return { organisation: found.id as OrganisationId, namesFor: null }
}

/**
 * The organisation that a new record belongs to; by default the first as in a list, for admins as well.
 */
export async function ownerForNew(
  db: Db,
  actor: Actor,
  organisation: string | undefined,
): Promise<OrganisationId> {
  if (isAuditor(actor)) throw new Problem('FORBIDDEN')
  const { id, role } = await findMembership(db, actor, organisation)
  if (role === 'viewer') throw new Problem('ORGANISATION_ROLE')
  return id
}

/**
 * Confirms that the actor may still add records to `owner`, and returns the name of the organisation. Locks the
 * organisation, then the membership, until the transaction ends: a removal, a disabling or a merge waits until then, or
 * comes first and makes this call fail. The rows are locked in the order of the tables.
 */
export async function holdMembership(tx: Tx, actor: Actor, owner: OrganisationId): Promise<{ name: string }> {
  const { rows } = await sql<{ name: string }>`${prepared}
    SELECT o.name FROM organisation o JOIN membership m ON m.organisation_id = o.id
    WHERE m.account_id = ${actor.id}::uuid AND m.organisation_id = ${owner}::uuid AND m.left_at IS NULL AND m.role <> 'viewer'
      AND o.disabled_at IS NULL FOR SHARE`.execute(tx)
  const [organisation] = rows
  if (!organisation) throw new Problem('ORGANISATION_NOT_FOUND')
  return organisation
}

/** The default of lists first: organisations in use before disabled ones, companies before the personal one. */
export const membershipOrder = sql.raw(
  "ORDER BY o.disabled_at IS NOT NULL, o.kind = 'personal', m.joined_at, o.id",
)

async function findMembership(db: Db, actor: Actor, wanted: string | undefined): Promise<Membership> {
  if (wanted !== undefined && !isId(wanted)) throw new Problem('ORGANISATION_NOT_FOUND')
  const isWanted = wanted === undefined ? sql`true` : sql`o.id = ${wanted}`
  const { rows } = await sql<Membership>`
    SELECT o.id, m.role, o.disabled_at IS NOT NULL AS disabled
    FROM membership m JOIN organisation o ON o.id = m.organisation_id
    WHERE m.account_id = ${actor.id} AND m.left_at IS NULL AND ${isWanted}
    ${membershipOrder} LIMIT 1`.execute(db)
  const [membership] = rows
  if (!membership) throw new Problem('ORGANISATION_NOT_FOUND')
  if (membership.disabled) throw new Problem('ORGANISATION_DISABLED')
  return membership
}
