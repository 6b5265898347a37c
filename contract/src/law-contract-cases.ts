import {
  type Case,
  type CasesOf,
  contract,
  main,
  person,
  readyOn,
  sampleTitle,
  stills,
  title,
  underTheAct,
  withAppearance,
  withContract,
} from './law-sample.ts'
import { contractFacts, voidClauses } from './title-vocabulary.ts'

const shot = sampleTitle.shootings
const signedBeforeAct = (signedOn: string) =>
  withContract(title({ category: 'beforeAct', appearances: sampleTitle.appearances.slice(0, 1) }), {
    signedOn,
  })
const footage = (offeredOn: string, until = offeredOn, answer: 'seen' | 'declined' | null = 'seen') =>
  person({ footage: { offeredOn, until, answer } })
/** The sample, in which performer `a` received contract and explanation sheet on these days and was shot alone. */
const received = (contractOn: string, sheetOn: string, shotOn: string) =>
  withAppearance(
    withContract(title({ shootings: [main(shotOn, 'a'), main('2026-06-01', 'b')] }), {
      signedOn: contractOn,
      receivedOn: contractOn,
    }),
    { sheet: { receivedOn: sheetOn, explainedOn: sheetOn } },
  )

/** What the rules about contracts (4条〜8条, 10条, 附則) permit and forbid, with days on both sides of each limit. */
export const contractCases = {
  contract: {
    holdsFor: ['covered', 'beforeAct', null],
    keeps: [['signed on the examined day', contract({ signedOn: readyOn })]],
    breaks: [
      ['no contract', person({ contract: null })],
      ['signed after the examined day', contract({ signedOn: '2026-11-02' })],
    ],
  },
  contractPaper: {
    holdsFor: ['covered', 'beforeAct', null],
    keeps: [['a contract that a reviewer confirmed', sampleTitle]],
    breaks: [['a contract that no reviewer confirmed', person({ confirmedPapers: ['explanationSheet'] })]],
  },
  beforeAct: {
    holdsFor: ['beforeAct'],
    keeps: [['signed on the last day before the act', signedBeforeAct('2022-06-22')]],
    breaks: [['signed on the first day of the act', signedBeforeAct('2022-06-23')]],
  },
  contractFacts: {
    holdsFor: underTheAct,
    keeps: [['all facts are named', contract({ named: contractFacts.toReversed() })]],
    breaks: [
      ['no fact is named', contract({ named: [] })],
      ...contractFacts.map(
        (fact): Case => [
          `all facts but ${fact} are named`,
          contract({ named: contractFacts.filter((each) => each !== fact) }),
        ],
      ),
    ],
  },
  voidClauses: {
    holdsFor: underTheAct,
    keeps: [['no void clause', sampleTitle]],
    breaks: [
      ['all void clauses', contract({ voidClauses })],
      ...voidClauses.map((clause): Case => [clause, contract({ voidClauses: [clause] })]),
    ],
  },
  partners: {
    holdsFor: underTheAct,
    keeps: [
      ['more partners are named than took part', contract({ partnerIds: ['b', 'c'] })],
      [
        'partners only in stills and others',
        withContract(
          title({
            shootings: [
              main('2026-06-01', 'a'),
              main('2026-06-01', 'b'),
              stills('2026-06-02'),
              { kind: 'other', shotOn: '2026-06-02', performerIds: [] },
            ],
          }),
          { partnerIds: [] },
        ),
      ],
    ],
    breaks: [
      ['a partner is not named', contract({ partnerIds: [] })],
      ['another performer is named instead', contract({ partnerIds: ['c'] })],
      [
        'a partner of a later shooting is missing',
        withContract(title({ shootings: [main('2026-06-01', 'a'), main('2026-06-02', 'a', 'b')] }), {
          partnerIds: [],
        }),
      ],
    ],
  },
  sheet: {
    holdsFor: underTheAct,
    keeps: [
      [
        'received and explained on the day of the contract',
        person({ sheet: { receivedOn: '2026-04-10', explainedOn: '2026-04-10' } }),
      ],
    ],
    breaks: [
      [
        'received on the day after the contract',
        person({ sheet: { receivedOn: '2026-04-11', explainedOn: '2026-04-01' } }),
      ],
      [
        'explained on the day after the contract',
        person({ sheet: { receivedOn: '2026-04-01', explainedOn: '2026-04-11' } }),
      ],
      ['not confirmed by a reviewer', person({ confirmedPapers: ['contract'] })],
      ['not explained', person({ sheet: { receivedOn: '2026-04-01', explainedOn: null } })],
      ['no sheet', person({ sheet: null })],
      ['received after the examined day', contract({ signedOn: '2027-01-01' }), { day: '2026-03-31' }],
    ],
  },
  copy: {
    holdsFor: underTheAct,
    keeps: [
      ['received on the day of the contract', contract({ receivedOn: '2026-04-10' })],
      ['received on the examined day', sampleTitle, { day: '2026-04-12' }],
      ['received after 14 days', contract({ receivedOn: '2026-04-24' })],
    ],
    breaks: [
      ['received after 15 days', contract({ receivedOn: '2026-04-25' })],
      ['not received', contract({ receivedOn: null })],
      ['received after the examined day', sampleTitle, { day: '2026-04-11' }],
    ],
  },
  oneMonth: {
    holdsFor: underTheAct,
    keeps: [
      ['received on 12 April, shot on 13 May', title({ shootings: [main('2026-05-13')] })],
      ['received on 31 January, shot on 1 March', received('2026-01-31', '2026-01-31', '2026-03-01')],
      ['received on 28 January, shot on 29 February', received('2024-01-28', '2024-01-28', '2024-02-29')],
      ['sheet received 12 March, shot 13 April', received('2026-02-01', '2026-03-12', '2026-04-13')],
    ],
    breaks: [
      ['received on 12 April, shot on 12 May', title({ shootings: [main('2026-05-12')] })],
      ['received on 31 January, shot on 28 February', received('2026-01-31', '2026-01-31', '2026-02-28')],
      ['received on 28 January, shot on 28 February', received('2024-01-28', '2024-01-28', '2024-02-28')],
      ['sheet received 12 March, shot 12 April', received('2026-02-01', '2026-03-12', '2026-04-12')],
      ['stills before a month has passed', title({ shootings: [stills('2026-05-12', 'a'), ...shot] })],
      [
        'the contract received after the shooting',
        contract({ signedOn: '2026-06-02', receivedOn: '2026-06-02' }),
      ],
      ['the contract never received', contract({ receivedOn: null })],
      ['the sheet never received', person({ sheet: null })],
      [
        'a shooting of which the list leaves the performer out',
        title({ shootings: [main('2026-05-12', 'b')] }),
      ],
    ],
  },
  footage: {
    holdsFor: underTheAct,
    keeps: [
      ['offered on the examined day', footage(readyOn)],
      ['offered on the day of the last shooting', footage('2026-06-01')],
      ['offered before stills', title({ shootings: [...shot, stills('2026-09-01')] })],
      [
        'offered before a shooting of others',
        withAppearance(title({ shootings: [main('2026-06-01', 'a'), main('2026-06-20', 'b')] }), {
          footage: { offeredOn: '2026-06-10', until: '2026-06-10', answer: 'seen' },
        }),
      ],
    ],
    breaks: [
      ['not offered', person({ footage: null })],
      ['offered after the examined day', footage('2026-11-02')],
      ['offered before the shooting', footage('2026-05-31')],
    ],
  },
  footageAnswer: {
    holdsFor: underTheAct,
    keeps: [
      ['the answer that the footage was seen', footage('2026-11-01', '2026-12-31')],
      ['the answer that declines', footage('2026-11-01', '2026-12-31', 'declined')],
      ['no answer, after the last day', footage('2026-07-10', '2026-10-31', null)],
      ['no answer in seven days', footage('2026-10-24', '2026-10-24', null)],
    ],
    breaks: [
      ['no answer yet, on the last day', footage('2026-07-10', '2026-11-01', null)],
      ['no answer in six days, whatever the last day', footage('2026-10-25', '2026-10-25', null)],
    ],
  },
} satisfies CasesOf<
  | 'contract'
  | 'contractPaper'
  | 'beforeAct'
  | 'contractFacts'
  | 'voidClauses'
  | 'partners'
  | 'sheet'
  | 'copy'
  | 'oneMonth'
  | 'footage'
  | 'footageAnswer'
>
