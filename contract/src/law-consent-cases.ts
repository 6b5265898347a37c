import type { ConsentFacts } from './law-facts.ts'
import { type Case, type CasesOf, everyCategory, person, readyOn, sampleChannel } from './law-sample.ts'
import { consentKinds } from './title-vocabulary.ts'

const noDownload = { ...sampleChannel, download: false }
/** The sample, in which `changed` replaces the consents of the same kinds of performer `a`. */
const consents = (...changed: (Partial<ConsentFacts> & Pick<ConsentFacts, 'kind'>)[]) =>
  person((each) => ({
    consents: [
      ...each.consents.filter(({ kind }) => changed.every((one) => one.kind !== kind)),
      ...changed.map((one) => ({ givenOn: '2026-04-10', endsOn: null, withdrawnOn: null, ...one })),
    ],
  }))

/** What the rules about consents permit and forbid, with days on both sides of each limit. */
export const consentCases = {
  consent: {
    holdsFor: everyCategory,
    keeps: [
      ['a consent given on the examined day', consents({ kind: 'distribution', givenOn: readyOn })],
      ['a consent until the examined day', consents({ kind: 'distribution', endsOn: readyOn })],
      [
        'a consent that ended, and a new one',
        consents({ kind: 'depiction', endsOn: '2026-05-01' }, { kind: 'depiction' }),
      ],
      [
        'no consent to downloads, none offered',
        consents({ kind: 'download', endsOn: '2026-05-01' }),
        { channel: noDownload },
      ],
    ],
    breaks: [
      ['no consent', person({ consents: [] })],
      ['a consent given after the examined day', consents({ kind: 'distribution', givenOn: '2026-11-02' })],
      [
        'withdrawn, given again until a past day, with an older consent left',
        consents(
          { kind: 'distribution', givenOn: '2026-01-01' },
          { kind: 'distribution', withdrawnOn: '2026-08-01' },
          { kind: 'distribution', givenOn: '2026-08-02', endsOn: '2026-10-31' },
        ),
      ],
      ['a consent until the day before', consents({ kind: 'distribution', endsOn: '2026-10-31' })],
      ['no consent to being depicted', consents({ kind: 'depiction', endsOn: '2026-05-01' })],
      ['no consent to offered downloads', consents({ kind: 'download', endsOn: '2026-05-01' })],
    ],
  },
  consentWithdrawn: {
    holdsFor: everyCategory,
    keeps: [
      ['withdrawn after the examined day', consents({ kind: 'distribution', withdrawnOn: '2026-11-02' })],
      [
        'withdrawn, given again on a later day',
        consents(
          { kind: 'distribution', withdrawnOn: '2026-08-01' },
          { kind: 'distribution', givenOn: '2026-08-02' },
        ),
      ],
      [
        'withdrawn for downloads, none offered',
        consents({ kind: 'download', withdrawnOn: '2026-08-01' }),
        { channel: noDownload },
      ],
      ['withdrawn for live videos', consents({ kind: 'live', withdrawnOn: '2026-08-01' })],
    ],
    breaks: [
      [
        'withdrawn, given again on the same day',
        consents(
          { kind: 'distribution', withdrawnOn: '2026-08-01' },
          { kind: 'distribution', givenOn: '2026-08-01' },
        ),
      ],
      [
        'withdrawn, and given again too late',
        consents(
          { kind: 'distribution', withdrawnOn: '2026-08-01' },
          { kind: 'distribution', givenOn: '2026-11-02' },
        ),
      ],
      ...consentKinds
        .filter((kind) => kind !== 'live')
        .map((kind): Case => [`${kind}, withdrawn on the day`, consents({ kind, withdrawnOn: readyOn })]),
      [
        'withdrawn, with an older consent left',
        consents(
          { kind: 'depiction', withdrawnOn: '2026-08-01' },
          { kind: 'depiction', givenOn: '2026-01-01' },
        ),
      ],
      [
        'withdrawn, given, withdrawn again',
        consents(
          { kind: 'depiction', withdrawnOn: '2026-08-01' },
          { kind: 'depiction', givenOn: '2026-08-02', withdrawnOn: readyOn },
        ),
      ],
    ],
  },
  consentAge: {
    holdsFor: everyCategory,
    keeps: [
      ['a consent given 24 months ago', consents({ kind: 'distribution', givenOn: '2024-11-01' })],
      [
        'given on 29 Feb, published on 28 Feb',
        consents({ kind: 'distribution', givenOn: '2024-02-29' }),
        { day: '2026-02-28' },
      ],
      [
        'older, of a video already on the channel',
        consents({ kind: 'distribution', givenOn: '2020-01-01' }),
        { channel: { ...sampleChannel, startedOn: '2026-10-31' } },
      ],
      [
        'older, on a channel without this rule',
        consents({ kind: 'distribution', givenOn: '2020-01-01' }),
        { channel: { ...sampleChannel, consentMonths: null } },
      ],
      [
        'older, and given again',
        consents({ kind: 'distribution', givenOn: '2020-01-01' }, { kind: 'distribution' }),
      ],
    ],
    breaks: [
      ['a consent given 24 months and a day ago', consents({ kind: 'distribution', givenOn: '2024-10-31' })],
      ['a consent to being depicted of that age', consents({ kind: 'depiction', givenOn: '2024-10-31' })],
      [
        'given on 29 Feb, published on 1 March',
        consents({ kind: 'distribution', givenOn: '2024-02-29' }),
        { day: '2026-03-01' },
      ],
      [
        'older, on the channel from the day on',
        consents({ kind: 'distribution', givenOn: '2020-01-01' }),
        { channel: { ...sampleChannel, startedOn: readyOn } },
      ],
    ],
  },
} satisfies CasesOf<'consent' | 'consentWithdrawn' | 'consentAge'>
