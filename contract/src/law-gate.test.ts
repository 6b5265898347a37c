import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays } from './dates.ts'
import { lawCases } from './law-cases.ts'
import type { OverrideFacts } from './law-facts.ts'
import { answerOn, changesAfter } from './law-gate.ts'
import { randomTitle } from './law-random.ts'
import { ruleIds, rules } from './law-rules.ts'
import { person, readyOn, sampleChannel, sampleTitle } from './law-sample.ts'

/** Random facts. fast-check chooses each of their numbers, so that it can shrink facts that break a property. */
const titles = fc.gen().map((gen) => randomTitle((options) => gen(fc.nat, { max: options - 1 })))

describe('an override', () => {
  const noSheet = person({ sheet: null, status: 'pending' })
  const covering = (
    change: Partial<OverrideFacts>,
    { day = readyOn, channel = sampleChannel as typeof sampleChannel | null } = {},
  ) => {
    const override = { rule: 'identity', performerId: null, channelId: null, until: null, ...change }
    const { blockers, overridden } = answerOn({ ...noSheet, overrides: [override] }, channel, day)
    expect(blockers.map(({ rule }) => rule)).toContain('sheet')
    const isOverridden = overridden.some(({ rule }) => rule === 'identity')
    expect(blockers.some(({ rule }) => rule === 'identity')).toBe(!isOverridden)
    return isOverridden
  }

  it.each(ruleIds)('of the rule %s covers its blocker, unless the rule is of class A', (rule) => {
    const [, facts, { day = readyOn, channel = sampleChannel } = {}] = lawCases[rule].breaks[0]
    const override = { rule, performerId: null, channelId: null, until: null }
    const narrower = { ...override, performerId: 'a', channelId: 'shop', until: '2999-12-31' }
    const answer = answerOn({ ...facts, overrides: [override, narrower] }, channel, day)
    const [left, covered] = [answer.blockers, answer.overridden].map((found) => [
      ...new Set(found.map((each) => each.rule)),
    ])
    expect([left, covered]).toEqual(rules[rule].class === 'A' ? [[rule], []] : [[], [rule]])
  })

  it('covers its performer only', () => {
    expect(covering({ performerId: 'a' })).toBe(true)
    expect(covering({ performerId: 'b' })).toBe(false)
  })

  it('for one channel covers that channel only, and not the answer for every channel', () => {
    expect(covering({ channelId: 'shop' })).toBe(true)
    expect(covering({ channelId: 'other' })).toBe(false)
    expect(covering({ channelId: 'shop' }, { channel: null })).toBe(false)
    expect(covering({ channelId: null }, { channel: null })).toBe(true)
  })

  it('covers until its last day, which is included', () => {
    expect(covering({ until: readyOn })).toBe(true)
    expect(covering({ until: '2026-10-31' })).toBe(false)
  })

  it('covers its rule only', () => {
    expect(covering({ rule: 'copy' })).toBe(false)
  })
})

describe('a blocker', () => {
  it('names what is missing, the performer, and the day from which the rule is kept', () => {
    const facts = {
      ...person(({ contract }) => ({
        contract: contract && { ...contract, named: ['parties', 'fee'], partnerIds: [] },
      })),
      shootingEndedOn: '2026-07-31',
    }
    expect(answerOn(facts, null, readyOn).blockers).toMatchObject([
      { rule: 'fourMonths', performerId: null, from: '2026-12-01' },
      { rule: 'contractFacts', performerId: 'a', items: expect.arrayContaining(['acts', 'server']) },
      { rule: 'partners', performerId: 'a', items: ['b'] },
    ])
  })

  it('with a day ends on that day, not before', () => {
    const property = fc.property(titles, fc.nat({ max: 400 }), ({ facts, channel, from: start }, days) => {
      const has = (day: string, rule: string, of: string | null) => {
        const { blockers, overridden } = answerOn(facts, channel, day)
        return [...blockers, ...overridden].some((each) => each.rule === rule && each.performerId === of)
      }
      for (const { rule, performerId, from } of answerOn(facts, channel, addDays(start, days)).blockers)
        if (from)
          expect([addDays(from, -1), from].map((day) => has(day, rule, performerId))).toEqual([true, false])
    })
    fc.assert(property, { seed: 1, numRuns: 200 })
  })
})

it('performers under 20 at registration, contract or shooting are named, and not blocked', () => {
  const under20 = (dateOfBirth: string) => {
    const { blockers, under20 } = answerOn(person({ dateOfBirth }), sampleChannel, readyOn)
    expect(blockers).toEqual([])
    return under20
  }
  expect(under20('2006-03-16')).toEqual(['a'])
  expect(under20('2006-03-15')).toEqual([])
  expect(answerOn(sampleTitle, null, readyOn).under20).toEqual([])
})

it('the answer changes by itself on each day that changesAfter returns, and on no other day of three years', () => {
  const property = fc.property(titles, ({ facts, channel, from: start }) => {
    const found = (day: string) => {
      const { blockers, overridden } = answerOn(facts, channel, day)
      return JSON.stringify([blockers, overridden])
    }
    const walked: string[] = []
    const last = addDays(start, 3 * 365)
    for (let day = start, now = found(start); day < last; ) {
      day = addDays(day, 1)
      const next = found(day)
      if (next !== now) walked.push(day)
      now = next
    }
    const announced: string[] = []
    for (
      let day = changesAfter(facts, channel, start);
      day !== null && day <= last;
      day = changesAfter(facts, channel, day)
    )
      announced.push(day)
    expect(announced).toEqual(walked)
  })
  fc.assert(property, { seed: 1, numRuns: 100 })
})
