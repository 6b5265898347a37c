import type { Partner } from '@kyc/contract/partners.ts'
import type { PartnerValues } from './PartnerFields.tsx'

/** A partner as its form shows it. */
export function partnerValues(partner: Partner): PartnerValues {
  return {
    companyId: partner.companyId,
    name: partner.name,
    mode: partner.mode,
    callbackOrigins: partner.callbackOrigins.join('\n'),
    redirectOrigins: partner.redirectOrigins.join('\n'),
    referrerOrigins: partner.referrerOrigins.join('\n'),
  }
}
