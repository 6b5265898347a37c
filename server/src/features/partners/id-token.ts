import { createHmac } from 'node:crypto'
import { limits } from '@kyc/contract/limits.ts'
import { SignJWT } from 'jose'
import { newId } from '../../platform/ids.ts'
import type { PartnerServices } from './partner-services.ts'

/** The claims of a token for a partner. */
interface IdTokenClaims {
  /** The audience: no other partner may accept the token. */
  readonly companyId: string
  /** See `subjectOf`. */
  readonly subject: string
  readonly userId: string
  /** A signed link has proven that the account is this user. */
  readonly userVerified?: boolean
  readonly sessionId: string | null
  readonly email: string | null
  /** The provider verified the address (D56). */
  readonly emailVerified?: boolean
}

export type TokenServices = PartnerServices

/** Signs a token for one partner. It is never stored. */
export async function signIdToken(
  { config, clock, signingKeys }: TokenServices,
  {
    companyId,
    subject,
    userId,
    userVerified = false,
    sessionId,
    email,
    emailVerified = false,
  }: IdTokenClaims,
): Promise<string> {
  const { kid, privateKey } = await signingKeys.current()
  const now = Math.floor(clock.now().getTime() / 1000)
  const address = email === null ? {} : { email, email_verified: emailVerified }
  return new SignJWT({ user_id: userId, user_id_verified: userVerified, session_id: sessionId, ...address })
    .setProtectedHeader({ alg: 'ES256', kid, typ: 'JWT' })
    .setIssuer(config.publicUrl.origin)
    .setAudience(companyId)
    .setSubject(subject)
    .setIssuedAt(now)
    .setExpirationTime(now + limits.kyc.idToken / 1000)
    .setJti(newId())
    .sign(privateKey)
}

/** The id of an account at one partner: stable, and different for every other partner. */
export function subjectOf({ partnerKeys }: PartnerServices, partnerId: string, accountId: string): string {
  return createHmac('sha256', partnerKeys.subject).update(`${partnerId}:${accountId}`).digest('base64url')
}
