import { inTransaction } from '../../../platform/db/transaction.ts'
import type { ProviderAccount } from '../../../platform/identity/identity-provider.ts'
import { Problem } from '../../../platform/problem.ts'
import type { AccountServices } from '../account-services.ts'
import { recordAccount } from '../record-account.ts'
import { followAddress } from './follow-address.ts'
import {
  claimDueAccounts,
  type DueAccount,
  endProviderSessions,
  releaseAccounts,
} from './provider-repository.ts'

const batch = 50

/**
 * Queries the provider about the accounts that it signed in and that are due: sessions of accounts that
 * it has disabled, deleted or revoked end, and an address that it has verified counts as verified.
 * While the provider is unreachable, no session ends; the next run retries.
 */
export async function checkProviderAccounts(services: AccountServices): Promise<void> {
  let due: DueAccount[]
  do {
    due = await claimDueAccounts(services.db, batch)
    if (!(await checkBatch(services, due))) return
  } while (due.length === batch)
}

async function checkBatch(services: AccountServices, due: readonly DueAccount[]): Promise<boolean> {
  for (const [at, account] of due.entries()) {
    try {
      const current = await services.identity.lookUp(account.provider_uid)
      await endIfGone(services, account, current)
      if (current && !current.disabled && !account.email_verified) {
        await inTransaction(services.db, (tx) => followAddress(services, tx, account, current, null))
      }
    } catch (error) {
      const unchecked = due.slice(at).map(({ id }) => id)
      await releaseAccounts(services.db, unchecked)
      if (!(error instanceof Problem)) throw error
      services.log.warn({ code: error.code, err: error.details.cause }, 'the provider could not be queried')
      return false
    }
  }
  return true
}

async function endIfGone(
  { audit, db }: AccountServices,
  { id }: DueAccount,
  account: ProviderAccount | undefined,
): Promise<void> {
  const reason = !account ? 'provider_deleted' : account.disabled ? 'provider_disabled' : 'provider_revoked'
  const before = account && !account.disabled ? account.validSince : undefined
  if (reason === 'provider_revoked' && !before) return
  await inTransaction(db, async (tx) => {
    if ((await endProviderSessions(tx, id, before)) === 0) return
    await recordAccount({ audit }, tx, 'logout', id, { ip: null }, { reason })
  })
}
