import { randomBytes } from 'node:crypto'
import type { BodyOf } from '@kyc/contract/endpoint.ts'
import { limits } from '@kyc/contract/limits.ts'
import type { createApiKey as endpoint, PartnerApiKey } from '@kyc/contract/partner-keys.ts'
import { fromNow } from '../../../platform/db/time.ts'
import type { Tx } from '../../../platform/db/transaction.ts'
import { fieldProblem } from '../../../platform/http/requests/input.ts'
import { fingerprintOf, type IdempotencyKey } from '../../../platform/idempotency/idempotency-key.ts'
import { type OnceReply, replyOnce } from '../../../platform/idempotency/reply-once.ts'
import { newId } from '../../../platform/ids.ts'
import { Problem } from '../../../platform/problem.ts'
import { aboutPartner } from '../../audit/about.ts'
import type { PartnerAct } from '../act-on-partner.ts'
import { newestVersion } from '../api/versions.ts'
import { hashOfKey } from '../api-keys.ts'
import { lastFour } from '../credential-repository.ts'
import { lockPartner } from '../partner-repository.ts'
import type { PartnerServices } from '../partner-services.ts'
import { presentServerKey } from './present-server-key.ts'
import { expireServerKey, findServerKey, findServerKeys, insertServerKey } from './server-key-repository.ts'

type Rights = BodyOf<typeof endpoint>
type Creation = PartnerAct & { readonly key: IdempotencyKey | undefined }
type Created = OnceReply<{ key: PartnerApiKey; secret: string }>

/** Creates a key of a partner's server (D112). Only this reply, and its repeats, contain it. */
export function createServerKey(services: PartnerServices, act: Creation, rights: Rights): Promise<Created> {
  const scopes = [...new Set(rights.scopes)].toSorted()
  const fingerprint = fingerprintOf([act.id, rights.mode, ...scopes])
  return replyOnce(services, { key: act.key, fingerprint, status: 201 }, async (tx) => {
    const partner = await lockPartner(tx, act.id)
    if (rights.mode === 'live' && partner.mode === 'test')
      throw fieldProblem('mode', 'テストの提携先には、テスト用のキーだけを発行できます。')
    const rest = { mode: rights.mode, scopes, version: newestVersion }
    return create(services, tx, { act, change: 'server_key_created', ...rest })
  })
}

/** Creates a key with the rights and the version of another one, which stays valid for 24 hours. */
export function rotateServerKey(
  services: PartnerServices,
  act: Creation & { readonly keyId: string },
): Promise<Created> {
  const fingerprint = fingerprintOf([act.id, act.keyId])
  return replyOnce(services, { key: act.key, fingerprint, status: 201 }, async (tx) => {
    await lockPartner(tx, act.id)
    const old = await findServerKey(tx, act.id, act.keyId)
    if (!old) throw new Problem('NOT_FOUND')
    // A second rotation would leave three valid keys.
    if (old.expires_at !== null) throw new Problem('CONFLICT')
    await expireServerKey(tx, old.id, fromNow(limits.callback.rotationOverlap))
    const { mode, scopes, api_version: version } = old
    return create(services, tx, { act, change: 'server_key_rotated', mode, scopes, version })
  })
}

async function create(
  services: PartnerServices,
  tx: Tx,
  {
    act: { actor, id: partnerId, ip },
    change,
    mode,
    scopes,
    version,
  }: {
    readonly act: PartnerAct
    readonly change: 'server_key_created' | 'server_key_rotated'
    readonly mode: Rights['mode']
    readonly scopes: Rights['scopes']
    readonly version: string
  },
): Promise<{ key: PartnerApiKey; secret: string }> {
  const valid = await findServerKeys(tx, partnerId)
  if (change === 'server_key_created' && valid.length >= limits.partnerApiKeys)
    throw new Problem('TOO_MANY_KEYS')
  const secret = `kyc_${mode}_${randomBytes(32).toString('base64url')}`
  const at = services.clock.now()
  const row = {
    id: newId(at),
    partner_id: partnerId,
    ...{
      mode,
      scopes,
      api_version: version,
      hash: hashOfKey(secret),
      hint: lastFour(secret),
      created_at: at,
    },
  }
  await insertServerKey(tx, row)
  await services.audit.record(tx, { actor, ip }, 'update', aboutPartner(partnerId), { change, mode })
  return { key: presentServerKey({ ...row, expires_at: null, last_used_at: null }), secret }
}
