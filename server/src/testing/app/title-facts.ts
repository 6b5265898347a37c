import type { AppearanceInput, TitleFactsInput } from '@kyc/contract/title-facts-input.ts'
import { contractFacts } from '@kyc/contract/title-vocabulary.ts'

// Facts of videos that lack nothing in the records (D105), for tests that change one of them.

/** A video without performers, to which no rule of the act applies. */
export const sceneryFacts: TitleFactsInput = {
  category: 'notCovered',
  categoryReason: '風景だけの映像',
  derivedFrom: [],
  shootings: [],
  contentReview: { on: '2020-01-01', by: '管理 太郎', passed: true },
  evidence: [],
}

/** A video under the act, shot in May 2025 and publishable from 2025-10-01 on. */
export const coveredFacts: TitleFactsInput = {
  ...sceneryFacts,
  category: 'covered',
  categoryReason: null,
  shootings: [{ kind: 'main', plannedOn: '2025-05-20', shotOn: '2025-05-20', performerIds: [] }],
  shootingEndedOn: '2025-05-31',
  contentReview: { on: '2025-09-01', by: '管理 太郎', passed: true },
}

/** An appearance in the video of `coveredFacts` with these partners. */
export function completeAppearance(partnerIds: string[] = []): AppearanceInput {
  return {
    contract: {
      offeredOn: '2025-03-20',
      signedOn: '2025-04-01',
      receivedOn: '2025-04-02',
      named: [...contractFacts],
      partnerIds,
      voidClauses: [],
    },
    sheet: { receivedOn: '2025-03-25', explainedOn: '2025-03-25', explainedBy: '制作 花子', minutes: 40 },
    footage: { offeredOn: '2025-07-01', way: 'link', until: '2025-07-31', answer: 'seen' },
    consents: [
      { kind: 'depiction', givenOn: '2025-04-01' },
      { kind: 'distribution', givenOn: '2025-04-01' },
    ],
  }
}
