import type { DocumentStatus } from '@kyc/contract/document-vocabulary.ts'
import { documentStatusLabels, wordOf } from '@kyc/contract/labels.ts'
import { StateBadge, type Tone } from '../../ui/StateBadge.tsx'

const tones = { pending: 'wait', verified: 'ok', rejected: 'bad' } as const satisfies Record<
  DocumentStatus,
  Tone
>

export function DocumentStateBadge({ status }: { status: DocumentStatus }) {
  return <StateBadge tone={tones[status]}>{wordOf(documentStatusLabels, status)}</StateBadge>
}
