import type { BodyOf } from '@kyc/contract/endpoint.ts'
import type { openKycSession as endpoint, KycSession, KycWarning } from '@kyc/contract/kyc.ts'
import type { Tx } from '../../../platform/db/transaction.ts'
import type { CookieToSet, RequestInfo } from '../../../platform/http/requests/binding.ts'
import { fingerprintOf, publicKeyOf } from '../../../platform/idempotency/idempotency-key.ts'
import { replyOnce } from '../../../platform/idempotency/reply-once.ts'
import { newId } from '../../../platform/ids.ts'
import { Problem } from '../../../platform/problem.ts'
import type { Actor } from '../../access/actor.ts'
import { aboutPartner } from '../../audit/about.ts'
import { addressBelow, mayHaveOrigin, type OriginUse } from '../allowed-origins.ts'
import { hashOfKey } from '../api-keys.ts'
import { findByKey, type PartnerRow } from '../partner-repository.ts'
import type { PartnerServices } from '../partner-services.ts'
import { browserToBind } from './kyc-cookie.ts'
import { findKycSession, insertKycSession } from './kyc-session-repository.ts'
import { presentKycSession } from './present-kyc-session.ts'
import { isSignedLink } from './verify-link.ts'

type Body = BodyOf<typeof endpoint>

const route = 'kyc.open'
const defaultLocale = 'ja'

/**
 * Checks the parameters of the partner's link and opens a KYC session that is bound to this browser. A
 * repeated call returns the same session (D20). A signature of the partner proves the user.
 */
export async function openKycSession(
  services: PartnerServices,
  call: { body: Body; actor: Actor | undefined; request: RequestInfo },
): Promise<{ body: KycSession; cookies: CookieToSet[]; headers: Readonly<Record<string, string>> }> {
  const partner = await partnerOf(services, call.body)
  const addresses = addressesOf(services.config, partner, call.body)
  const isSigned = await isSignedLink(services, partner.id, call.body)
  const key = publicKeyOf(services.config, { route, ...call })
  const { browserKey, cookies } = browserToBind(services, call.request, key)
  const fingerprint = fingerprintOf([JSON.stringify(call.body)])
  const { body, headers } = await replyOnce(services, { key, fingerprint, status: 201 }, (tx) =>
    writeKycSession(services, tx, { ...call, partner, browserKey, addresses, isSigned }),
  )
  return { body, cookies, headers }
}

interface Opening {
  readonly body: Body
  readonly actor: Actor | undefined
  readonly request: RequestInfo
  readonly partner: PartnerRow
  readonly browserKey: Buffer
  readonly addresses: ReturnType<typeof addressesOf>
  readonly isSigned: boolean
}

async function writeKycSession(
  services: PartnerServices,
  tx: Tx,
  { body, actor, request, partner, browserKey, addresses, isSigned }: Opening,
): Promise<KycSession> {
  const id = newId()
  const open = await insertKycSession(tx, {
    id,
    partner_id: partner.id,
    browser_key: browserKey,
    user_id: body.user_id,
    user_verified: isSigned,
    session_id: body.session_id || null,
    locale: body.locale || defaultLocale,
    ...addresses,
    warnings: warningsOf(services.config, partner, addresses.callback_url, body.referrer),
  })
  const kycSession = open ? await findKycSession(tx, { browserKey, id }) : undefined
  if (!kycSession) throw new Problem('KYC_PARTNER_REFUSED')
  // Again under the lock of the partner: a secret that was revoked meanwhile proves nothing.
  if (isSigned) await isSignedLink({ ...services, db: tx }, partner.id, body)
  await services.audit.record(tx, { actor, request }, 'create', aboutPartner(partner.id), {
    kycSession: id,
    partnerName: partner.name,
    partnerUser: body.user_id,
  })
  return presentKycSession(kycSession, undefined)
}

/** Rejects unknown company, wrong key and disabled partner alike, so that partners cannot be enumerated. */
async function partnerOf({ db }: PartnerServices, { company_id, api_key }: Body): Promise<PartnerRow> {
  const hash = hashOfKey(api_key)
  const partner = await findByKey(db, { companyId: company_id ?? '', hash })
  if (!partner) throw new Problem('KYC_PARTNER_REFUSED')
  return partner
}

/** The addresses of a session if the partner has registered their origins. */
export function addressesOf(
  config: PartnerServices['config'],
  { mode, callback_origins, redirect_origins }: PartnerRow,
  { callback_url, redirect_url }: { callback_url: string; redirect_url?: string | null | undefined },
): { callback_url: string; redirect_url: string | null } {
  // Origins are checked again: the server may no longer run in the demo mode in which they were saved.
  const below = (address: string, origins: readonly string[], use: OriginUse) =>
    addressBelow(
      origins.filter((origin) => mayHaveOrigin(config, mode, origin, use)),
      address,
    )
  const callback = below(callback_url, callback_origins, 'callback')
  if (callback === undefined) throw new Problem('CALLBACK_NOT_ALLOWED', { field: 'callback_url' })
  const redirect = redirect_url ? below(redirect_url, redirect_origins, 'redirect') : null
  if (redirect === undefined) throw new Problem('REDIRECT_NOT_ALLOWED', { field: 'redirect_url' })
  return { callback_url: callback, redirect_url: redirect }
}

/** Shown on the page; the flow continues (spec §5). */
function warningsOf(
  { publicUrl }: PartnerServices['config'],
  { referrer_origins }: PartnerRow,
  callbackUrl: string,
  referrer: string | null | undefined,
): KycWarning[] {
  const allowed = [...referrer_origins, publicUrl.origin]
  const foreign = referrer && !allowed.includes(URL.parse(referrer)?.origin ?? '')
  return [
    ...(callbackUrl.startsWith('https:') ? [] : (['callback_not_https'] as const)),
    ...(foreign ? (['referrer_foreign'] as const) : []),
  ]
}
