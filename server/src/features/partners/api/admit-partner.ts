import type { Endpoint } from '@kyc/contract/endpoint.ts'
import { limits } from '@kyc/contract/limits.ts'
import { versionHeader } from '@kyc/contract/partner-api-vocabulary.ts'
import type { SharedLimits } from '../../../platform/db/shared-limits.ts'
import { networkOf } from '../../../platform/http/requests/addresses.ts'
import type { RequestInfo } from '../../../platform/http/requests/binding.ts'
import { CallLimit, RateLimit } from '../../../platform/http/requests/rate-limit.ts'
import { Problem } from '../../../platform/problem.ts'
import { hashOfKey } from '../api-keys.ts'
import type { PartnerServices } from '../partner-services.ts'
import { findByServerKey, recordUse } from '../server-keys/server-key-repository.ts'
import type { PartnerCaller } from './partner-caller.ts'
import { apiVersions } from './versions.ts'

/** What the checks report about a call while they admit or refuse it. */
export interface Admitting {
  setHeader(name: string, value: string): void
  /** Called for each call with a valid key, even if a later check refuses the call. */
  identified(caller: PartnerCaller): void
}

/**
 * Creates the checks before each call of a partner's server: its key, the limits of the key, the version and the scope.
 * Cookies and sessions of accounts are not read.
 */
export function createAdmission(services: PartnerServices & { readonly sharedLimits: SharedLimits }) {
  const refusals = new RateLimit(limits.rate.partnerRefusalsPerMinute)
  const calls = new CallLimit(limits.rate.partnerPerMinute, services.sharedLimits, services.log)
  return async (
    info: RequestInfo,
    { scope }: Endpoint,
    { setHeader, identified }: Admitting,
  ): Promise<PartnerCaller> => {
    const network = networkOf(info.ip)
    refusals.check(network)
    const caller = await identify(services, info)
    if (!caller) {
      refusals.take(network)
      setHeader('www-authenticate', 'Bearer')
      throw new Problem('PARTNER_KEY_INVALID')
    }
    identified(caller)
    const place = `partner-key:${caller.keyId}`
    try {
      calls.check(undefined, place)
      calls.take(undefined, place, undefined)
    } finally {
      const { remaining, seconds } = calls.left(place)
      setHeader('ratelimit-limit', String(limits.rate.partnerPerMinute))
      setHeader('ratelimit-remaining', String(remaining))
      setHeader('ratelimit-reset', String(seconds))
    }
    const version = info.header(versionHeader) ?? caller.version
    if (!apiVersions.some(({ date }) => date === version)) throw new Problem('PARTNER_VERSION_UNKNOWN')
    setHeader(versionHeader.toLowerCase(), version)
    if (!scope || !caller.scopes.includes(scope)) throw new Problem('PARTNER_SCOPE_MISSING')
    return { ...caller, version }
  }
}

async function identify({ db }: PartnerServices, info: RequestInfo): Promise<PartnerCaller | undefined> {
  const [, sent] = /^bearer ([\w-]{20,200})$/i.exec(info.header('authorization') ?? '') ?? []
  const found = sent === undefined ? undefined : await findByServerKey(db, hashOfKey(sent))
  if (!found) return undefined
  const { key, partner, isUnrecorded } = found
  if (isUnrecorded) await recordUse(db, key.id)
  const { id: keyId, hint: keyHint } = key
  return { keyId, keyHint, mode: key.mode, scopes: key.scopes, version: key.api_version, partner }
}
