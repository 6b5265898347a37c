import type { Tx } from '../../platform/db/transaction.ts'
import type { Origin } from '../audit/record.ts'
import { noEmailColumns } from './account-columns.ts'
import { lockAddress } from './account-repository.ts'
import type { AccountServices } from './account-services.ts'
import { endLinks } from './links/one-time-links.ts'
import { recordAccount } from './record-account.ts'

/**
 * Frees an address for an invitation or for a sign-in whose address the provider has verified. An
 * unverified account keeps its id, records and sessions, but loses the address. Returns false if the address
 * belongs to a verified or invited account. Locks the address until the end of the transaction.
 */
export async function freeAddress(
  { audit, clock }: Pick<AccountServices, 'audit' | 'clock'>,
  tx: Tx,
  emailKey: string,
  origin: Origin,
): Promise<boolean> {
  await lockAddress(tx, emailKey)
  const account = await tx
    .selectFrom('account')
    .select(['id', 'email', 'email_verified'])
    .where('email_key', '=', emailKey)
    // Takes the strongest lock at once: upgrading a weaker one could deadlock with a sign-in to this account.
    .forUpdate()
    .executeTakeFirst()
  if (!account) return true
  if (account.email_verified) return false
  await tx
    .updateTable('account')
    .set({ ...noEmailColumns(account.id), updated_at: clock.now() })
    .where('id', '=', account.id)
    .execute()
  await endLinks(tx, account.id, 'email_verification')
  const details = { before: { email: account.email }, after: { email: null } }
  await recordAccount({ audit }, tx, 'update', account.id, origin, details)
  return true
}
