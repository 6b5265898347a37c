import { type SigningState, signingStateLabels } from '@kyc/contract/signing-vocabulary.ts'
import { IconMessageQuestion } from '@tabler/icons-react'
import { StateBadge } from '../../../ui/StateBadge.tsx'
import { tones } from './signing-queries.ts'

/** How far a signing has come. */
export function SigningBadge({ state }: { state: SigningState }) {
  return (
    <StateBadge tone={tones[state]} {...(state === 'question' && { icon: IconMessageQuestion })}>
      {signingStateLabels[state]}
    </StateBadge>
  )
}
