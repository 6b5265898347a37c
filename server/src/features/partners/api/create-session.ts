import { createHash, randomBytes } from 'node:crypto'
import { createSession as endpoint } from '@kyc/contract/partner-api.ts'
import type { Tx } from '../../../platform/db/transaction.ts'
import { fingerprintOf } from '../../../platform/idempotency/idempotency-key.ts'
import { replyOnce } from '../../../platform/idempotency/reply-once.ts'
import { newId } from '../../../platform/ids.ts'
import { Problem } from '../../../platform/problem.ts'
import { aboutPartner } from '../../audit/about.ts'
import { addressesOf } from '../kyc/open-kyc-session.ts'
import type { PartnerServices } from '../partner-services.ts'
import { holdServerKey } from '../server-keys/server-key-repository.ts'
import { findAddress, insertAddress } from './address-repository.ts'
import { keyOfCall, type PartnerCall } from './partner-binding.ts'
import { presentSession } from './present-session.ts'
import { forceOutcome } from './test-records.ts'

/**
 * Creates a one-time address of the KYC page for a user of the partner (D112). The partner's server names the user,
 * which proves it like a signed link. The address of a test key is marked as a test, and its outcome follows from the
 * user's id.
 */
export async function createSession(services: PartnerServices, call: PartnerCall<typeof endpoint>) {
  const { caller, body } = call
  const addresses = addressesOf(services.config, caller.partner, body)
  const fingerprint = fingerprintOf([JSON.stringify(body)])
  const once = { key: keyOfCall(endpoint, call), fingerprint, status: 201 } as const
  const { body: created, headers } = await replyOnce(services, once, (tx) =>
    write(services, tx, call, addresses),
  )
  return { body: created, headers }
}

async function write(
  services: PartnerServices,
  tx: Tx,
  { caller: { keyId, mode, partner }, body, request }: PartnerCall<typeof endpoint>,
  addresses: ReturnType<typeof addressesOf>,
) {
  // Revoking the key ends its addresses, so none may follow.
  if (!(await holdServerKey(tx, keyId))) throw new Problem('PARTNER_KEY_INVALID')
  const token = randomBytes(32).toString('base64url')
  const id = newId()
  await insertAddress(tx, {
    id,
    ...{
      partner_id: partner.id,
      api_key_id: keyId,
      mode,
      user_id: body.user_id,
      session_id: body.session_id || null,
    },
    locale: body.locale || 'ja',
    ...addresses,
    token_hash: hashOfToken(token),
  })
  if (mode === 'test')
    await forceOutcome(services, tx, { partnerId: partner.id, sessionId: id, userId: body.user_id })
  await services.audit.record(tx, { actor: null, request }, 'create', aboutPartner(partner.id), {
    kycSession: id,
    partnerName: partner.name,
    partnerUser: body.user_id,
    mode,
  })
  const address = await findAddress(tx, { partnerId: partner.id, mode }, id)
  if (!address) throw new Problem('NOT_FOUND')
  // In the fragment, which browsers do not send: no log contains it.
  const url = new URL(`/kyc/register#token=${token}`, services.config.publicUrl).href
  return { ...presentSession(address), url }
}

/** A token is 32 random bytes, so it needs no slow hash. */
export function hashOfToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
