import type { BodyOf } from '@kyc/contract/endpoint.ts'
import type { sendAuthResult as endpoint } from '@kyc/contract/kyc.ts'
import { inTransaction, type Tx } from '../../../platform/db/transaction.ts'
import type { RequestInfo } from '../../../platform/http/requests/binding.ts'
import type { Caller } from '../../../platform/http/requests/caller.ts'
import type { VerifiedToken } from '../../../platform/identity/identity-provider.ts'
import { Problem } from '../../../platform/problem.ts'
import { aboutPartner } from '../../audit/about.ts'
import { hashOfKey } from '../api-keys.ts'
import { deliverNow, enqueueDelivery } from '../deliveries/deliver.ts'
import type { StoredAuthResult } from '../deliveries/stored-result.ts'
import { subjectOf } from '../id-token.ts'
import { findByKey } from '../partner-repository.ts'
import type { PartnerServices } from '../partner-services.ts'
import { checkAssertions, photoOf, readToken } from './check-assertions.ts'
import { browserOf } from './kyc-cookie.ts'
import { type KycSessionRow, lockKycSession, setDelivery } from './kyc-session-repository.ts'
import { linkUser } from './link-user.ts'
import { addressWithResult } from './present-kyc-session.ts'
import { getSignedInAccount, type SignedInAccount } from './signed-in-account.ts'

interface Sending {
  readonly caller: Caller
  readonly body: BodyOf<typeof endpoint>
  readonly request: RequestInfo
}

/**
 * Sends the result of the sign-in to the partner. The server composes one result per KYC session:
 * a repeated call returns the outcome of its delivery and retries while it is pending.
 */
export async function sendAuthResult(
  services: PartnerServices,
  sending: Sending,
): Promise<{ success: true; redirectUrl: string }> {
  const token = await readToken(services, sending.body.result?.id_token)
  const { kycSession, account, deliveryId } = await inTransaction(services.db, (tx) =>
    enqueueOnce(services, tx, sending, token),
  )
  const outcome = await deliverNow(services, deliveryId)
  if (!outcome.delivered) {
    throw new Problem(outcome.pending ? 'PARTNER_DELIVERY_FAILED' : 'PARTNER_DELIVERY_STOPPED')
  }
  const delivered = { ...kycSession, provider_uid: account.uid, delivery_created_at: outcome.createdAt }
  return { success: true, redirectUrl: addressWithResult(delivered) }
}

interface Enqueued {
  readonly kycSession: KycSessionRow
  readonly account: SignedInAccount
  readonly deliveryId: string
}

async function enqueueOnce(
  services: PartnerServices,
  tx: Tx,
  { caller, body, request }: Sending,
  token: VerifiedToken | undefined,
): Promise<Enqueued> {
  const browserKey = browserOf(services, request)
  const kycSession = await lockKycSession(tx, { browserKey, id: body.kycSession ?? undefined })
  if (!kycSession) throw new Problem('KYC_SESSION_NOT_FOUND')
  const account = await getSignedInAccount(tx, caller, kycSession.id)
  await checkAll(tx, body, { kycSession, account, token })
  const { verified } = await linkUser(services, tx, { kycSession, account, ip: request.ip })
  if (kycSession.delivery_id !== null) return { kycSession, account, deliveryId: kycSession.delivery_id }
  const deliveryId = await enqueueResult(services, tx, {
    kycSession,
    account,
    token,
    verified,
    ip: request.ip,
  })
  return { kycSession, account, deliveryId }
}

/** Compares all claims of the browser with the records of the server. */
async function checkAll(
  tx: Tx,
  { api_key: apiKey, callback_url: callbackUrl, result }: Sending['body'],
  {
    kycSession,
    account,
    token,
  }: Pick<Enqueued, 'kycSession' | 'account'> & { token: VerifiedToken | undefined },
): Promise<void> {
  const { user_id: userId, firebase_uid: uid, session_id: sessionId, email, status } = result ?? {}
  checkAssertions({ userId, uid, sessionId, email, callbackUrl, status }, kycSession, account)
  if (token && token.uid !== account.uid) throw new Problem('KYC_SESSION_MISMATCH', { field: 'id_token' })
  if (!apiKey) return
  const partner = await findByKey(tx, { companyId: kycSession.company_id, hash: hashOfKey(apiKey) })
  if (!partner) throw new Problem('KYC_SESSION_MISMATCH', { field: 'api_key' })
}

async function enqueueResult(
  services: PartnerServices,
  tx: Tx,
  input: Omit<Enqueued, 'deliveryId'> & {
    token: VerifiedToken | undefined
    verified: boolean
    ip: string | null
  },
): Promise<string> {
  const { kycSession, account, token, verified, ip } = input
  // One time for the delivery, the result and the redirect.
  const at = services.clock.now()
  const deliveryId = await enqueueDelivery(services, tx, {
    partnerId: kycSession.partner_id,
    event: 'kyc.auth_result',
    url: kycSession.callback_url,
    payload: composeResult(services, kycSession, account, { at, token, verified }),
    at,
  })
  await setDelivery(tx, kycSession.id, deliveryId)
  await services.audit.record(
    tx,
    { actor: account.accountId, ip },
    'share',
    aboutPartner(`${kycSession.partner_id}/${deliveryId}`, account.accountId),
    {
      event: 'kyc.auth_result',
      partnerName: kycSession.partner_name,
      partnerUser: kycSession.user_id,
    },
  )
  return deliveryId
}

/** spec §3 "Auth result payload", without its token. */
function composeResult(
  services: PartnerServices,
  kycSession: KycSessionRow,
  account: SignedInAccount,
  { at, token, verified }: { at: Date; token: VerifiedToken | undefined; verified: boolean },
): StoredAuthResult {
  return {
    companyId: kycSession.company_id,
    subject: subjectOf(services, kycSession.partner_id, account.accountId),
    emailVerified: account.email !== null,
    result: {
      user_id: kycSession.user_id,
      user_id_verified: verified,
      firebase_uid: account.uid,
      email: account.email,
      display_name: account.name,
      photo_url: photoOf(token),
      session_id: kycSession.session_id,
      timestamp: at.toISOString(),
      status: 'success',
    },
  }
}
