import type { Partner } from '@kyc/contract/partners.ts'
import { actOnPartner, type PartnerAct } from '../act-on-partner.ts'
import { setPartner } from '../partner-repository.ts'
import type { PartnerServices } from '../partner-services.ts'
import { wakeDeliveries } from './wake-deliveries.ts'

/** Sends a partner nothing for now; deliveries wait. @throws Problem NOT_FOUND */
export function stopCallbacks(services: PartnerServices, act: PartnerAct): Promise<Partner> {
  return actOnPartner(services, act, async (tx, partner) => {
    if (partner.callback_stop !== null) return undefined
    await setPartner(tx, partner.id, { callback_stop: 'manual' }, services.clock.now())
    return { before: { callbackStop: null }, after: { callbackStop: 'manual' } }
  })
}

/** Lets callbacks out again, whyever they were stopped, and first what has waited. @throws Problem NOT_FOUND */
export function resumeCallbacks(services: PartnerServices, act: PartnerAct): Promise<Partner> {
  return actOnPartner(services, act, async (tx, partner) => {
    if (partner.callback_stop === null) return undefined
    // Going on begins anew: failures of before count no more.
    await setPartner(tx, partner.id, { callback_stop: null, failing_since: null }, services.clock.now())
    await wakeDeliveries(services, tx, partner.id)
    return { before: { callbackStop: partner.callback_stop }, after: { callbackStop: null } }
  })
}
