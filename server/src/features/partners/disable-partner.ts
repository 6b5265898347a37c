import type { Partner } from '@kyc/contract/partners.ts'
import { actOnPartner, type PartnerAct } from './act-on-partner.ts'
import { endWaitingAddresses } from './api/address-repository.ts'
import { endKycSessions } from './kyc/kyc-session-repository.ts'
import { setPartner } from './partner-repository.ts'
import type { PartnerServices } from './partner-services.ts'

/** Disables a partner. Its KYC sessions and one-time addresses expire; its deliveries remain pending. */
export function disablePartner(services: PartnerServices, act: PartnerAct): Promise<Partner> {
  return actOnPartner(services, act, async (tx, partner) => {
    if (partner.disabled_at) return undefined
    const at = services.clock.now()
    await setPartner(tx, partner.id, { disabled_at: at }, at)
    await endWaitingAddresses(tx, partner.id)
    await endKycSessions(tx, partner.id)
    return { before: { disabled: false }, after: { disabled: true } }
  })
}

/** Enables a partner. The scheduler sends due deliveries. */
export function enablePartner(services: PartnerServices, act: PartnerAct): Promise<Partner> {
  return actOnPartner(services, act, async (tx, partner) => {
    if (!partner.disabled_at) return undefined
    await setPartner(tx, partner.id, { disabled_at: null }, services.clock.now())
    return { before: { disabled: true }, after: { disabled: false } }
  })
}
