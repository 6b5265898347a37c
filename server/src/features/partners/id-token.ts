import { createHmac } from 'node:crypto'
import type { AuthResult } from '@kyc/contract/kyc.ts'
import { limits } from '@kyc/contract/limits.ts'
import { SignJWT } from 'jose'
import { newId } from '../../platform/ids.ts'
import type { PartnerServices } from './partner-services.ts'

/** What a token for a partner says beside whose it is. */
export interface IdTokenClaims {
  /** The partner for whom alone the token is. */
  readonly companyId: string
  /** What `subjectOf` says. */
  readonly subject: string
  readonly userId: string
  readonly sessionId: string | null
  readonly email: string | null
  /** The address is proved to be theirs (D56). */
  readonly emailVerified?: boolean
}

/** A result as a delivery keeps it: the token is made anew at each attempt, because it lives five minutes (D34). */
export interface KeptAuthResult {
  readonly companyId: string
  readonly subject: string
  readonly emailVerified?: boolean
  readonly result: Omit<AuthResult, 'id_token'>
}

/** What goes to the partner at this moment (spec §3 "Auth result payload"). */
export async function completeResult(
  services: TokenServices,
  { companyId, subject, emailVerified = false, result }: KeptAuthResult,
): Promise<AuthResult> {
  const { user_id: userId, session_id: sessionId, email } = result
  const id_token = await signIdToken(services, {
    ...{ companyId, subject, userId, sessionId, email, emailVerified },
  })
  return { ...result, id_token }
}

type TokenServices = Pick<PartnerServices, 'config' | 'clock' | 'signingKeys'>

/** A token that this product signs for one partner (D34); never stored. */
export async function signIdToken(
  { config, clock, signingKeys }: TokenServices,
  { companyId, subject, userId, sessionId, email, emailVerified = false }: IdTokenClaims,
): Promise<string> {
  const { kid, privateKey } = await signingKeys.current()
  const now = Math.floor(clock.now().getTime() / 1000)
  const address = email === null ? {} : { email, email_verified: emailVerified }
  return new SignJWT({ user_id: userId, session_id: sessionId, ...address })
    .setProtectedHeader({ alg: 'ES256', kid, typ: 'JWT' })
    .setIssuer(config.publicUrl.origin)
    .setAudience(companyId)
    .setSubject(subject)
    .setIssuedAt(now)
    .setExpirationTime(now + limits.kyc.idToken / 1000)
    .setJti(newId())
    .sign(privateKey)
}

/** The name that one partner knows an account by: always the same, and another one for every other partner. */
export function subjectOf(
  { partnerKeys }: Pick<PartnerServices, 'partnerKeys'>,
  partnerId: string,
  accountId: string,
): string {
  return createHmac('sha256', partnerKeys.subject).update(`${partnerId}:${accountId}`).digest('base64url')
}
