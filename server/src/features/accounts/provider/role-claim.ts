import { ladder, type Role } from '@kyc/contract/accounts.ts'
import { sql } from 'kysely'
import type { Tx } from '../../../platform/db/transaction.ts'
import { mailSuperadmin } from '../../mails/mail-second-person.ts'
import type { AccountServices } from '../account-services.ts'
import { recordAccount } from '../record-account.ts'
import { endSessions } from '../sessions/sessions.ts'
import { needsConfirmation, requestSuperadmin } from '../users/superadmin-request.ts'
import { deleteClaimedRequest } from '../users/superadmin-request-repository.ts'
import { type ProviderAccountRow, setRole } from './provider-repository.ts'

/** The role in the claims of a token; undefined if it is unknown. Only superadmins appoint auditors (D67). */
export function claimedRole(claim: unknown): Role | undefined {
  return ladder.find((role) => role === claim)
}

/**
 * The role that an account gets if `wanted` is the role of its claims, or without claims its own role. A new superadmin
 * is an admin until another superadmin confirms.
 */
export async function grantedRole(
  services: AccountServices,
  tx: Tx,
  account: { readonly id: string; readonly role: Role },
  wanted: Role,
): Promise<Role> {
  if (account.role === 'superadmin') return wanted
  return (await needsConfirmation(services, tx, wanted, [account.id])) ? 'admin' : wanted
}

interface FollowedClaim {
  readonly id: string
  readonly before: Role
  readonly after: Role
  readonly claim: Role | undefined
  readonly ip: string | null
}

/**
 * Requests the confirmation that the claim needs, or else ends the request of an earlier claim. Mails superadmins if
 * the account becomes one of them or is none any more.
 */
export async function followClaim(
  services: Omit<AccountServices, 'log'>,
  tx: Tx,
  { id, before, after, claim, ip }: FollowedClaim,
): Promise<void> {
  if (claim === 'superadmin' && after !== claim) {
    if (await requestSuperadmin(services, tx, null, id))
      await recordAccount(services, tx, 'update', id, { ip }, { change: 'superadmin_requested' })
  } else {
    await deleteClaimedRequest(tx, id)
  }
  if ((before === 'superadmin') === (after === 'superadmin')) return
  const event = after === 'superadmin' ? 'added' : 'removed'
  await mailSuperadmin(services, tx, { event, accountId: id, actor: null })
}

/**
 * Sets the account's role to that of the claims, or without one back to its own (spec §6). A change of
 * role ends the sessions. Claims have no effect on an unverified account, don't demote the
 * last superadmin, and make a superadmin only with a confirmation. The role of an invitation that has ended was never
 * the account's own.
 */
export async function applyRoleClaim(
  services: AccountServices,
  tx: Tx,
  account: ProviderAccountRow & { readonly invitationEnded: boolean },
  claim: Role | undefined,
  ip: string | null,
): Promise<void> {
  const { audit, clock, log } = services
  if (!account.email_verified) return
  const given = account.invitationEnded ? 'user' : account.role
  const own = account.role_managed ? (account.own_role ?? 'user') : given
  const role = await grantedRole(services, tx, { id: account.id, role: given }, claim ?? own)
  const managed = claim !== undefined
  const demotes = account.role === 'superadmin' && role !== 'superadmin'
  if (demotes && (await isLastSuperadmin(tx, account.id))) {
    log.warn({ security: true, accountId: account.id }, 'claims would demote the last superadmin')
    return
  }
  await followClaim(services, tx, { id: account.id, before: account.role, after: role, claim, ip })
  if (role === account.role && managed === account.role_managed) return
  const after = { role, role_managed: managed, own_role: managed ? own : null }
  await setRole(tx, account.id, after, clock.now())
  if (role !== account.role) await endSessions(tx, account.id)
  await recordAccount(
    { audit },
    tx,
    'update',
    account.id,
    { ip },
    {
      before: { role: account.role, roleManaged: account.role_managed },
      after: { role, roleManaged: managed },
    },
  )
}

/** Locks all enabled superadmins in the order of ids, like `actOnUser`, until the end of the transaction. */
async function isLastSuperadmin(tx: Tx, accountId: string): Promise<boolean> {
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM account WHERE role = 'superadmin' AND disabled_at IS NULL
    ORDER BY id FOR NO KEY UPDATE`.execute(tx)
  return rows.every((row) => row.id === accountId)
}
