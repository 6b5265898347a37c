import { email as emailSchema } from '@kyc/contract/fields.ts'
import type { Tx } from '../../../platform/db/transaction.ts'
import { emailColumns } from '../account-columns.ts'
import { lockAddress } from '../account-repository.ts'
import type { AccountServices } from '../account-services.ts'
import { foldEmail, isAccountEmail, isSameMailbox } from '../fold-email.ts'
import { freeAddress } from '../free-address.ts'
import { endLinks } from '../links/one-time-links.ts'
import { recordAccount } from '../record-account.ts'
import { findByEmail, type ProviderAccountRow } from './provider-repository.ts'

/** The address of an account at the provider. */
interface ProviderAddress {
  readonly email: string | undefined
  readonly emailVerified: boolean
}

/** The provider's address if an account may have it; undefined for look-alikes of other addresses. */
export function accountAddress(address: string | undefined): string | undefined {
  const email = emailSchema.safeParse(address).data
  return email !== undefined && isAccountEmail(email) && isSameMailbox(email) ? email : undefined
}

/**
 * Copies the provider's address and its verification to an unverified account, if the address is free.
 * A verified account keeps its own. Returns whether the account is verified now.
 */
export async function followAddress(
  services: AccountServices,
  tx: Tx,
  account: Pick<ProviderAccountRow, 'id' | 'email_key' | 'email_verified'>,
  { emailVerified, email: address }: ProviderAddress,
  ip: string | null,
): Promise<boolean> {
  if (account.email_verified) return true
  const email = accountAddress(address)
  if (email === undefined) return false
  const emailKey = foldEmail(email)
  const moves = emailKey !== account.email_key
  if (!moves && !emailVerified) return false
  if (moves && !(await isFree(services, tx, emailKey, { accountId: account.id, emailVerified, ip })))
    return false
  const updated = await tx
    .updateTable('account')
    .set({ ...emailColumns(email), email_verified: emailVerified, updated_at: services.clock.now() })
    .where('id', '=', account.id)
    // Changes nothing if the account was verified by its link, or lost the address, since it was read.
    .where('email_key', '=', account.email_key)
    .where('email_verified', '=', false)
    .executeTakeFirst()
  if (updated.numUpdatedRows === 0n) return false
  await endLinks(tx, account.id, 'email_verification')
  const after = moves ? { emailVerified, email } : { emailVerified }
  const details = { before: { emailVerified: false }, after }
  await recordAccount(services, tx, 'update', account.id, { ip }, details)
  return emailVerified
}

async function isFree(
  services: AccountServices,
  tx: Tx,
  emailKey: string,
  by: { readonly accountId: string; readonly emailVerified: boolean; readonly ip: string | null },
): Promise<boolean> {
  if (by.emailVerified) return freeAddress(services, tx, emailKey, { actor: by.accountId, ip: by.ip })
  await lockAddress(tx, emailKey)
  return (await findByEmail(tx, emailKey)) === undefined
}
