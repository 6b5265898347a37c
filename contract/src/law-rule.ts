import type { AppearanceOf, ChannelFacts, TitleFacts } from './law-facts.ts'

/** `A` is never overridden. `B` is a breach that can't be undone. `C` is a rule of the trade or of a channel (D105). */
export type RuleClass = 'A' | 'B' | 'C'

export interface Moment {
  readonly facts: TitleFacts
  readonly day: string
  /** Null for what holds on every channel. */
  readonly channel: ChannelFacts | null
}

/** What a rule finds: null or false if it is kept, otherwise what is missing. */
export type Finding = Found | null | false
export interface Found {
  /** The first day on which the rule is kept without a change of the facts. */
  readonly from?: string
  /** What is missing, in codes of the rule's vocabulary or ids of performers. */
  readonly items?: readonly string[]
}

export interface RuleOf<Check> {
  readonly class: RuleClass
  readonly source: string
  /** The text of a blocker. */
  readonly text: string
  readonly check: Check
}
export type TitleRule = RuleOf<(moment: Moment) => Finding>
export type AppearanceRule = RuleOf<(appearance: AppearanceOf, moment: Moment) => Finding>

/** The finding of a broken rule that no later day mends by itself. */
export const broken: Found = {}

/** The act applies unless an account has stated why not; a contract from before it can only be stopped (15条). */
export function isCovered({ category }: Pick<TitleFacts, 'category'>): boolean {
  return category === null || category === 'covered'
}
