import type { BodyOf } from '@kyc/contract/endpoint.ts'
import type { sendAuthResult as endpoint } from '@kyc/contract/kyc.ts'
import { inTransaction, type Tx } from '../../../platform/db/transaction.ts'
import type { RequestInfo } from '../../../platform/http/requests/binding.ts'
import type { Caller } from '../../../platform/http/requests/caller.ts'
import type { VerifiedToken } from '../../../platform/identity/identity-provider.ts'
import { Problem } from '../../../platform/problem.ts'
import { hashOfKey } from '../api-keys.ts'
import { writeDelivery } from '../deliveries/deliver.ts'
import { type KeptAuthResult, subjectOf } from '../id-token.ts'
import { findByKey } from '../partner-repository.ts'
import type { PartnerServices } from '../partner-services.ts'
import { addressWithResult } from './address-with-result.ts'
import { checkClaims } from './claimed-result.ts'
import { photoOf, readToken } from './claimed-token.ts'
import { deliverOnce } from './deliver-once.ts'
import { linkUser } from './link-user.ts'
import { type SignedInPerson, signedInFor } from './signed-in-person.ts'
import { browserOf } from './visit-cookie.ts'
import { holdVisit, setDelivery, type VisitRow } from './visit-repository.ts'

interface Sending {
  readonly caller: Caller
  readonly body: BodyOf<typeof endpoint>
  readonly request: RequestInfo
}

/**
 * Tells the partner who signed in (D34, D35). The result is composed here, once for each visit: the same call again
 * asks how its delivery went, and tries anew while that is still open.
 * @throws Problem KYC_SESSION_NOT_FOUND, KYC_SIGN_IN_REQUIRED, KYC_SESSION_MISMATCH, KYC_USER_LINKED,
 *   PARTNER_DELIVERY_FAILED, PARTNER_DELIVERY_STOPPED
 */
export async function sendAuthResult(
  services: PartnerServices,
  sending: Sending,
): Promise<{ success: true; redirectUrl: string }> {
  const token = await readToken(services, sending.body.result?.id_token)
  const { visit, person, deliveryId } = await inTransaction(services.db, (tx) =>
    writeResult(services, tx, sending, token),
  )
  const outcome = await deliverOnce(services, deliveryId)
  if (!outcome.arrived) {
    throw new Problem(outcome.goesOn ? 'PARTNER_DELIVERY_FAILED' : 'PARTNER_DELIVERY_STOPPED')
  }
  const finished = { ...visit, provider_uid: person.uid, delivery_made: outcome.made }
  return { success: true, redirectUrl: addressWithResult(finished) }
}

interface Written {
  readonly visit: VisitRow
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
  const visit = await holdVisit(tx, { browserKey, id: body.kycSession ?? undefined })
  if (!visit) throw new Problem('KYC_SESSION_NOT_FOUND')
  const person = await signedInFor(tx, caller, visit.id)
  await checkAll(tx, body, { visit, person, token })
  await linkUser(services, tx, { visit, person, ip: request.ip })
  if (visit.delivery_id !== null) return { visit, person, deliveryId: visit.delivery_id }
  const deliveryId = await writeNew(services, tx, { visit, person, token, ip: request.ip })
  return { visit, person, deliveryId }
}

/** Each thing that the browser sent along, against what the server knows. */
async function checkAll(
  tx: Tx,
  { api_key: apiKey, callback_url: callbackUrl, result }: Sending['body'],
  { visit, person, token }: Pick<Written, 'visit' | 'person'> & { token: VerifiedToken | undefined },
): Promise<void> {
  const { user_id: userId, firebase_uid: uid, session_id: sessionId, email, status } = result ?? {}
  checkClaims({ userId, uid, sessionId, email, callbackUrl, status }, visit, person)
  if (token && token.uid !== person.uid) throw new Problem('KYC_SESSION_MISMATCH', { field: 'id_token' })
  if (!apiKey) return
  const partner = await findByKey(tx, { companyId: visit.company_id, hash: hashOfKey(apiKey) })
  if (!partner) throw new Problem('KYC_SESSION_MISMATCH', { field: 'api_key' })
}

async function writeNew(
  services: PartnerServices,
  tx: Tx,
  written: Omit<Written, 'deliveryId'> & { token: VerifiedToken | undefined; ip: string | null },
): Promise<string> {
  const { visit, person, token, ip } = written
  // One time for the delivery, the result and the address that the browser goes on to.
  const at = services.clock.now()
  const { id } = await writeDelivery({ ...services, clock: { now: () => at } }, tx, {
    ...{ partnerId: visit.partner_id, event: 'kyc.auth_result', url: visit.callback_url },
    payload: composeResult(services, visit, person, { at, token }),
  })
  await setDelivery(tx, visit.id, id)
  await services.audit.record(tx, {
    ...{ actor: person.accountId, action: 'share', resourceType: 'partner' },
    ...{ resourceId: `${visit.partner_id}/${id}`, owner: person.accountId, ip },
    details: { event: 'kyc.auth_result', partnerName: visit.partner_name, partnerUser: visit.user_id },
  })
  return id
}

/** spec §3 "Auth result payload", without its token. */
function composeResult(
  services: PartnerServices,
  visit: VisitRow,
  person: SignedInPerson,
  { at, token }: { at: Date; token: VerifiedToken | undefined },
): KeptAuthResult {
  return {
    companyId: visit.company_id,
    subject: subjectOf(services, visit.partner_id, person.accountId),
    emailVerified: person.email !== null,
    result: {
      user_id: visit.user_id,
      firebase_uid: person.uid,
      email: person.email,
      display_name: person.name,
      photo_url: photoOf(token),
      session_id: visit.session_id,
      timestamp: at.toISOString(),
      status: 'success',
    },
  }
}
