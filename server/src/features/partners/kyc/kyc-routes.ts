import * as contract from '@kyc/contract/kyc.ts'
import { limits } from '@kyc/contract/limits.ts'
import { networkOf } from '../../../platform/http/requests/addresses.ts'
import { type Binding, bind } from '../../../platform/http/requests/binding.ts'
import { RateLimit } from '../../../platform/http/requests/rate-limit.ts'
import { Problem } from '../../../platform/problem.ts'
import type { PartnerServices } from '../partner-services.ts'
import { browserOf } from './kyc-cookie.ts'
import { findKycSession } from './kyc-session-repository.ts'
import { openKycAddress } from './open-kyc-address.ts'
import { openKycSession } from './open-kyc-session.ts'
import { presentKycSession } from './present-kyc-session.ts'
import { registerUser } from './register-user.ts'
import { sendAuthResult } from './send-auth-result.ts'

/** The calls of the page that a partner links to. */
export function kycRoutes(services: PartnerServices): Binding[] {
  const openings = new RateLimit(limits.rate.kycPerMinute)
  return [
    bind(contract.openKycSession, (call) => {
      openings.take(networkOf(call.request.ip))
      return openKycSession(services, call)
    }),
    bind(contract.openKycAddress, (call) => {
      openings.take(networkOf(call.request.ip))
      return openKycAddress(services, call)
    }),
    bind(contract.getKycSession, async ({ actor, params, request }) => {
      const kycSession = await findKycSession(services.db, {
        browserKey: browserOf(services, request),
        id: params.id,
      })
      if (!kycSession) throw new Problem('KYC_SESSION_NOT_FOUND')
      return { body: presentKycSession(kycSession, actor?.id) }
    }),
    bind(contract.registerKycUser, async (call) => {
      await registerUser(services, call)
      return { body: { success: true as const } }
    }),
    bind(contract.sendAuthResult, async (call) => ({ body: await sendAuthResult(services, call) })),
  ]
}
