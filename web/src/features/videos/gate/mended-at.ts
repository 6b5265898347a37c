import type { RuleId } from '@kyc/contract/law-rules.ts'

/** The tabs of a video's page. */
export const videoTabs = ['performers', 'contracts', 'shootings', 'publications', 'history'] as const
export type VideoTab = (typeof videoTabs)[number]

/** Where the facts of a rule are entered; `record` is the page of the performer. */
export const mendedAt: Record<RuleId, VideoTab | 'record'> = {
  category: 'publications',
  categoryReason: 'publications',
  selfOnly: 'publications',
  performers: 'performers',
  shootingEnd: 'shootings',
  fourMonths: 'shootings',
  contentReview: 'publications',
  withdrawal: 'publications',
  ended: 'contracts',
  birthDate: 'record',
  under18: 'record',
  identity: 'record',
  contract: 'contracts',
  contractPaper: 'contracts',
  beforeAct: 'contracts',
  contractFacts: 'contracts',
  voidClauses: 'contracts',
  partners: 'contracts',
  sheet: 'contracts',
  copy: 'contracts',
  oneMonth: 'shootings',
  footage: 'contracts',
  footageAnswer: 'contracts',
  consent: 'contracts',
  consentWithdrawn: 'contracts',
  consentAge: 'contracts',
}
