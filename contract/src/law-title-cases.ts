import { dayInJapan } from './dates.ts'
import {
  type CasesOf,
  everyCategory,
  main,
  readyOn,
  sampleTitle,
  stills,
  title,
  underTheAct,
} from './law-sample.ts'
import type { titleRules } from './law-title-rules.ts'

const shot = sampleTitle.shootings
const alone = sampleTitle.appearances.slice(0, 1)
const review = (on: string, passed = true) => title({ contentReview: { on, passed } })

/** What the rules of a video permit and forbid, on both sides of their days. */
export const titleCases = {
  category: {
    holdsFor: [null],
    keeps: [['is stated', sampleTitle]],
    breaks: [['is not stated', title({ category: null })]],
  },
  categoryReason: {
    holdsFor: ['notCovered'],
    keeps: [['the reason is stated', title({ category: 'notCovered', categoryReason: '風景だけの映像' })]],
    breaks: [['no reason is stated', title({ category: 'notCovered' })]],
  },
  performers: {
    holdsFor: ['covered', 'beforeAct', 'selfOnly', null],
    keeps: [['one performer', title({ appearances: alone })]],
    breaks: [['no performer', title({ appearances: [] })]],
  },
  selfOnly: {
    holdsFor: ['selfOnly'],
    keeps: [['the person alone', title({ category: 'selfOnly', appearances: alone })]],
    breaks: [['a second performer', title({ category: 'selfOnly' })]],
  },
  shootingEnd: {
    holdsFor: underTheAct,
    keeps: [['the end, from its day on', sampleTitle, { day: '2026-06-30' }]],
    breaks: [
      ['no end is stated', title({ shootingEndedOn: null })],
      ['the end on the day before it', sampleTitle, { day: '2026-06-29' }],
      ['no shooting', title({ shootings: [] })],
      ['a shooting that was planned and never shot', title({ shootings: [...shot, main(null)] })],
    ],
  },
  fourMonths: {
    holdsFor: underTheAct,
    keeps: [
      ['shot until 30 June, on 1 November', sampleTitle, { day: '2026-11-01' }],
      ['at midnight in Japan', sampleTitle, { day: dayInJapan(new Date('2026-10-31T15:00:00Z')) }],
      [
        'shot until 28 October, on 29 February',
        title({ shootingEndedOn: '2027-10-28' }),
        { day: '2028-02-29' },
      ],
      ['shot until 31 October, on 1 March', title({ shootingEndedOn: '2026-10-31' }), { day: '2027-03-01' }],
      ['stills after the end', title({ shootings: [...shot, stills('2026-07-15')] }), { day: '2026-11-16' }],
    ],
    breaks: [
      ['shot until 1 July, on 1 November', title({ shootingEndedOn: '2026-07-01' })],
      ['shot until 30 June, on 31 October', sampleTitle, { day: '2026-10-31' }],
      [
        'a second before midnight in Japan',
        sampleTitle,
        { day: dayInJapan(new Date('2026-10-31T14:59:59Z')) },
      ],
      [
        'shot until 28 October, on 28 February of a leap year',
        title({ shootingEndedOn: '2027-10-28' }),
        { day: '2028-02-28' },
      ],
      [
        'shot until 28 October, on 28 February',
        title({ shootingEndedOn: '2026-10-28' }),
        { day: '2027-02-28' },
      ],
      ['stills after the end', title({ shootings: [...shot, stills('2026-07-15')] }), { day: '2026-11-15' }],
      ['a shooting that is still to come', title({ shootings: [...shot, main('2026-12-01')] })],
    ],
  },
  withdrawal: {
    holdsFor: everyCategory,
    keeps: [
      ['none', sampleTitle],
      ['on the day before', title({ takedowns: [{ receivedOn: '2026-11-02' }] })],
    ],
    breaks: [
      ['on the day', title({ takedowns: [{ receivedOn: readyOn }] })],
      ['long ago', title({ takedowns: [{ receivedOn: '2020-01-01' }] })],
      ['several', title({ takedowns: [{ receivedOn: '2027-01-01' }, { receivedOn: readyOn }] })],
    ],
  },
  contentReview: {
    holdsFor: everyCategory,
    keeps: [
      ['on the day', review(readyOn)],
      ['on the day of the last shooting', review('2026-06-01')],
      ['before later stills', title({ shootings: [...shot, stills('2026-06-30')] })],
    ],
    breaks: [
      ['none', title({ contentReview: null })],
      ['not passed', review('2026-09-01', false)],
      ['on the day after', review('2026-11-02')],
      ['before the last shooting', review('2026-05-31')],
    ],
  },
} satisfies CasesOf<keyof typeof titleRules>
