import type { BodyOf } from '@kyc/contract/endpoint.ts'
import type { updatePartner as endpoint, Partner } from '@kyc/contract/partners.ts'
import { Problem } from '../../platform/problem.ts'
import { actOnPartner, type PartnerAct } from './act-on-partner.ts'
import { checkOrigins } from './check-origins.ts'
import { type PartnerRow, setPartner } from './partner-repository.ts'
import type { PartnerServices } from './partner-services.ts'

type Body = BodyOf<typeof endpoint>

/**
 * Changes the given fields. The resulting origins must be allowed in the resulting mode.
 * @throws Problem NOT_FOUND, INVALID_INPUT, CONFLICT if the partner is no longer of the version given
 */
export function updatePartner(services: PartnerServices, act: PartnerAct, body: Body): Promise<Partner> {
  return actOnPartner(services, act, async (tx, partner) => {
    if (body.version !== undefined && body.version !== partner.version) throw new Problem('CONFLICT')
    const before = factsOf(partner)
    const mode = body.mode ?? partner.mode
    const wanted = {
      callbackOrigins: body.callbackOrigins ?? before.callbackOrigins,
      redirectOrigins: body.redirectOrigins ?? before.redirectOrigins,
      referrerOrigins: body.referrerOrigins ?? before.referrerOrigins,
    }
    const lists = checkOrigins(services.config, mode, wanted)
    const after = { partnerName: body.name ?? partner.name, mode, ...lists }
    const changed = changesBetween(before, after)
    if (!changed) return undefined
    const columns = {
      name: after.partnerName,
      mode,
      callback_origins: lists.callbackOrigins,
      redirect_origins: lists.redirectOrigins,
      referrer_origins: lists.referrerOrigins,
    }
    await setPartner(tx, partner.id, columns, services.clock.now())
    return changed
  })
}

/** By the names of the audit log. */
function factsOf(partner: PartnerRow) {
  return {
    partnerName: partner.name,
    mode: partner.mode,
    callbackOrigins: partner.callback_origins,
    redirectOrigins: partner.redirect_origins,
    referrerOrigins: partner.referrer_origins,
  }
}

type Facts = ReturnType<typeof factsOf>

function changesBetween(before: Facts, after: Facts): Record<'before' | 'after', Partial<Facts>> | undefined {
  const names = Object.keys(before) as (keyof Facts)[] // the keys of what is typed so
  const changed = names.filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]))
  const only = (facts: Facts) => Object.fromEntries(changed.map((name) => [name, facts[name]]))
  return changed.length === 0 ? undefined : { before: only(before), after: only(after) }
}
