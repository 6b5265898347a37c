import type { Partner } from '@kyc/contract/partners.ts'
import { StateBadge } from '../../ui/StateBadge.tsx'
import { stateOf } from './partner-text.ts'

/** Badge: whether a partner may open KYC sessions and receives results. */
export function PartnerState({ partner }: { partner: Partner }) {
  const { tone, label } = stateOf(partner)
  return <StateBadge tone={tone}>{label}</StateBadge>
}
