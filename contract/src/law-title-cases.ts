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

/** What the rules of a video permit and forbid, with days on both sides of each limit. */
export const titleCases = {
  category: {
    holdsFor: [null],
    keeps: [['a stated category', sampleTitle]],
    breaks: [['no category', title({ category: null })]],
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
    keeps: [['a stated end, from its day on', sampleTitle, { day: '2026-06-30' }]],
    breaks: [
      ['no end is stated', title({ shootingEndedOn: null })],
      ['a stated end, on the day before it', sampleTitle, { day: '2026-06-29' }],
      ['no shooting', title({ shootings: [] })],
      ['a shooting that was planned and never shot', title({ shootings: [...shot, main(null)] })],
    ],
  },
  fourMonths: {
    holdsFor: underTheAct,
    keeps: [
      ['shot until 30 June, published 1 Nov', sampleTitle, { day: '2026-11-01' }],
      ['published at midnight in Japan', sampleTitle, { day: dayInJapan(new Date('2026-10-31T15:00:00Z')) }],
      [
        'shot until 28 Oct, published 29 Feb',
        title({ shootingEndedOn: '2027-10-28' }),
        { day: '2028-02-29' },
      ],
      [
        'shot until 31 Oct, published 1 March',
        title({ shootingEndedOn: '2026-10-31' }),
        { day: '2027-03-01' },
      ],
      [
        'stills on 15 July, published 16 Nov',
        title({ shootings: [...shot, stills('2026-07-15')] }),
        { day: '2026-11-16' },
      ],
    ],
    breaks: [
      ['shot until 1 July, published 1 Nov', title({ shootingEndedOn: '2026-07-01' })],
      ['shot until 30 June, published 31 Oct', sampleTitle, { day: '2026-10-31' }],
      [
        'published just before midnight in Japan',
        sampleTitle,
        { day: dayInJapan(new Date('2026-10-31T14:59:59Z')) },
      ],
      [
        'shot until 28 Oct, published 28 Feb 2028',
        title({ shootingEndedOn: '2027-10-28' }),
        { day: '2028-02-28' },
      ],
      [
        'shot until 28 Oct, published 28 Feb 2027',
        title({ shootingEndedOn: '2026-10-28' }),
        { day: '2027-02-28' },
      ],
      [
        'stills on 15 July, published 15 Nov',
        title({ shootings: [...shot, stills('2026-07-15')] }),
        { day: '2026-11-15' },
      ],
      ['a shooting that is still to come', title({ shootings: [...shot, main('2026-12-01')] })],
    ],
  },
  withdrawal: {
    holdsFor: everyCategory,
    keeps: [
      ['no request', sampleTitle],
      ['the day before the receipt of a request', title({ takedowns: [{ receivedOn: '2026-11-02' }] })],
    ],
    breaks: [
      ['the day of the receipt of a request', title({ takedowns: [{ receivedOn: readyOn }] })],
      ['a request of long ago', title({ takedowns: [{ receivedOn: '2020-01-01' }] })],
      [
        'several requests, one received',
        title({ takedowns: [{ receivedOn: '2027-01-01' }, { receivedOn: readyOn }] }),
      ],
    ],
  },
  contentReview: {
    holdsFor: everyCategory,
    keeps: [
      ['a review on the examined day', review(readyOn)],
      ['a review on the day of the last shooting', review('2026-06-01')],
      ['a review before later stills', title({ shootings: [...shot, stills('2026-06-30')] })],
    ],
    breaks: [
      ['no review', title({ contentReview: null })],
      ['a review that was not passed', review('2026-09-01', false)],
      ['a review after the examined day', review('2026-11-02')],
      ['a review before the last shooting', review('2026-05-31')],
    ],
  },
} satisfies CasesOf<keyof typeof titleRules>
