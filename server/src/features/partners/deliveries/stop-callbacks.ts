import type { Partner } from '@kyc/contract/partners.ts'
import { actOnPartner, type PartnerAct } from '../act-on-partner.ts'
import type { PartnerServices } from '../partner-services.ts'
import { setCallbackStop } from './deliveries-repository.ts'
import { wakeDeliveries } from './wake-deliveries.ts'

/** Sends a partner nothing for now; deliveries wait. @throws Problem NOT_FOUND */
export function stopCallbacks(services: PartnerServices, act: PartnerAct): Promise<Partner> {
  return actOnPartner(services, act, async (tx, partner) => {
    if (partner.callback_stop !== null) return undefined
    await setCallbackStop(tx, partner.id, 'manual', services.clock.now())
    return { before: { callbackStop: null }, after: { callbackStop: 'manual' } }
  })
}

/** Lets callbacks out again, whyever they were stopped, and first what has waited. @throws Problem NOT_FOUND */
export function resumeCallbacks(services: PartnerServices, act: PartnerAct): Promise<Partner> {
  return actOnPartner(services, act, async (tx, partner) => {
    if (partner.callback_stop === null) return undefined
    await setCallbackStop(tx, partner.id, null, services.clock.now())
    await wakeDeliveries(services, tx, partner.id)
    return { before: { callbackStop: partner.callback_stop }, after: { callbackStop: null } }
  })
}
