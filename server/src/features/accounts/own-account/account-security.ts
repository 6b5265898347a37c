import type { AccountSecurity } from '@kyc/contract/account.ts'
import type { Actor } from '../../access/actor.ts'
import { findOwnAccount } from '../account-repository.ts'
import type { AccountServices } from '../account-services.ts'
import { findProviderUid } from '../provider/provider-repository.ts'
import { findFactors } from '../second-factor/factor-repository.ts'
import { listPasskeys } from '../second-factor/passkey-repository.ts'
import { mustHaveSecondFactor } from '../sign-in/complete-sign-in.ts'

/** How the caller's account signs in, without secrets. */
export async function accountSecurity(
  { config, db }: AccountServices,
  actor: Actor,
): Promise<AccountSecurity> {
  const [account, providerUid, factors, passkeys] = await Promise.all([
    findOwnAccount(db, actor.id),
    findProviderUid(db, actor.id),
    findFactors(db, actor.id),
    listPasskeys(db, actor.id),
  ])
  return {
    hasPassword: typeof account?.password_hash === 'string',
    hasProvider: providerUid !== undefined,
    verificationMailAt: account?.verification_mailed_at?.toISOString() ?? null,
    totp: factors.totp,
    passkeys: passkeys.map(({ id, name, created_at, last_used_at }) => ({
      id,
      name,
      createdAt: created_at.toISOString(),
      lastUsedAt: last_used_at?.toISOString() ?? null,
    })),
    recoveryCodes: factors.recoveryCodes,
    secondFactorRequired: mustHaveSecondFactor(config, actor.role),
  }
}
