import { createHash } from 'node:crypto'
import { limits } from '@kyc/contract/limits.ts'
import { decodeJwt } from 'jose'
import { Problem } from '../../../platform/problem.ts'
import type { AccountServices, CheckCompanion } from '../account-services.ts'
import { findProviderUid } from './provider-repository.ts'

const maximumCached = 1000

/**
 * Creates the check of the provider's token that a page sends along. The token grants nothing, because the
 * cookie signs in. But an invalid one, or one of another account, shows that the page belongs to another
 * session. A valid token is cached for a minute. While the provider is unreachable, a JWT that names
 * the account is accepted.
 */
export function createCompanionCheck({
  clock,
  db,
  identity,
  log,
}: Pick<AccountServices, 'clock' | 'db' | 'identity' | 'log'>): CheckCompanion {
  const validUntil = new Map<string, number>()
  return async (idToken, accountId) => {
    const key = createHash('sha256').update(`${accountId}.${idToken}`).digest('base64')
    const now = clock.now().getTime()
    if ((validUntil.get(key) ?? 0) > now) return
    // The subject is unverified at this point, which is enough to refuse.
    if ((await findProviderUid(db, accountId)) !== subjectOf(idToken)) throw new Problem('INVALID_TOKEN')
    try {
      const { expiresAt } = await identity.verifyIdToken(idToken)
      if (validUntil.size >= maximumCached) validUntil.clear()
      validUntil.set(key, Math.min(expiresAt.getTime(), now + limits.provider.clockTolerance))
    } catch (error) {
      if (!(error instanceof Problem) || error.code !== 'PROVIDER_UNAVAILABLE') throw error
      log.warn({ err: error.details.cause }, 'a token of the provider could not be checked')
    }
  }
}

/** The uid in an id token of the provider, unverified. */
function subjectOf(idToken: string): string {
  try {
    const { sub } = decodeJwt(idToken)
    if (sub) return sub
  } catch {
    // decodeJwt throws on everything that is not a JWT
  }
  throw new Problem('INVALID_TOKEN')
}
