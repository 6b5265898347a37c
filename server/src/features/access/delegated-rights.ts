import type { Role } from '@kyc/contract/accounts.ts'
import { type RawBuilder, sql } from 'kysely'

/** A right of the account `author`, as a condition on its row. */
type Right = RawBuilder<boolean>

/**
 * Whether the account in the column `by` may still give the right that it delegated by an invitation, a link or a
 * request: such a right works only while its author is enabled and has it (D118).
 */
export function authorStillMay(by: string, right: Right): RawBuilder<boolean> {
  return sql<boolean>`EXISTS (SELECT FROM account author
    WHERE author.id = ${sql.ref(by)} AND author.disabled_at IS NULL AND ${right})`
}

/** The right to make requests that another superadmin confirms (D116). */
export const requestAsSuperadmin: Right = sql<boolean>`author.role = 'superadmin'`

/**
 * The right to send links to performers of the organisation in the column `owner`. The organisation must be approved
 * (D66, D115).
 */
export function sendLinksFor(owner: string): Right {
  return sql<boolean>`(${isApproved(owner)} AND ${editRecordsOf(owner)})`
}

/**
 * The right to send links to packs of the organisation in `owner`. A pack with legible IDs requires a superadmin
 * (D109).
 */
export function sharePacksOf(owner: string, unmasked: string): Right {
  return sql<boolean>`(author.role = 'superadmin' OR NOT ${sql.ref(unmasked)} AND ${editRecordsOf(owner)})`
}

/**
 * The right to change the records of the organisation in the column `owner`, and to let other organisations open
 * documents of its titles (D113).
 */
export function editRecordsOf(owner: string): Right {
  return sql<boolean>`(author.role IN ('admin', 'superadmin') OR author.role = 'user' AND EXISTS (
    SELECT FROM active_membership m
    WHERE m.account_id = author.id AND m.organisation_id = ${sql.ref(owner)} AND m.role <> 'viewer'))`
}

/**
 * The right to invite members to the organisation in the column `organisation`. The organisation must be approved.
 * Auditors change nothing, whatever their membership.
 */
export function inviteMembersOf(organisation: string): Right {
  return sql<boolean>`(${isApproved(organisation)} AND author.role <> 'auditor' AND EXISTS (SELECT FROM membership m
    WHERE m.account_id = author.id AND m.organisation_id = ${sql.ref(organisation)} AND m.role = 'representative'
      AND m.left_at IS NULL))`
}

/**
 * The right to invite accounts with the role in the column `role` (D5). Representatives of approved companies may
 * invite users too, because they invite members.
 */
export function inviteWithRole(role: string): Right {
  const user: Role = 'user'
  return sql<boolean>`(author.role = 'superadmin' OR ${sql.ref(role)} = ${user} AND (author.role = 'admin'
    OR author.role <> 'auditor' AND EXISTS (SELECT FROM active_membership m JOIN organisation o ON o.id = m.organisation_id
      WHERE m.account_id = author.id AND m.role = 'representative' AND o.kind <> 'personal' AND o.approved_at IS NOT NULL)))`
}

function isApproved(organisation: string): RawBuilder<boolean> {
  return sql<boolean>`EXISTS (SELECT FROM organisation o WHERE o.id = ${sql.ref(organisation)} AND o.approved_at IS NOT NULL)`
}
