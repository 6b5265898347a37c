import type { AuthResult } from '@kyc/contract/kyc.ts'
import { openBox, sealBox } from '../../../platform/crypto/sealed-box.ts'
import { signIdToken, type TokenServices } from '../id-token.ts'
import type { PartnerServices } from '../partner-services.ts'

type KeyServices = Pick<PartnerServices, 'partnerKeys'>

/** The result that a delivery keeps. The token is signed for each attempt, because it expires after 5 minutes (D34). */
export interface KeptAuthResult {
  readonly companyId: string
  readonly subject: string
  readonly emailVerified?: boolean
  readonly result: Omit<AuthResult, 'id_token'>
}

/** Encrypts a result for the database, bound to its delivery: it is personal data. */
export function sealResult({ partnerKeys }: KeyServices, deliveryId: string, kept: KeptAuthResult): Buffer {
  return sealBox(partnerKeys.payload, Buffer.from(JSON.stringify(kept)), contextOf(deliveryId))
}

/** @throws BoxDamaged */
export function openResult({ partnerKeys }: KeyServices, deliveryId: string, box: Buffer): KeptAuthResult {
  // A box that opens was sealed by `sealResult`.
  return JSON.parse(openBox(partnerKeys.payload, box, contextOf(deliveryId)).toString()) as KeptAuthResult
}

/** The result with a fresh token, as the partner receives it (spec §3 "Auth result payload"). */
export async function completeResult(
  services: TokenServices,
  { companyId, subject, emailVerified = false, result }: KeptAuthResult,
): Promise<AuthResult> {
  const { user_id: userId, session_id: sessionId, email } = result
  const claims = { companyId, subject, userId, sessionId, email, emailVerified }
  return { ...result, id_token: await signIdToken(services, claims) }
}

function contextOf(deliveryId: string): string {
  return `delivery:${deliveryId}`
}
