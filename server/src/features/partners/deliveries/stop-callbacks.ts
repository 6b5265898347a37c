import type { Partner } from '@kyc/contract/partners.ts'
import { actOnPartner, type PartnerAct } from '../act-on-partner.ts'
import { setPartner } from '../partner-repository.ts'
import type { PartnerServices } from '../partner-services.ts'

/** Stops callbacks to a partner. Its deliveries remain pending. */
export function stopCallbacks(services: PartnerServices, act: PartnerAct): Promise<Partner> {
  return actOnPartner(services, act, async (tx, partner) => {
    if (partner.callback_stop !== null) return undefined
    await setPartner(tx, partner.id, { callback_stop: 'manual' }, services.clock.now())
    return { before: { callbackStop: null }, after: { callbackStop: 'manual' } }
  })
}

/** Resumes callbacks to a partner. The scheduler sends due deliveries. */
export function resumeCallbacks(services: PartnerServices, act: PartnerAct): Promise<Partner> {
  return actOnPartner(services, act, async (tx, partner) => {
    if (partner.callback_stop === null) return undefined
    // Failures before the stop no longer count.
    await setPartner(tx, partner.id, { callback_stop: null, failing_since: null }, services.clock.now())
    return { before: { callbackStop: partner.callback_stop }, after: { callbackStop: null } }
  })
}
