import { type GateState, gateStateLabels } from '@kyc/contract/readiness.ts'
import { attentionIcon, StateBadge, type Tone } from '../../ui/StateBadge.tsx'

const tones = {
  unknown: 'neutral',
  missing: 'bad',
  partly: 'wait',
  complete: 'ok',
} as const satisfies Record<GateState, Tone>

/** What the records of a shared video lack for the channel of the share. */
export function SharedGateBadge({ state }: { state: GateState }) {
  return (
    <StateBadge tone={tones[state]} {...(state === 'missing' && { icon: attentionIcon })}>
      {gateStateLabels[state]}
    </StateBadge>
  )
}
