import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { lawCases } from './law-cases.ts'
import type { TitleFacts } from './law-facts.ts'
import { answerOn } from './law-gate.ts'
import { type RuleId, ruleIds, rules } from './law-rules.ts'
import { type Case, everyCategory, readyOn, sampleChannel, sampleTitle, type When } from './law-sample.ts'

function brokenRules(facts: TitleFacts, { day = readyOn, channel = sampleChannel }: When = {}): RuleId[] {
  return [...new Set(answerOn(facts, channel, day).blockers.map(({ rule }) => rule))]
}

const named = ([what, facts, when]: Case) => ({ what, facts, when })

it('the sample has no blockers from readyOn on, neither on one channel nor on every channel', () => {
  for (const day of [readyOn, '2026-12-31', '2028-04-10'])
    for (const channel of [null, sampleChannel])
      expect(answerOn(sampleTitle, channel, day)).toMatchObject({ blockers: [], overridden: [], under20: [] })
})

describe.each(ruleIds)('the rule %s', (rule) => {
  const { holdsFor, keeps, breaks } = lawCases[rule]

  it.each(keeps.map(named))('permits: $what', ({ facts, when }) => {
    expect(brokenRules(facts, when)).not.toContain(rule)
  })

  it.each(breaks.map(named))('forbids: $what', ({ facts, when }) => {
    expect(brokenRules(facts, when)).toContain(rule)
  })

  it('is the only rule that the first of its forbidden cases breaks', () => {
    const [, facts, when] = breaks[0]
    expect(brokenRules(facts, when)).toEqual([rule])
  })

  it.each(everyCategory)('holds for the category %s exactly if its cases list it', (category) => {
    const [, facts, when] = breaks[0]
    expect(brokenRules({ ...facts, category }, when).includes(rule)).toBe(holdsFor.includes(category))
  })
})

it('docs/rules/videos.md lists every rule with its source and class', () => {
  const page = readFileSync(new URL('../../docs/rules/videos.md', import.meta.url), 'utf8')
  const lines = [...page.matchAll(/^\| `(\w+)` \| (\S+) \| ([ABC]) \|/gm)].map((line) => line.slice(1, 4))
  expect(lines).toEqual(ruleIds.map((rule) => [rule, rules[rule].source, rules[rule].class]))
})
