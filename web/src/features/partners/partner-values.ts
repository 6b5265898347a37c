import type { Partner } from '@kyc/contract/partners.ts'
import type { PartnerValues } from './PartnerFields.tsx'
import { parseOrigins } from './partner-text.ts'

type OriginText = Pick<PartnerValues, 'callbackOrigins' | 'redirectOrigins' | 'referrerOrigins'>

/** The lists of origins as text, one per line. */
export function originText(partner: Partner): OriginText {
  return {
    callbackOrigins: partner.callbackOrigins.join('\n'),
    redirectOrigins: partner.redirectOrigins.join('\n'),
    referrerOrigins: partner.referrerOrigins.join('\n'),
  }
}

/** The lists of origins as the contract has them. */
export function originsOf(values: OriginText): { [Field in keyof OriginText]: string[] } {
  return {
    callbackOrigins: parseOrigins(values.callbackOrigins),
    redirectOrigins: parseOrigins(values.redirectOrigins),
    referrerOrigins: parseOrigins(values.referrerOrigins),
  }
}
