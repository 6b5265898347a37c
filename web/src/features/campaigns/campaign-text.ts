import { type CampaignItemState, campaignItemStates } from '@kyc/contract/campaign-vocabulary.ts'
import type { Campaign, CampaignCheck } from '@kyc/contract/campaigns.ts'
import { formatCount } from '../../ui/format.ts'

/** The number of performers of a campaign, including those that are not asked. */
export function totalOf({ counts }: Pick<Campaign, 'counts'>): number {
  return campaignItemStates.reduce((sum, state) => sum + counts[state], 0)
}

/** Such as 12/40名: the finished performers among those that are asked. */
export function progressText({ counts }: Pick<Campaign, 'counts'>): string {
  return `${formatCount(counts.done)}/${formatCount(totalOf({ counts }) - counts.skipped)}名`
}

/** The states that performers of the campaign have, in the order of the vocabulary. */
export function statesOf({ counts }: Pick<Campaign, 'counts'>): CampaignItemState[] {
  return campaignItemStates.filter((state) => counts[state] > 0)
}

/** How long sending the first links takes, given the number that the organisation may send in a day. */
export function durationText({ asked, perDay }: Pick<CampaignCheck, 'asked' | 'perDay'>): string {
  if (asked <= perDay) return '数分以内に、順に送信します。'
  return `1日に送信できるのは${formatCount(perDay)}名までのため、${formatCount(Math.ceil(asked / perDay))}日に分けて送信します。`
}
