import type { Tx } from '../../platform/db/transaction.ts'
import { noEmailColumns } from './account-columns.ts'
import { holdAddress } from './account-repository.ts'
import type { AccountServices } from './account-services.ts'
import { endLinks } from './links/one-time-links.ts'

/**
 * Frees an address for an invitation or for a sign-in whose address the provider has verified (D56). An unverified
 * account that has it keeps its id, records and sessions, but has no address from then on. False if the address is that
 * of a verified or invited account. Other calls that want the address wait until the end of the transaction.
 */
export async function freeAddress(
  { audit, clock }: Pick<AccountServices, 'audit' | 'clock'>,
  tx: Tx,
  emailKey: string,
  by: { readonly actor: string | null; readonly ip: string | null },
): Promise<boolean> {
  await holdAddress(tx, emailKey)
  const holder = await tx
    .selectFrom('account')
    .select(['id', 'email', 'email_verified'])
    .where('email_key', '=', emailKey)
    // The strongest lock at once: raising a weaker one could deadlock with a sign-in to this account.
    .forUpdate()
    .executeTakeFirst()
  if (!holder) return true
  if (holder.email_verified) return false
  await tx
    .updateTable('account')
    .set({ ...noEmailColumns(holder.id), updated_at: clock.now() })
    .where('id', '=', holder.id)
    .execute()
  await endLinks(tx, holder.id, 'email_verification')
  await audit.record(tx, {
    ...{ actor: by.actor, action: 'update', resourceType: 'user' },
    ...{ resourceId: holder.id, owner: holder.id, ip: by.ip },
    details: { before: { email: holder.email }, after: { email: null } },
  })
  return true
}
