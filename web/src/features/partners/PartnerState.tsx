import type { Partner } from '@kyc/contract/partners.ts'
import { StateBadge } from '../../ui/StateBadge.tsx'
import { standingOf } from './partner-text.ts'

/** Whether a partner may come in and is sent results, in one word. */
export function Standing({ partner }: { partner: Partner }) {
  const { tone, word } = standingOf(partner)
  return <StateBadge tone={tone}>{word}</StateBadge>
}
