import type { Readiness } from '@kyc/contract/readiness.ts'
import type { VideoFacts } from '@kyc/contract/title-facts.ts'

/** The facts of a video of two performers, of which nothing is entered. */
export const facts = {
  version: 4,
  category: 'covered',
  derivedFrom: [],
  shootings: [],
  shootingEndedOn: null,
  contentReview: null,
  evidence: [],
  appearances: [
    {
      performerId: 'p1',
      name: '山田 花子',
      version: 2,
      contract: null,
      sheet: null,
      footage: null,
      consents: [],
      ended: null,
    },
    {
      performerId: 'p2',
      name: '乙山 次郎',
      version: 5,
      contract: null,
      sheet: null,
      footage: null,
      consents: [],
      ended: null,
    },
  ],
} as unknown as VideoFacts // the fields that the page reads
/** What its records lack. */
export const readiness: Readiness = {
  day: '2026-11-27',
  rulesVersion: '2026-11-27',
  state: 'missing',
  answers: [
    {
      channel: null,
      blockers: [
        { rule: 'fourMonths', performerId: null, from: '2027-03-01' },
        { rule: 'contractFacts', performerId: 'p1', items: ['fee'] },
        { rule: 'identity', performerId: 'p2' },
      ],
      overridden: [],
      changesOn: '2027-03-01',
    },
  ],
  under20: ['p2'],
  performers: [
    { id: 'p1', name: '山田 花子' },
    { id: 'p2', name: '乙山 次郎' },
  ],
  overrides: [],
}
