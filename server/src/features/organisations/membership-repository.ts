import type { MemberRole, OrganisationKind } from '@kyc/contract/organisations.ts'
import { sql } from 'kysely'
import type { Tx } from '../../platform/db/transaction.ts'
import { type AccountId, isId, type OrganisationId } from '../../platform/ids.ts'

export interface LockedOrganisation {
  readonly id: OrganisationId
  readonly name: string
  readonly kind: OrganisationKind
  readonly version: number
  readonly disabled_reason: string | null
  readonly legal_name: string | null
  readonly contact: string | null
  readonly approved_at: Date | null
  readonly cancelled_on: string | null
  readonly signing_wait_days: number
}

/**
 * Locks the organisation until the end of the transaction. Every change of a membership does this first, so the
 * memberships that the transaction reads afterwards cannot change.
 */
export async function lockOrganisation(tx: Tx, id: string): Promise<LockedOrganisation | undefined> {
  if (!isId(id)) return undefined
  return tx
    .selectFrom('organisation')
    .select([
      'id',
      'name',
      'kind',
      'version',
      'disabled_reason',
      'legal_name',
      'contact',
      'approved_at',
      'cancelled_on',
      'signing_wait_days',
    ])
    .where('id', '=', id)
    .$narrowType<{ id: OrganisationId }>()
    .forNoKeyUpdate()
    .executeTakeFirst()
}

interface MembershipRow {
  readonly role: MemberRole
  readonly name: string
  readonly left: boolean
  /** The account is disabled. */
  readonly disabled: boolean
}

/** A present or former member. */
export async function findMembership(
  tx: Tx,
  organisation: string,
  accountId: AccountId,
): Promise<MembershipRow | undefined> {
  if (!isId(accountId)) return undefined
  const { rows } = await sql<MembershipRow>`
    SELECT m.role, a.name, m.left_at IS NOT NULL AS left, a.disabled_at IS NOT NULL AS disabled
    FROM membership m JOIN account a ON a.id = m.account_id
    WHERE m.organisation_id = ${organisation} AND m.account_id = ${accountId}::uuid`.execute(tx)
  return rows[0]
}

/** Whether the organisation has a representative besides the account whose own account is enabled. */
export async function hasOtherRepresentative(
  tx: Tx,
  organisation: string,
  accountId: AccountId,
): Promise<boolean> {
  const other = await tx
    .selectFrom('membership')
    .innerJoin('account', 'account.id', 'membership.account_id')
    .select('account.id')
    .where('organisation_id', '=', organisation)
    .where('account_id', '!=', accountId)
    .where('membership.role', '=', 'representative')
    .where('left_at', 'is', null)
    .where('disabled_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return other !== undefined
}

/** Whether a member has this address. */
export async function isMemberAddress(tx: Tx, organisation: string, emailKey: string): Promise<boolean> {
  const member = await tx
    .selectFrom('membership')
    .innerJoin('account', 'account.id', 'membership.account_id')
    .select('account.id')
    .where('organisation_id', '=', organisation)
    .where('left_at', 'is', null)
    .where('email_key', '=', emailKey)
    .executeTakeFirst()
  return member !== undefined
}

/** Adds the account, or a former member again. A present member keeps its role. */
export async function addMember(
  tx: Tx,
  {
    organisation,
    accountId,
    role,
    at,
  }: { organisation: string; accountId: AccountId; role: MemberRole; at: Date },
): Promise<void> {
  await tx
    .insertInto('membership')
    .values({ organisation_id: organisation, account_id: accountId, role, joined_at: at })
    .onConflict((conflict) =>
      conflict
        .columns(['account_id', 'organisation_id'])
        .doUpdateSet({ role, joined_at: at, left_at: null })
        .where('membership.left_at', 'is not', null),
    )
    .execute()
}

export async function setMemberRole(
  tx: Tx,
  organisation: string,
  accountId: AccountId,
  role: MemberRole,
): Promise<void> {
  await tx
    .updateTable('membership')
    .set({ role })
    .where('organisation_id', '=', organisation)
    .where('account_id', '=', accountId)
    .execute()
}

/**
 * Ends the membership. An account without another one gets a new personal organisation. The update of the membership
 * locks the account (trigger `narrow_access`), so of two concurrent removals the second one sees the first.
 */
export async function endMembership(
  tx: Tx,
  { organisation, accountId, at }: { organisation: string; accountId: AccountId; at: Date },
): Promise<void> {
  await tx
    .updateTable('membership')
    .set({ left_at: at })
    .where('organisation_id', '=', organisation)
    .where('account_id', '=', accountId)
    .execute()
  await sql`SELECT create_personal_organisation(a, ${at}) FROM account a WHERE a.id = ${accountId}::uuid
    AND NOT EXISTS (SELECT FROM membership m WHERE m.account_id = a.id AND m.left_at IS NULL)`.execute(tx)
}
