import type { AppearanceOf, ChannelFacts, ContractFacts, ShootingFacts, TitleFacts } from './law-facts.ts'
import type { RuleId } from './law-rules.ts'
import { contractFacts, videoCategories } from './title-vocabulary.ts'

// Facts for the tests of the rules: a video whose records lack nothing, of which each test changes one fact.

/** From this day on, the records of the sample lack nothing. */
export const readyOn = '2026-11-01'

/** A change of one part of the facts. */
type Change<Facts> = (facts: Facts) => Partial<Facts>

/**
 * A video under the act with the performers `a` and `b`, shot on 2026-06-01, which may be published from `readyOn` on.
 */
export const sampleTitle: TitleFacts = {
  category: 'covered',
  categoryReason: null,
  shootings: [{ kind: 'main', shotOn: '2026-06-01', performerIds: [] }],
  shootingEndedOn: '2026-06-30',
  contentReview: { on: '2026-09-01', passed: true },
  appearances: [appearance('a', 'b'), appearance('b', 'a')],
  overrides: [],
  takedowns: [],
}

/** A channel that offers downloads, and requires consents of the last two years. */
export const sampleChannel: ChannelFacts = { id: 'shop', consentMonths: 24, download: true, startedOn: null }

/** What one rule permits and what it forbids. */
export interface Cases {
  /** The categories for which the rule holds. */
  readonly holdsFor: readonly TitleFacts['category'][]
  readonly keeps: readonly Case[]
  /** The first of these cases breaks no other rule. */
  readonly breaks: readonly [Case, ...Case[]]
}
/** Facts, with the day and channel of their examination if these are not `readyOn` and `sampleChannel`. */
export type Case = readonly [what: string, facts: TitleFacts, when?: When]
export interface When {
  readonly day?: string
  readonly channel?: ChannelFacts | null
}
export type CasesOf<Rule extends RuleId> = Record<Rule, Cases>

export const everyCategory = [...videoCategories, null]
export const underTheAct = ['covered', null] as const

export function title(change: Partial<TitleFacts>): TitleFacts {
  return { ...sampleTitle, ...change }
}

export function person(change: Partial<AppearanceOf> | Change<AppearanceOf>): TitleFacts {
  return withAppearance(sampleTitle, change)
}

export function contract(change: Partial<ContractFacts>): TitleFacts {
  return withContract(sampleTitle, change)
}

/** A shooting of the work itself, with these performers or, without ids, with all. */
export function main(shotOn: string | null, ...performerIds: string[]): ShootingFacts {
  return { kind: 'main', shotOn, performerIds }
}

export function stills(shotOn: string, ...performerIds: string[]): ShootingFacts {
  return { kind: 'stills', shotOn, performerIds }
}

/** The facts after a change of the appearance of performer `a`. */
export function withAppearance(
  facts: TitleFacts,
  change: Partial<AppearanceOf> | Change<AppearanceOf>,
): TitleFacts {
  const changed = (each: AppearanceOf) => ({
    ...each,
    ...(typeof change === 'function' ? change(each) : change),
  })
  return {
    ...facts,
    appearances: facts.appearances.map((each) => (each.performerId === 'a' ? changed(each) : each)),
  }
}

/** The facts after a change of the contract of performer `a`. */
export function withContract(facts: TitleFacts, change: Partial<ContractFacts>): TitleFacts {
  return withAppearance(facts, ({ contract }) => ({ contract: contract && { ...contract, ...change } }))
}

function appearance(performerId: string, partnerId: string): AppearanceOf {
  return {
    performerId,
    status: 'approved',
    reliance: null,
    dateOfBirth: '1996-02-29',
    registeredOn: '2026-03-15',
    confirmedPapers: ['contract', 'explanationSheet'],
    contract: {
      offeredOn: '2026-03-20',
      signedOn: '2026-04-10',
      receivedOn: '2026-04-12',
      named: contractFacts,
      partnerIds: [partnerId],
      voidClauses: [],
    },
    sheet: { receivedOn: '2026-04-01', explainedOn: '2026-04-01' },
    footage: { offeredOn: '2026-07-10', until: '2026-07-31', answer: 'seen' },
    consents: [
      { kind: 'depiction', givenOn: '2026-04-10', endsOn: null, withdrawnOn: null },
      { kind: 'distribution', givenOn: '2026-04-10', endsOn: null, withdrawnOn: null },
      { kind: 'download', givenOn: '2026-04-10', endsOn: null, withdrawnOn: null },
    ],
    ended: null,
  }
}
