import { createHmac, timingSafeEqual } from 'node:crypto'
import type { BodyOf } from '@kyc/contract/endpoint.ts'
import { type openKycSession as endpoint, kycFaults } from '@kyc/contract/kyc.ts'
import { limits } from '@kyc/contract/limits.ts'
import { fieldProblem } from '../../../platform/http/requests/input.ts'
import type { PartnerServices } from '../partner-services.ts'
import { validSecrets } from '../secrets.ts'

type SignedLink = Pick<BodyOf<typeof endpoint>, 'user_id' | 'session_id' | 'signed_at' | 'signature'>

/**
 * Whether the partner signed the link with one of its secrets: HMAC-SHA256 in base64url. A link without a
 * signature is valid, but only claims its user.
 */
export async function isSignedLink(
  services: PartnerServices,
  partnerId: string,
  { user_id, session_id, signed_at, signature }: SignedLink,
): Promise<boolean> {
  if (!signature && !signed_at) return false
  const age = services.clock.now().getTime() - Number(signed_at || Number.NaN) * 1000
  const given = Buffer.from(signature ?? '', 'base64url')
  const secrets = await validSecrets(services, services.db, partnerId)
  const isSigned = secrets.some((secret) => {
    const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
    const text = `kyc-link.${user_id}.${session_id ?? ''}.${signed_at ?? ''}`
    const expected = createHmac('sha256', key).update(text).digest()
    return given.length === expected.length && timingSafeEqual(given, expected)
  })
  if (!isSigned || !(Math.abs(age) <= limits.kyc.signature))
    throw fieldProblem('signature', kycFaults.signatureWrong)
  return true
}
