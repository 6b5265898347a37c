import { createHash } from 'node:crypto'
import { limits } from '@kyc/contract/limits.ts'
import { Problem } from '../../../platform/problem.ts'
import type { AccountServices, CheckCompanion } from '../account-services.ts'
import { findProviderUid } from './provider-repository.ts'

const maximumRemembered = 1000

/**
 * The token grants nothing: the cookie signs in. But one that is somebody else's, or does not hold, means that page
 * and session don't belong together (D30). What held is not asked again for a minute. While the provider can't be
 * reached nobody is refused for it.
 * @throws Problem INVALID_TOKEN (by the function returned)
 */
export function createCompanionCheck({
  clock,
  db,
  identity,
  log,
}: Pick<AccountServices, 'clock' | 'db' | 'identity' | 'log'>): CheckCompanion {
  const held = new Map<string, number>()
  return async (idToken, accountId) => {
    const key = createHash('sha256').update(`${accountId}.${idToken}`).digest('base64')
    const now = clock.now().getTime()
    if ((held.get(key) ?? 0) > now) return
    try {
      const { uid, expiresAt } = await identity.verifyIdToken(idToken)
      if ((await findProviderUid(db, accountId)) !== uid) throw new Problem('INVALID_TOKEN')
      if (held.size >= maximumRemembered) held.clear()
      held.set(key, Math.min(expiresAt.getTime(), now + limits.provider.clockTolerance))
    } catch (error) {
      if (!(error instanceof Problem) || error.code !== 'PROVIDER_UNAVAILABLE') throw error
      log.warn({ err: error.details.cause }, 'a token of the provider could not be checked')
    }
  }
}
