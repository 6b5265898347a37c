import { email as emailSchema } from '@kyc/contract/fields.ts'
import type { Tx } from '../../../platform/db/transaction.ts'
import { emailColumns } from '../account-columns.ts'
import { holdAddress } from '../account-repository.ts'
import type { AccountServices } from '../account-services.ts'
import { foldEmail, isAccountEmail, isSameMailbox } from '../fold-email.ts'
import { freeAddress } from '../free-address.ts'
import { endLinks } from '../links/one-time-links.ts'
import { findByEmail, type ProviderAccountRow } from './provider-repository.ts'

/** What the provider says of an account's address. */
export interface ProviderAddress {
  readonly email: string | undefined
  readonly emailVerified: boolean
}

/** The provider's address if an account here can have it: one that only looks like another's is refused. */
export function accountAddress(said: string | undefined): string | undefined {
  const email = emailSchema.safeParse(said).data
  return email !== undefined && isAccountEmail(email) && isSameMailbox(email) ? email : undefined
}

/**
 * An unverified account follows the provider: it takes the address and becomes verified as the provider says, if the
 * address is still free (D56). A verified account keeps its own. Returns whether the account is verified now.
 */
export async function followAddress(
  services: Pick<AccountServices, 'audit' | 'clock'>,
  tx: Tx,
  account: Pick<ProviderAccountRow, 'id' | 'email_key' | 'email_verified'>,
  { emailVerified, ...said }: ProviderAddress,
  ip: string | null,
): Promise<boolean> {
  if (account.email_verified) return true
  const email = accountAddress(said.email)
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
    // Not if the account was verified by its link or lost the address since it was read.
    .where('email_key', '=', account.email_key)
    .where('email_verified', '=', false)
    .executeTakeFirst()
  if (updated.numUpdatedRows === 0n) return false
  await endLinks(tx, account.id, 'email_verification')
  await services.audit.record(tx, {
    ...{ actor: null, action: 'update', resourceType: 'user' },
    ...{ resourceId: account.id, owner: account.id, ip },
    details: {
      before: { emailVerified: false },
      after: { emailVerified, ...(moves ? { email } : {}) },
    },
  })
  return emailVerified
}

async function isFree(
  services: Pick<AccountServices, 'audit' | 'clock'>,
  tx: Tx,
  emailKey: string,
  by: { readonly accountId: string; readonly emailVerified: boolean; readonly ip: string | null },
): Promise<boolean> {
  if (by.emailVerified) return freeAddress(services, tx, emailKey, { actor: by.accountId, ip: by.ip })
  await holdAddress(tx, emailKey)
  return (await findByEmail(tx, emailKey)) === undefined
}
