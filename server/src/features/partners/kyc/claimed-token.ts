import type { VerifiedToken } from '../../../platform/identity/identity-provider.ts'
import { Problem } from '../../../platform/problem.ts'
import type { PartnerServices } from '../partner-services.ts'

/**
 * What the provider's token that a browser sends along says. It is never handed on (D34); it may only bring what the
 * account does not hold. Undefined without a token, or where the provider can't be asked.
 * @throws Problem KYC_SESSION_MISMATCH if it does not hold
 */
export async function readToken(
  { identity }: Pick<PartnerServices, 'identity'>,
  idToken: string | null | undefined,
): Promise<VerifiedToken | undefined> {
  if (!idToken) return undefined
  try {
    return await identity.verifyIdToken(idToken)
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    if (error.code !== 'INVALID_TOKEN') return undefined
    throw new Problem('KYC_SESSION_MISMATCH', { field: 'id_token', cause: error })
  }
}

/** The address of the person's picture, if it is one that a browser may open. */
export function photoOf(token: VerifiedToken | undefined): string | null {
  const url = token?.picture === undefined ? null : URL.parse(token.picture)
  return url?.protocol === 'https:' && url.href.length <= 2000 ? url.href : null
}
