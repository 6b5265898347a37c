import type { BodyOf } from '@kyc/contract/endpoint.ts'
import type { registerKycUser as endpoint } from '@kyc/contract/kyc.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import type { RequestInfo } from '../../../platform/http/requests/binding.ts'
import type { Caller } from '../../../platform/http/requests/caller.ts'
import { Problem } from '../../../platform/problem.ts'
import type { PartnerServices } from '../partner-services.ts'
import { checkAssertions } from './check-assertions.ts'
import { browserOf } from './kyc-cookie.ts'
import { lockKycSession } from './kyc-session-repository.ts'
import { linkUser } from './link-user.ts'
import { getSignedInAccount } from './signed-in-account.ts'

interface Registration {
  readonly caller: Caller
  readonly body: BodyOf<typeof endpoint>
  readonly request: RequestInfo
}

/**
 * Links the account that just signed in to the partner's user (spec §7). A repeated call changes
 * nothing.
 */
export async function registerUser(
  services: PartnerServices,
  { caller, body, request }: Registration,
): Promise<void> {
  const browserKey = browserOf(services, request)
  await inTransaction(services.db, async (tx) => {
    const kycSession = await lockKycSession(tx, { browserKey, id: body.kycSession ?? undefined })
    if (!kycSession) throw new Problem('KYC_SESSION_NOT_FOUND')
    const account = await getSignedInAccount(tx, caller, kycSession.id)
    const { sharegram_user_id: userId, firebase_uid: uid, session_id: sessionId, email } = body
    checkAssertions({ userId, uid, sessionId, companyId: body.company_id, email }, kycSession, account)
    await linkUser(services, tx, { kycSession, account, ip: request.ip })
  })
}
