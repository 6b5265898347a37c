import type { Partner } from '@kyc/contract/partners.ts'
import type { PartnerValues } from './PartnerFields.tsx'

/** The form values of a partner. */
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
