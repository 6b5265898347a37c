import type { Partner } from '@kyc/contract/partners.ts'
import { actOnPartner, type PartnerAct } from './act-on-partner.ts'
import { wakeDeliveries } from './deliveries/wake-deliveries.ts'
import { endKycSessions } from './kyc/kyc-session-repository.ts'
import { setPartner } from './partner-repository.ts'
import type { PartnerServices } from './partner-services.ts'

/**
 * Closes the entry to a partner; KYC sessions under way end, and stay ended when it opens again.
 * @throws Problem NOT_FOUND
 */
export function disablePartner(services: PartnerServices, act: PartnerAct): Promise<Partner> {
  return actOnPartner(services, act, async (tx, partner) => {
    if (partner.disabled_at) return undefined
    const at = services.clock.now()
    await setPartner(tx, partner.id, { disabled_at: at }, at)
    await endKycSessions(tx, partner.id)
    return { before: { disabled: false }, after: { disabled: true } }
  })
}

/** What waited to be sent goes out. @throws Problem NOT_FOUND */
export function enablePartner(services: PartnerServices, act: PartnerAct): Promise<Partner> {
  return actOnPartner(services, act, async (tx, partner) => {
    if (!partner.disabled_at) return undefined
    await setPartner(tx, partner.id, { disabled_at: null }, services.clock.now())
    await wakeDeliveries(services, tx, partner.id)
    return { before: { disabled: true }, after: { disabled: false } }
  })
}
