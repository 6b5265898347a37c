import {
  type CampaignItemState,
  type CampaignState,
  campaignItemStateLabels,
  campaignStateLabels,
} from '@kyc/contract/campaign-vocabulary.ts'
import { StateBadge, type Tone } from '../../ui/StateBadge.tsx'

const stateTones: Readonly<Record<CampaignState, Tone>> = {
  running: 'wait',
  finished: 'ok',
  stopped: 'neutral',
}

const itemTones: Readonly<Record<CampaignItemState, Tone>> = {
  waiting: 'neutral',
  sent: 'wait',
  opened: 'wait',
  done: 'ok',
  unanswered: 'bad',
  failed: 'bad',
  skipped: 'neutral',
}

export function CampaignStateBadge({ state }: { state: CampaignState }) {
  return <StateBadge tone={stateTones[state]}>{campaignStateLabels[state]}</StateBadge>
}

export function ItemStateBadge({ state }: { state: CampaignItemState }) {
  return <StateBadge tone={itemTones[state]}>{campaignItemStateLabels[state]}</StateBadge>
}
