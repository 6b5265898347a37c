import { addDays } from './dates.ts'
import type { AppearanceOf } from './law-facts.ts'
import {
  type Case,
  type CasesOf,
  everyCategory,
  main,
  person,
  readyOn,
  sampleTitle,
  stills,
  title,
  withAppearance,
} from './law-sample.ts'
import { endKinds } from './title-vocabulary.ts'

const shot = sampleTitle.shootings
const born = (dateOfBirth: string, change: Partial<AppearanceOf> = {}) => person({ dateOfBirth, ...change })

/** What the rules about a person permit and forbid, with days on both sides of each limit. */
export const personCases = {
  ended: {
    holdsFor: everyCategory,
    keeps: [['an end from the next day on', person({ ended: { kind: 'cancelled', on: '2026-11-02' } })]],
    breaks: [
      ['an end from the examined day on', person({ ended: { kind: 'cancelled', on: readyOn } })],
      ...endKinds.map((kind): Case => [`${kind} earlier`, person({ ended: { kind, on: '2026-05-01' } })]),
    ],
  },
  birthDate: {
    holdsFor: everyCategory,
    keeps: [['a known date of birth', sampleTitle]],
    breaks: [['an unknown date of birth', person({ dateOfBirth: null })]],
  },
  under18: {
    holdsFor: everyCategory,
    keeps: [
      ['18 on the day of the registration', born('2008-03-15')],
      ['18 on the day of the contract', born('2008-04-10', { registeredOn: '2026-05-01' })],
      ['18 on the day of the shooting', born('2008-06-01', { registeredOn: '2026-07-01', contract: null })],
      ['born 29 February, registered 1 March', born('2008-02-29', { registeredOn: '2026-03-01' })],
      [
        'a shooting without the performer before',
        withAppearance(title({ shootings: [main('2026-01-01', 'b'), ...shot] }), {
          dateOfBirth: '2008-03-15',
        }),
      ],
    ],
    breaks: [
      ['18 on the day after the registration', born('2008-03-16')],
      ['18 on the day after the contract', born('2008-04-11', { registeredOn: '2026-05-01' })],
      [
        '18 on the day after the shooting',
        born('2008-06-02', { registeredOn: '2026-07-01', contract: null }),
      ],
      ['born 29 February, registered 28 February', born('2008-02-29', { registeredOn: '2026-02-28' })],
      [
        'stills on the day before turning 18',
        withAppearance(title({ shootings: [stills('2026-03-14', 'a'), ...shot] }), {
          dateOfBirth: '2008-03-15',
        }),
      ],
      [
        'a shooting of which the list leaves the performer out',
        withAppearance(title({ shootings: [main('2026-03-14', 'b')] }), { dateOfBirth: '2008-03-15' }),
      ],
    ],
  },
  identity: {
    holdsFor: everyCategory,
    keeps: [
      ['an approved performer', sampleTitle],
      ['reliance on an ID without an end', person({ status: 'draft', reliance: { until: null } })],
      ['reliance on an ID, on its last day', person({ status: 'draft', reliance: { until: readyOn } })],
    ],
    breaks: [
      [
        'reliance on an ID, after its last day',
        person({ status: 'draft', reliance: { until: addDays(readyOn, -1) } }),
      ],
      ['a pending performer', person({ status: 'pending' })],
      ['a rejected performer', person({ status: 'rejected' })],
    ],
  },
} satisfies CasesOf<'ended' | 'birthDate' | 'under18' | 'identity'>
