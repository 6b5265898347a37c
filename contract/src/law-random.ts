import { addDays, addYears } from './dates.ts'
import { paperTypes } from './document-vocabulary.ts'
import type {
  AppearanceOf,
  ChannelFacts,
  ConsentFacts,
  ContractFacts,
  FootageFacts,
  OverrideFacts,
  TitleFacts,
} from './law-facts.ts'
import type { RuleId } from './law-rules.ts'
import {
  consentKinds,
  contractFacts,
  endKinds,
  footageAnswers,
  shootingKinds,
  videoCategories,
  voidClauses,
} from './title-vocabulary.ts'

// Random facts for the tests of the rules. All days of a title are near one of `centres`, so that they often coincide.

/** Returns a number from 0 to `options` - 1. Each test passes its own generator. */
export type Pick = (options: number) => number

export interface RandomTitle {
  readonly facts: TitleFacts
  readonly channel: ChannelFacts | null
  /** A day before most days of the facts: the answer changes after it. */
  readonly from: string
}

/** The first day of the act, ends of February in years with and without its 29th, and an end of January. */
const centres = ['2022-06-23', '2024-02-29', '2026-02-28', '2028-02-29', '2030-01-31'] as const

const distances = [
  -150, -123, -92, -60, -45, -31, -30, -29, -28, -15, -14, -8, -7, -1, 0, 1, 2, 7, 14, 15, 28, 30, 31, 60, 92,
] as const

/** A fixed list, so that a new rule does not change the facts. `fourMonths` is never overridden (class A). */
const overriddenRules = [
  'identity',
  'copy',
  'sheet',
  'oneMonth',
  'contentReview',
  'consent',
  'consentAge',
  'fourMonths',
] as const

/** Facts of which each part may be missing or late, with days in any order. */
export function randomTitle(pick: Pick): RandomTitle {
  const choice = choices(pick)
  const { one, rarely, many, near, centre } = choice
  const facts: TitleFacts = {
    category: one(['covered', 'covered', ...videoCategories, null]),
    categoryReason: one([null, '理由']),
    shootings: many(3, () => ({
      kind: one(shootingKinds),
      shotOn: rarely(null, near()),
      performerIds: one([[], ['a'], ['b'], ['a', 'b']]),
    })),
    shootingEndedOn: rarely(null, near()),
    contentReview: rarely(null, { on: near(), passed: rarely(false, true) }),
    appearances: one([['a'], ['a', 'b'], ['a', 'b'], []]).map((id) => appearance(id, choice)),
    overrides: many(3, () => override(choice)),
    takedowns: many(2, () => ({ receivedOn: near() })).slice(1),
  }
  const channel: ChannelFacts = {
    id: 'shop',
    consentMonths: one([null, 1, 12, 24]),
    download: one([false, true]),
    startedOn: one([null, near()]),
  }
  return { facts, channel: rarely(null, channel), from: addDays(centre, -200) }
}

type Choices = ReturnType<typeof choices>

function choices(pick: Pick) {
  const one = <Value>(values: readonly Value[]): Value => values[pick(values.length)] as Value // an index of the list
  const centre = one(centres)
  return {
    one,
    centre,
    some: <Value>(values: readonly Value[]): Value[] => values.filter(() => pick(2) === 0),
    rarely: <Value, Rare>(rare: Rare, value: Value): Rare | Value => (pick(6) === 0 ? rare : value),
    many: <Value>(most: number, make: () => Value): Value[] => Array.from({ length: pick(most + 1) }, make),
    near: () => addDays(centre, one(distances)),
    after: (day: string, days: readonly number[]) => addDays(day, one(days)),
  }
}

function appearance(performerId: string, choice: Choices): AppearanceOf {
  const { one, some, rarely, many, near } = choice
  return {
    performerId,
    status: one(['approved', 'approved', 'approved', 'pending', 'rejected']),
    reliance: one([null, null, { until: null }, { until: near() }]),
    dateOfBirth: one([
      null,
      '1990-05-05',
      '2004-02-29',
      '2008-02-29',
      addYears(near(), -18),
      addYears(near(), -20),
    ]),
    registeredOn: near(),
    confirmedPapers: one([paperTypes, paperTypes, some(paperTypes)]),
    contract: rarely(null, contract(choice)),
    sheet: rarely(null, { receivedOn: near(), explainedOn: rarely(null, near()) }),
    footage: rarely(null, footage(choice)),
    consents: many(5, () => consent(choice)),
    ended: one([null, null, { kind: one(endKinds), on: near() }]),
  }
}

function contract({ one, some, rarely, near, after }: Choices): ContractFacts {
  const signedOn = near()
  return {
    offeredOn: null,
    signedOn,
    receivedOn: rarely(null, after(signedOn, [0, 1, 14, 15, 31])),
    named: one([contractFacts, contractFacts, some(contractFacts)]),
    partnerIds: one([['a', 'b'], ['a', 'b'], ['a'], []]),
    voidClauses: one([[], [], some(voidClauses)]),
  }
}

function footage({ one, near, after }: Choices): FootageFacts {
  const offeredOn = near()
  return { offeredOn, until: after(offeredOn, [0, 6, 7, 8, 30]), answer: one([null, ...footageAnswers]) }
}

function consent({ one, rarely, near, after }: Choices): ConsentFacts {
  const givenOn = rarely(addYears(near(), -2), near())
  return {
    kind: one(consentKinds),
    givenOn,
    endsOn: one([null, null, after(givenOn, [0, 30, 365])]),
    withdrawnOn: one([null, null, after(givenOn, [0, 1, 45])]),
  }
}

function override({ one, near }: Choices): OverrideFacts {
  return {
    rule: one<RuleId>(overriddenRules),
    performerId: one([null, 'a', 'b']),
    channelId: one([null, 'shop', 'other']),
    until: one([null, near()]),
  }
}
