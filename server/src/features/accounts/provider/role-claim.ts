import { ladder, type Role } from '@kyc/contract/accounts.ts'
import { sql } from 'kysely'
import type { Tx } from '../../../platform/db/transaction.ts'
import type { AccountServices } from '../account-services.ts'
import { recordAccount } from '../record-account.ts'
import { endSessions } from '../sessions/sessions.ts'
import { type ProviderAccountRow, setRole } from './provider-repository.ts'

/** The role in the claims of a token; undefined if it is unknown. Only superadmins appoint auditors (D67). */
export function claimedRole(claim: unknown): Role | undefined {
  return ladder.find((role) => role === claim)
}

/**
 * Sets the account's role to that of the claims, or without one back to its own (spec §6, D30). A change of
 * role ends the sessions (D27). Claims have no effect on an unverified account (D56) and don't demote the
 * last superadmin (D5).
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
  const demotes = account.role === 'superadmin' && role !== 'superadmin'
  if (demotes && (await isLastSuperadmin(tx, account.id))) {
    log.warn({ security: true, accountId: account.id }, 'claims would demote the last superadmin')
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

/** Locks all enabled superadmins in the order of ids, like `actOnUser`, until the end of the transaction. */
async function isLastSuperadmin(tx: Tx, accountId: string): Promise<boolean> {
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM account WHERE role = 'superadmin' AND disabled_at IS NULL
    ORDER BY id FOR NO KEY UPDATE`.execute(tx)
  return rows.every((row) => row.id === accountId)
}
