import type { ConsentFacts } from './law-facts.ts'
import { type Case, type CasesOf, everyCategory, person, readyOn, sampleChannel } from './law-sample.ts'
import { consentKinds } from './title-vocabulary.ts'

const noDownload = { ...sampleChannel, download: false }
/** Performer `a` with its other consents, and these instead of the one of their kind. */
const consents = (...changed: (Partial<ConsentFacts> & Pick<ConsentFacts, 'kind'>)[]) =>
  person((each) => ({
    consents: [
      ...each.consents.filter(({ kind }) => changed.every((one) => one.kind !== kind)),
      ...changed.map((one) => ({ givenOn: '2026-04-10', endsOn: null, withdrawnOn: null, ...one })),
    ],
  }))

/** What the rules about consents permit and forbid, on both sides of their days. */
export const consentCases = {
  consent: {
    holdsFor: everyCategory,
    keeps: [
      ['given on the day', consents({ kind: 'distribution', givenOn: readyOn })],
      ['until the day', consents({ kind: 'distribution', endsOn: readyOn })],
      [
        'ended, and given again',
        consents({ kind: 'depiction', endsOn: '2026-05-01' }, { kind: 'depiction' }),
      ],
      [
        'none to downloads, where none are offered',
        consents({ kind: 'download', endsOn: '2026-05-01' }),
        { channel: noDownload },
      ],
    ],
    breaks: [
      ['none', person({ consents: [] })],
      ['given on the day after', consents({ kind: 'distribution', givenOn: '2026-11-02' })],
      ['until the day before', consents({ kind: 'distribution', endsOn: '2026-10-31' })],
      ['none to being depicted', consents({ kind: 'depiction', endsOn: '2026-05-01' })],
      ['none to downloads, which are offered', consents({ kind: 'download', endsOn: '2026-05-01' })],
    ],
  },
  consentWithdrawn: {
    holdsFor: everyCategory,
    keeps: [
      ['on the day after', consents({ kind: 'distribution', withdrawnOn: '2026-11-02' })],
      [
        'and given again on a later day',
        consents(
          { kind: 'distribution', withdrawnOn: '2026-08-01' },
          { kind: 'distribution', givenOn: '2026-08-02' },
        ),
      ],
      [
        'for downloads, where none are offered',
        consents({ kind: 'download', withdrawnOn: '2026-08-01' }),
        { channel: noDownload },
      ],
      ['for live videos', consents({ kind: 'live', withdrawnOn: '2026-08-01' })],
    ],
    breaks: [
      [
        'and given again on the same day',
        consents(
          { kind: 'distribution', withdrawnOn: '2026-08-01' },
          { kind: 'distribution', givenOn: '2026-08-01' },
        ),
      ],
      [
        'and given again from the next day on',
        consents(
          { kind: 'distribution', withdrawnOn: '2026-08-01' },
          { kind: 'distribution', givenOn: '2026-11-02' },
        ),
      ],
      ...consentKinds
        .filter((kind) => kind !== 'live')
        .map((kind): Case => [`${kind} on the day`, consents({ kind, withdrawnOn: readyOn })]),
      [
        'with an older consent beside it',
        consents(
          { kind: 'depiction', withdrawnOn: '2026-08-01' },
          { kind: 'depiction', givenOn: '2026-01-01' },
        ),
      ],
      [
        'given again and withdrawn again',
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
      ['24 months ago', consents({ kind: 'distribution', givenOn: '2024-11-01' })],
      [
        'given on 29 February, on 28 February',
        consents({ kind: 'distribution', givenOn: '2024-02-29' }),
        { day: '2026-02-28' },
      ],
      [
        'older, and published there before',
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
      ['24 months and a day ago', consents({ kind: 'distribution', givenOn: '2024-10-31' })],
      ['of being depicted', consents({ kind: 'depiction', givenOn: '2024-10-31' })],
      [
        'given on 29 February, on 1 March',
        consents({ kind: 'distribution', givenOn: '2024-02-29' }),
        { day: '2026-03-01' },
      ],
      [
        'older, and published there from the day on',
        consents({ kind: 'distribution', givenOn: '2020-01-01' }),
        { channel: { ...sampleChannel, startedOn: readyOn } },
      ],
    ],
  },
} satisfies CasesOf<'consent' | 'consentWithdrawn' | 'consentAge'>
