import type { BodyOf } from '@kyc/contract/endpoint.ts'
import type { sendAuthResult as endpoint } from '@kyc/contract/kyc.ts'
import { inTransaction, type Tx } from '../../../platform/db/transaction.ts'
import type { RequestInfo } from '../../../platform/http/requests/binding.ts'
import type { Caller } from '../../../platform/http/requests/caller.ts'
import type { VerifiedToken } from '../../../platform/identity/identity-provider.ts'
import { Problem } from '../../../platform/problem.ts'
import { hashOfKey } from '../api-keys.ts'
import { deliverNow, writeDelivery } from '../deliveries/deliver.ts'
import type { KeptAuthResult } from '../deliveries/stored-result.ts'
import { subjectOf } from '../id-token.ts'
import { findByKey } from '../partner-repository.ts'
import type { PartnerServices } from '../partner-services.ts'
import { checkClaims, photoOf, readToken } from './check-claims.ts'
import { browserOf } from './kyc-cookie.ts'
import { type KycSessionRow, lockKycSession, setDelivery } from './kyc-session-repository.ts'
import { linkUser } from './link-user.ts'
import { addressWithResult } from './present-kyc-session.ts'
import { type SignedInPerson, signedInFor } from './signed-in-account.ts'

interface Sending {
  readonly caller: Caller
  readonly body: BodyOf<typeof endpoint>
  readonly request: RequestInfo
}

/**
 * Sends the partner the result of the sign-in (D34, D35). The server composes it, once for each KYC session: a repeated
 * call returns the outcome of the delivery, and attempts it again while it is pending.
 * @throws Problem KYC_SESSION_NOT_FOUND, KYC_SIGN_IN_REQUIRED, KYC_SESSION_MISMATCH, KYC_USER_LINKED,
 *   PARTNER_DELIVERY_FAILED, PARTNER_DELIVERY_STOPPED
 */
export async function sendAuthResult(
  services: PartnerServices,
  sending: Sending,
): Promise<{ success: true; redirectUrl: string }> {
  const token = await readToken(services, sending.body.result?.id_token)
  const { kycSession, person, deliveryId } = await inTransaction(services.db, (tx) =>
    writeResult(services, tx, sending, token),
  )
  const outcome = await deliverNow(services, deliveryId)
  if (!outcome.arrived) {
    throw new Problem(outcome.goesOn ? 'PARTNER_DELIVERY_FAILED' : 'PARTNER_DELIVERY_STOPPED')
  }
  const finished = { ...kycSession, provider_uid: person.uid, delivery_made: outcome.made }
  return { success: true, redirectUrl: addressWithResult(finished) }
}

interface Written {
  readonly kycSession: KycSessionRow
  readonly person: SignedInPerson
  readonly deliveryId: string
}

async function writeResult(
  services: PartnerServices,
  tx: Tx,
  { caller, body, request }: Sending,
  token: VerifiedToken | undefined,
): Promise<Written> {
  const browserKey = browserOf(services, request)
  const kycSession = await lockKycSession(tx, { browserKey, id: body.kycSession ?? undefined })
  if (!kycSession) throw new Problem('KYC_SESSION_NOT_FOUND')
  const person = await signedInFor(tx, caller, kycSession.id)
  await checkAll(tx, body, { kycSession, person, token })
  await linkUser(services, tx, { kycSession, person, ip: request.ip })
  if (kycSession.delivery_id !== null) return { kycSession, person, deliveryId: kycSession.delivery_id }
  const deliveryId = await writeNew(services, tx, { kycSession, person, token, ip: request.ip })
  return { kycSession, person, deliveryId }
}

/** Compares everything that the browser sent along with what the server knows. */
async function checkAll(
  tx: Tx,
  { api_key: apiKey, callback_url: callbackUrl, result }: Sending['body'],
  {
    kycSession,
    person,
    token,
  }: Pick<Written, 'kycSession' | 'person'> & { token: VerifiedToken | undefined },
): Promise<void> {
  const { user_id: userId, firebase_uid: uid, session_id: sessionId, email, status } = result ?? {}
  checkClaims({ userId, uid, sessionId, email, callbackUrl, status }, kycSession, person)
  if (token && token.uid !== person.uid) throw new Problem('KYC_SESSION_MISMATCH', { field: 'id_token' })
  if (!apiKey) return
  const partner = await findByKey(tx, { companyId: kycSession.company_id, hash: hashOfKey(apiKey) })
  if (!partner) throw new Problem('KYC_SESSION_MISMATCH', { field: 'api_key' })
}

async function writeNew(
  services: PartnerServices,
  tx: Tx,
  written: Omit<Written, 'deliveryId'> & { token: VerifiedToken | undefined; ip: string | null },
): Promise<string> {
  const { kycSession, person, token, ip } = written
  // The same time in the delivery, the result and the address that the browser continues to.
  const at = services.clock.now()
  const deliveryId = await writeDelivery(services, tx, {
    partnerId: kycSession.partner_id,
    event: 'kyc.auth_result',
    url: kycSession.callback_url,
    payload: composeResult(services, kycSession, person, { at, token }),
    at,
  })
  await setDelivery(tx, kycSession.id, deliveryId)
  await services.audit.record(tx, {
    actor: person.accountId,
    action: 'share',
    resourceType: 'partner',
    resourceId: `${kycSession.partner_id}/${deliveryId}`,
    owner: person.accountId,
    ip,
    details: {
      event: 'kyc.auth_result',
      partnerName: kycSession.partner_name,
      partnerUser: kycSession.user_id,
    },
  })
  return deliveryId
}

/** spec §3 "Auth result payload", without its token. */
function composeResult(
  services: PartnerServices,
  kycSession: KycSessionRow,
  person: SignedInPerson,
  { at, token }: { at: Date; token: VerifiedToken | undefined },
): KeptAuthResult {
  return {
    companyId: kycSession.company_id,
    subject: subjectOf(services, kycSession.partner_id, person.accountId),
    emailVerified: person.email !== null,
    result: {
      user_id: kycSession.user_id,
      firebase_uid: person.uid,
      email: person.email,
      display_name: person.name,
      photo_url: photoOf(token),
      session_id: kycSession.session_id,
      timestamp: at.toISOString(),
      status: 'success',
    },
  }
}
