import type { BodyOf } from '@kyc/contract/endpoint.ts'
import type { openKycAddress as endpoint, KycSession } from '@kyc/contract/kyc.ts'
import type { Tx } from '../../../platform/db/transaction.ts'
import type { CookieToSet, RequestInfo } from '../../../platform/http/requests/binding.ts'
import { fingerprintOf, publicKeyOf } from '../../../platform/idempotency/idempotency-key.ts'
import { replyOnce } from '../../../platform/idempotency/reply-once.ts'
import { newId } from '../../../platform/ids.ts'
import { Problem } from '../../../platform/problem.ts'
import type { Actor } from '../../access/actor.ts'
import { aboutPartner } from '../../audit/about.ts'
import { lockAddress, setOpened } from '../api/address-repository.ts'
import { hashOfToken } from '../api/create-session.ts'
import { findPartner } from '../partner-repository.ts'
import type { PartnerServices } from '../partner-services.ts'
import { browserToBind } from './kyc-cookie.ts'
import { findKycSession, insertKycSession } from './kyc-session-repository.ts'
import { addressesOf } from './open-kyc-session.ts'
import { presentKycSession } from './present-kyc-session.ts'

interface OpenCall {
  readonly body: BodyOf<typeof endpoint>
  readonly actor: Actor | undefined
  readonly request: RequestInfo
}

/**
 * Opens a one-time address that the partner's server has created: the first browser gets its KYC session, whose user is proven, and
 * only that browser can open the address again (D112).
 */
export async function openKycAddress(
  services: PartnerServices,
  call: OpenCall,
): Promise<{ body: KycSession; cookies: CookieToSet[]; headers: Readonly<Record<string, string>> }> {
  const key = publicKeyOf(services.config, { route: 'kyc.openAddress', ...call })
  const { browserKey, cookies } = browserToBind(services, call.request, key)
  const fingerprint = fingerprintOf([call.body.token])
  const { body, headers } = await replyOnce(services, { key, fingerprint, status: 201 }, (tx) =>
    open(services, tx, { ...call, browserKey }),
  )
  return { body, cookies, headers: { ...headers, location: `/api/kyc/sessions/${body.id}` } }
}

async function open(
  services: PartnerServices,
  tx: Tx,
  { body, actor, request, browserKey }: OpenCall & { readonly browserKey: Buffer },
): Promise<KycSession> {
  const address = await lockAddress(tx, hashOfToken(body.token))
  if (!address || (address.is_expired && address.opened_at === null)) throw new Problem('KYC_ADDRESS_ENDED')
  if (address.mode === 'test') throw new Problem('KYC_ADDRESS_TEST')
  if (address.opened_at !== null) return reopen(tx, { browserKey, id: address.kyc_session_id }, actor)
  const partner = await findPartner(tx, address.partner_id)
  if (!partner) throw new Problem('KYC_PARTNER_REFUSED')
  // The allowed origins may have changed since the address was created.
  const { callback_url, redirect_url } = addressesOf(services.config, partner, address)
  const id = newId()
  const isOpen = await insertKycSession(tx, {
    id,
    partner_id: partner.id,
    browser_key: browserKey,
    user_id: address.user_id,
    user_verified: true,
    session_id: address.session_id,
    locale: address.locale,
    ...{ callback_url, redirect_url, warnings: [] },
  })
  if (!isOpen) throw new Problem('KYC_PARTNER_REFUSED')
  await setOpened(tx, address.id, id)
  await services.audit.record(tx, { actor, request }, 'create', aboutPartner(partner.id), {
    kycSession: id,
    partnerName: partner.name,
    partnerUser: address.user_id,
  })
  return reopen(tx, { browserKey, id }, actor)
}

async function reopen(
  tx: Tx,
  { browserKey, id }: { readonly browserKey: Buffer; readonly id: string | null },
  actor: Actor | undefined,
): Promise<KycSession> {
  const kycSession = id === null ? undefined : await findKycSession(tx, { browserKey, id })
  if (!kycSession) throw new Problem('KYC_ADDRESS_ENDED')
  return presentKycSession(kycSession, actor?.id)
}
