import type { AuthResult } from '@kyc/contract/kyc.ts'
import { decryptBox, encryptBox } from '../../../platform/crypto/encrypted-box.ts'
import { signIdToken, type TokenServices } from '../id-token.ts'
import type { PartnerServices } from '../partner-services.ts'

/** The stored result of a delivery, without the token, which is signed for each attempt. */
export interface StoredAuthResult {
  readonly companyId: string
  readonly subject: string
  readonly emailVerified?: boolean
  readonly result: Omit<AuthResult, 'id_token'>
}

/** Encrypts a result, which is personal data, and binds it to its delivery. */
export function encryptResult(
  { partnerKeys }: PartnerServices,
  deliveryId: string,
  result: StoredAuthResult,
): Buffer {
  return encryptBox(partnerKeys.payload, Buffer.from(JSON.stringify(result)), deliveryContext(deliveryId))
}

/** @throws BoxDamaged */
export function decryptResult(
  { partnerKeys }: PartnerServices,
  deliveryId: string,
  box: Buffer,
): StoredAuthResult {
  // A box that can be decrypted was created by `encryptResult`.
  return JSON.parse(
    decryptBox(partnerKeys.payload, box, deliveryContext(deliveryId)).toString(),
  ) as StoredAuthResult
}

/** The result with a new token, as the partner receives it (spec §3 "Auth result payload"). */
export async function addIdToken(
  services: TokenServices,
  { companyId, subject, emailVerified = false, result }: StoredAuthResult,
): Promise<AuthResult> {
  const { user_id: userId, session_id: sessionId, email } = result
  // Absent in results of an earlier version.
  const userVerified = result.user_id_verified ?? false
  const claims = { companyId, subject, userId, userVerified, sessionId, email, emailVerified }
  return { ...result, id_token: await signIdToken(services, claims) }
}

/** What a box is bound to. */
export function deliveryContext(deliveryId: string): string {
  return `delivery:${deliveryId}`
}
