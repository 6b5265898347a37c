import { type Role, roles } from '@kyc/contract/accounts.ts'
import type { Tx } from '../../../platform/db/transaction.ts'
import type { AccountServices } from '../account-services.ts'
import { endSessions } from '../sessions/sessions.ts'
import { isLastSuperadmin } from '../users/last-superadmin.ts'
import { type ProviderAccountRow, setRole } from './provider-repository.ts'

/** The role of a token's claims; a role that we don't know is none. */
export function claimedRole(claim: unknown): Role | undefined {
  return roles.find((role) => role === claim)
}

/**
 * Gives the account the role of the claims; without one the record's own role counts (again) (spec §6, D30). A change
 * of rights ends the sessions (D27). An unverified account has no rank to give (D56). The last superadmin keeps the rank whatever the claims say (D5).
 */
export async function applyRoleClaim(
  { audit, clock, log }: Pick<AccountServices, 'audit' | 'clock' | 'log'>,
  tx: Tx,
  account: ProviderAccountRow,
  claim: Role | undefined,
  ip: string | null,
): Promise<void> {
  if (!account.email_verified) return
  const own = account.role_managed ? (account.own_role ?? 'user') : account.role
  const role = claim ?? own
  const managed = claim !== undefined
  if (role === account.role && managed === account.role_managed) return
  const endsRank = account.role === 'superadmin' && role !== 'superadmin'
  if (endsRank && (await isLastSuperadmin(tx, account.id))) {
    log.warn({ security: true, accountId: account.id }, 'claims would take the last superadmin away')
    return
  }
  const after = { role, role_managed: managed, own_role: managed ? own : null }
  await setRole(tx, account.id, after, clock.now())
  if (role !== account.role) await endSessions(tx, account.id)
  await audit.record(tx, {
    actor: null,
    action: 'update',
    resourceType: 'user',
    resourceId: account.id,
    owner: account.id,
    ip,
    details: {
      before: { role: account.role, roleManaged: account.role_managed },
      after: { role, roleManaged: managed },
    },
  })
}
