import { type Role, roles } from '@kyc/contract/accounts.ts'
import { sql } from 'kysely'
import type { Tx } from '../../../platform/db/transaction.ts'
import type { AccountServices } from '../account-services.ts'
import { recordAccount } from '../record-account.ts'
import { endSessions } from '../sessions/sessions.ts'
import { type ProviderAccountRow, setRole } from './provider-repository.ts'

/** The role of a token's claims; undefined for an unknown one. */
export function claimedRole(claim: unknown): Role | undefined {
  return roles.find((role) => role === claim)
}

/**
 * Gives the account the role of the claims; without one, it gets its own role back (spec §6, D30). A change of role ends
 * the sessions (D27). Claims have no effect on an unverified account (D56) or on the last superadmin (D5).
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

/** Locks all enabled superadmins in the order of ids, like `actOnUser`, so that the result is true until the commit. */
async function isLastSuperadmin(tx: Tx, accountId: string): Promise<boolean> {
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM account WHERE role = 'superadmin' AND disabled_at IS NULL
    ORDER BY id FOR NO KEY UPDATE`.execute(tx)
  return rows.every((row) => row.id === accountId)
}
