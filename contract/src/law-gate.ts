import { addDays } from './dates.ts'
import { answerDays, appearanceRules } from './law-appearance-rules.ts'
import type { ChannelFacts, OverrideFacts, TitleFacts } from './law-facts.ts'
import { earliestPublication, lastDayOfMonths } from './law-periods.ts'
import type { Finding, Found } from './law-rule.ts'
import { type RuleId, rules, rulesVersion } from './law-rules.ts'
import { youngest } from './law-shootings.ts'
import { titleRules } from './law-title-rules.ts'

/** A rule that is not kept. `performerId` is null for a rule of the whole video. */
export interface Blocker extends Found {
  readonly rule: RuleId
  readonly performerId: string | null
}

/** The answer of the gate for a day (D106). It states what the records lack, never that a publication is lawful. */
export interface GateAnswer {
  readonly day: string
  readonly rulesVersion: string
  readonly blockers: readonly Blocker[]
  /** Blockers that an override covers on the day. */
  readonly overridden: readonly Blocker[]
  /** Performers under 20 at registration, contract or shooting. They block nothing; the trade recommends 20. */
  readonly under20: readonly string[]
}

/** What the rules find missing on `day` for a publication on `channel`; null asks for what holds on every channel. */
export function answerOn(facts: TitleFacts, channel: ChannelFacts | null, day: string): GateAnswer {
  const found = blockersOn(facts, channel, day)
  const isOverridden = (blocker: Blocker) =>
    facts.overrides.some((each) => covers(each, blocker, { channel, day }))
  return {
    day,
    rulesVersion,
    blockers: found.filter((blocker) => !isOverridden(blocker)),
    overridden: found.filter(isOverridden),
    under20: facts.appearances.filter((each) => youngest(each, facts) < 20).map((each) => each.performerId),
  }
}

/**
 * The next day after `day` on which the answer changes without a change of the facts; null if there is none. Only the
 * days of `turningDays` are tried: the result of a rule changes only on a day of the facts or the channel, on the day
 * after such a day, or at the end of a period that starts on such a day.
 */
export function changesAfter(facts: TitleFacts, channel: ChannelFacts | null, day: string): string | null {
  const now = outcome(answerOn(facts, channel, day))
  const days = turningDays(facts, channel).filter((each) => each > day)
  return days.find((each) => outcome(answerOn(facts, channel, each)) !== now) ?? null
}

/** The blockers on `day` with the rules of `changed` that do not exist with those of `present` (D107). */
export function newlyBlocked(
  facts: TitleFacts,
  { present, changed }: { readonly present: ChannelFacts | null; readonly changed: ChannelFacts },
  day: string,
): readonly Blocker[] {
  const before = new Set(answerOn(facts, present, day).blockers.map((each) => JSON.stringify(each)))
  return answerOn(facts, changed, day).blockers.filter((each) => !before.has(JSON.stringify(each)))
}

function blockersOn(facts: TitleFacts, channel: ChannelFacts | null, day: string): Blocker[] {
  const moment = { facts, channel, day }
  const ofTitle = Object.entries(titleRules).map(([rule, { check }]) => blocker(rule, null, check(moment)))
  const ofAppearances = facts.appearances.flatMap((appearance) =>
    Object.entries(appearanceRules).map(([rule, { check }]) =>
      blocker(rule, appearance.performerId, check(appearance, moment)),
    ),
  )
  return [...ofTitle, ...ofAppearances].filter((each) => each !== undefined)
}

function blocker(rule: string, performerId: string | null, found: Finding): Blocker | undefined {
  return found ? { rule: rule as RuleId, performerId, ...found } : undefined // a key of the two tables
}

/** A rule of class A is never overridden, even if an override of it is stored (D105). */
function covers(
  override: OverrideFacts,
  { rule, performerId }: Blocker,
  { channel, day }: { channel: ChannelFacts | null; day: string },
): boolean {
  return (
    rules[rule].class !== 'A' &&
    override.rule === rule &&
    (override.performerId === null || override.performerId === performerId) &&
    (override.channelId === null || override.channelId === channel?.id) &&
    (override.until === null || override.until >= day)
  )
}

function outcome({ blockers, overridden }: GateAnswer): string {
  return JSON.stringify([blockers, overridden])
}

function turningDays(facts: TitleFacts, channel: ChannelFacts | null): string[] {
  const days = daysIn([facts, channel])
  const months = channel?.consentMonths
  const periods = days.flatMap((day) => [
    earliestPublication(day),
    addDays(day, answerDays + 1),
    ...(months ? [addDays(lastDayOfMonths(day, months), 1)] : []),
  ])
  return [...new Set([...days, ...days.map((day) => addDays(day, 1)), ...periods])].sort()
}

/** Every day that the facts contain. */
function daysIn(value: unknown): string[] {
  if (typeof value === 'string') return /^\d{4}-\d{2}-\d{2}$/.test(value) ? [value] : []
  if (typeof value !== 'object' || value === null) return []
  return Object.values(value).flatMap(daysIn)
}
