import type { PerformerStatus } from '@kyc/contract/document-vocabulary.ts'
import { performerStatusLabels, wordOf } from '@kyc/contract/labels.ts'
import { StateBadge, type Tone } from '../../ui/StateBadge.tsx'

const tones = {
  pending: 'wait',
  approved: 'ok',
  rejected: 'bad',
  draft: 'neutral',
} as const satisfies Record<PerformerStatus, Tone>

/**
 * Shows an unknown status as received (spec §4). While another organisation's check stands for the documents, shows
 * that instead of the status (D126). A rejected record has no such check, so a rejection is always shown.
 */
export function PerformerStateBadge({ status, relied = false }: { status: string; relied?: boolean }) {
  if (relied) return <StateBadge tone="ok">ほかの組織の確認による</StateBadge>
  if (!isKnown(status)) return <StateBadge tone="neutral">{status}</StateBadge>
  return <StateBadge tone={tones[status]}>{wordOf(performerStatusLabels, status)}</StateBadge>
}

function isKnown(status: string): status is PerformerStatus {
  return Object.hasOwn(tones, status)
}
