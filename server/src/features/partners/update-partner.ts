import type { BodyOf } from '@kyc/contract/endpoint.ts'
import type { updatePartner as endpoint, Partner } from '@kyc/contract/partners.ts'
import { Problem } from '../../platform/problem.ts'
import { actOnPartner, type PartnerAct } from './act-on-partner.ts'
import { checkOrigins } from './check-origins.ts'
import { type PartnerRow, setPartner } from './partner-repository.ts'
import type { PartnerServices } from './partner-services.ts'

type Body = BodyOf<typeof endpoint>

/** Changes the fields of `body`. The resulting origins must be allowed in the resulting mode. */
export function updatePartner(services: PartnerServices, act: PartnerAct, body: Body): Promise<Partner> {
  return actOnPartner(services, act, async (tx, partner) => {
    if (body.version !== undefined && body.version !== partner.version) throw new Problem('CONFLICT')
    const before = detailsOf(partner)
    const mode = body.mode ?? partner.mode
    const lists = checkOrigins(services.config, mode, {
      callbackOrigins: body.callbackOrigins ?? before.callbackOrigins,
      redirectOrigins: body.redirectOrigins ?? before.redirectOrigins,
      referrerOrigins: body.referrerOrigins ?? before.referrerOrigins,
    })
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

/** The editable fields under the keys of audit details. */
function detailsOf(partner: PartnerRow) {
  return {
    partnerName: partner.name,
    mode: partner.mode,
    callbackOrigins: partner.callback_origins,
    redirectOrigins: partner.redirect_origins,
    referrerOrigins: partner.referrer_origins,
  }
}

type Details = ReturnType<typeof detailsOf>

function changesBetween(
  before: Details,
  after: Details,
): Record<'before' | 'after', Partial<Details>> | undefined {
  const names = Object.keys(before) as (keyof Details)[] // Object.keys returns string[]
  const changed = names.filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]))
  const only = (details: Details) => Object.fromEntries(changed.map((name) => [name, details[name]]))
  return changed.length === 0 ? undefined : { before: only(before), after: only(after) }
}
