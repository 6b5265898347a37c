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
/** Performer `a` alone was shot on a day, and received contract and explanation sheet on these. */
const received = (contractOn: string, sheetOn: string, shotOn: string) =>
  withAppearance(
    withContract(title({ shootings: [main(shotOn, 'a'), main('2026-06-01', 'b')] }), {
      signedOn: contractOn,
      receivedOn: contractOn,
    }),
    { sheet: { receivedOn: sheetOn, explainedOn: sheetOn } },
  )

/** What the rules of articles 4 to 8 permit and forbid, on both sides of their days. */
export const contractCases = {
  contract: {
    holdsFor: ['covered', 'beforeAct', null],
    keeps: [['signed on the day', contract({ signedOn: readyOn })]],
    breaks: [
      ['none', person({ contract: null })],
      ['signed on the day after', contract({ signedOn: '2026-11-02' })],
    ],
  },
  contractPaper: {
    holdsFor: ['covered', 'beforeAct', null],
    keeps: [['confirmed', sampleTitle]],
    breaks: [['not confirmed', person({ confirmedPapers: ['explanationSheet'] })]],
  },
  beforeAct: {
    holdsFor: ['beforeAct'],
    keeps: [['signed on the last day before the act', signedBeforeAct('2022-06-22')]],
    breaks: [['signed on the first day of the act', signedBeforeAct('2022-06-23')]],
  },
  contractFacts: {
    holdsFor: underTheAct,
    keeps: [['all', contract({ named: contractFacts.toReversed() })]],
    breaks: [
      ['none', contract({ named: [] })],
      ...contractFacts.map(
        (fact): Case => [
          `all but ${fact}`,
          contract({ named: contractFacts.filter((each) => each !== fact) }),
        ],
      ),
    ],
  },
  voidClauses: {
    holdsFor: underTheAct,
    keeps: [['none', sampleTitle]],
    breaks: [
      ['all', contract({ voidClauses })],
      ...voidClauses.map((clause): Case => [clause, contract({ voidClauses: [clause] })]),
    ],
  },
  partners: {
    holdsFor: underTheAct,
    keeps: [
      ['more are named than took part', contract({ partnerIds: ['b', 'c'] })],
      [
        'only stills and others together',
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
      ['not named', contract({ partnerIds: [] })],
      ['another is named', contract({ partnerIds: ['c'] })],
      [
        'in the second shooting',
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
        'received on the day after',
        person({ sheet: { receivedOn: '2026-04-11', explainedOn: '2026-04-01' } }),
      ],
      [
        'explained on the day after',
        person({ sheet: { receivedOn: '2026-04-01', explainedOn: '2026-04-11' } }),
      ],
      ['not confirmed by a reviewer', person({ confirmedPapers: ['contract'] })],
      ['not explained', person({ sheet: { receivedOn: '2026-04-01', explainedOn: null } })],
      ['none', person({ sheet: null })],
      [
        'received before a contract of a later day, but not yet',
        contract({ signedOn: '2027-01-01' }),
        { day: '2026-03-31' },
      ],
    ],
  },
  copy: {
    holdsFor: underTheAct,
    keeps: [
      ['received on the day of the contract', contract({ receivedOn: '2026-04-10' })],
      ['received on the day', sampleTitle, { day: '2026-04-12' }],
      ['received after 14 days', contract({ receivedOn: '2026-04-24' })],
    ],
    breaks: [
      ['received after 15 days', contract({ receivedOn: '2026-04-25' })],
      ['not received', contract({ receivedOn: null })],
      ['received on the day after', sampleTitle, { day: '2026-04-11' }],
    ],
  },
  oneMonth: {
    holdsFor: underTheAct,
    keeps: [
      ['received on 12 April, shot on 13 May', title({ shootings: [main('2026-05-13')] })],
      ['received on 31 January, shot on 1 March', received('2026-01-31', '2026-01-31', '2026-03-01')],
      ['received on 28 January, shot on 29 February', received('2024-01-28', '2024-01-28', '2024-02-29')],
      ['the sheet on 12 March, the contract before', received('2026-02-01', '2026-03-12', '2026-04-13')],
    ],
    breaks: [
      ['received on 12 April, shot on 12 May', title({ shootings: [main('2026-05-12')] })],
      ['received on 31 January, shot on 28 February', received('2026-01-31', '2026-01-31', '2026-02-28')],
      ['received on 28 January, shot on 28 February', received('2024-01-28', '2024-01-28', '2024-02-28')],
      ['the sheet on 12 March, the contract before', received('2026-02-01', '2026-03-12', '2026-04-12')],
      ['stills before', title({ shootings: [stills('2026-05-12', 'a'), ...shot] })],
      ['the contract after the shooting', contract({ signedOn: '2026-06-02', receivedOn: '2026-06-02' })],
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
      ['offered on the day', footage(readyOn)],
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
      ['offered on the day after', footage('2026-11-02')],
      ['offered before the shooting', footage('2026-05-31')],
    ],
  },
  footageAnswer: {
    holdsFor: underTheAct,
    keeps: [
      ['seen', footage('2026-11-01', '2026-12-31')],
      ['declined', footage('2026-11-01', '2026-12-31', 'declined')],
      ['no answer until the day before', footage('2026-07-10', '2026-10-31', null)],
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
