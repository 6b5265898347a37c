import { inTransaction, type Tx } from '../../../platform/db/transaction.ts'
import { Problem } from '../../../platform/problem.ts'
import type { AccountServices } from '../account-services.ts'
import { shortUserAgent } from '../sessions/sessions.ts'
import { passFirstFactor, type RightFirstFactor, type SignInResult } from '../sign-in/complete-sign-in.ts'
import { setProviderChecked } from './provider-repository.ts'
import { DisabledAccount, type KnownPerson, resolveAccount } from './resolve-account.ts'

/** Where the sign-in comes from; `cookieValue` for one that must be possible to tell again. */
export type ProviderEntry = Pick<RightFirstFactor, 'request' | 'current' | 'cookieValue'>

/**
 * Signs in whom the provider vouches for; a second factor that is due is asked for as after a password (D31).
 * `useProof` uses up, in the same transaction, what they came with.
 * @throws Problem as `resolveAccount`, and whatever `useProof` throws
 */
export async function enterAs(
  services: AccountServices,
  person: KnownPerson,
  entry: ProviderEntry,
  useProof: (tx: Tx) => Promise<void>,
): Promise<SignInResult> {
  try {
    return await inTransaction(services.db, async (tx) => {
      await useProof(tx)
      const accountId = await resolveAccount(services, tx, person, entry.request.ip)
      await setProviderChecked(tx, accountId)
      const result = await passFirstFactor(services, tx, { ...entry, accountId, method: 'firebase' })
      // Disabled between the two looks.
      if (!result) throw new Problem('INVALID_TOKEN')
      return result
    })
  } catch (error) {
    if (error instanceof DisabledAccount) await recordRefused(services, error.accountId, entry, useProof)
    throw error
  }
}

async function recordRefused(
  { audit, db }: AccountServices,
  accountId: string,
  { request }: ProviderEntry,
  useProof: (tx: Tx) => Promise<void>,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    // Also used up by a sign-in that is refused, so that repeating it does not fill the log.
    await useProof(tx)
    await audit.record(tx, {
      actor: null,
      action: 'login_failed',
      resourceType: 'user',
      resourceId: accountId,
      owner: accountId,
      ip: request.ip,
      details: { method: 'firebase', reason: 'disabled', userAgent: shortUserAgent(request) },
    })
  })
}
