import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { AppearanceOf, ChannelFacts, ConsentFacts, TitleFacts } from './law-facts.ts'
import { answerOn } from './law-gate.ts'
import { freeCancellation } from './law-periods.ts'
import { randomTitle } from './law-random.ts'
import type { RuleId } from './law-rules.ts'

// A second implementation of the rules, written from the act and from D105, which the tests compare with the gate. It
// shares no function with the rules: a leaf is the number of a day in a calendar, and a table has the leaves on which
// each rule blocks.

/** Every day of 1988 to 2039, with the lengths of the months. */
const calendar = Array.from({ length: 52 }, (_, index) => 1988 + index).flatMap((year) =>
  [31, year % 4 === 0 ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31].flatMap((length, month) =>
    Array.from({ length }, (_, day) => `${year}-${two(month + 1)}-${two(day + 1)}`),
  ),
)
const leaf = new Map(calendar.map((day, index) => [day, index]))
const leafOf = (day: string) => leaf.get(day) as number // the calendar has every day of the facts
const end = calendar.length

function two(number: number): string {
  return String(number).padStart(2, '0')
}

/** The leaf `months` after `day`, which is not counted; a day that a month lacks becomes the 1st of the next month. */
function leafAfter(day: string, months: number): number {
  const [year, month, number] = (calendar[leafOf(day) + 1] as string).split('-').map(Number) as [
    number,
    number,
    number,
  ]
  const count = year * 12 + month - 1 + months
  const [first, next] = [count, count + 1].map((each) =>
    leafOf(`${Math.floor(each / 12)}-${two((each % 12) + 1)}-01`),
  ) as [number, number]
  return Math.min(first + number - 1, next)
}

/** The leaf of the birthday on which a person reaches this age; in a year without 29 February, that of 1 March. */
function birthday(born: string, age: number): number {
  const day = `${Number(born.slice(0, 4)) + age}${born.slice(4)}`
  return leaf.get(day) ?? leafOf(`${day.slice(0, 4)}-03-01`)
}

/** The days on which each rule blocks. */
class Table {
  readonly rows = new Map<RuleId, Set<number>>()
  readonly first: number
  readonly last: number
  constructor(first: number, days: number) {
    this.first = first
    this.last = first + days
  }
  block(rule: RuleId, from: number, until = end): void {
    const row = this.rows.get(rule) ?? new Set()
    for (let at = Math.max(from, this.first); at < Math.min(until, this.last); at++) row.add(at)
    this.rows.set(rule, row)
  }
  /** Blocks until the day from which a required fact is there; null stands for a missing fact and blocks every day. */
  require(rule: RuleId, from: number | null): void {
    this.block(rule, 0, from ?? end)
  }
}

function tableOf(
  { facts, channel }: { facts: TitleFacts; channel: ChannelFacts | null },
  table: Table,
): void {
  const isUnderTheAct = !['notCovered', 'beforeAct', 'selfOnly'].includes(facts.category ?? '')
  ofVideo(facts, isUnderTheAct, table)
  const [person] = facts.appearances
  if (!person) return
  const shootings = facts.shootings.filter(
    (each) => each.performerIds.join().includes(person.performerId) || each.performerIds.join() === '',
  )
  const present = shootings.length === 0 ? facts.shootings : shootings
  const shots = present.flatMap(({ shotOn }) => (shotOn ? [leafOf(shotOn)] : []))
  ofPerson(person, shots, table)
  if (isUnderTheAct || facts.category === 'beforeAct')
    table.require('contract', person.contract && leafOf(person.contract.signedOn))
  if (
    (isUnderTheAct || facts.category === 'beforeAct') &&
    person.contract &&
    !person.confirmedPapers.join().includes('contract')
  )
    table.block('contractPaper', 0)
  if (
    facts.category === 'beforeAct' &&
    person.contract &&
    leafOf(person.contract.signedOn) >= leafOf('2022-06-23')
  )
    table.block('beforeAct', 0)
  if (isUnderTheAct) {
    ofContract(person, shots, table)
    ofFootage(person, Math.max(0, ...mainDays(present)), table)
    partners(person, facts, present, table)
  }
  ofConsents(person.consents, channel, table)
}

function mainDays(shootings: TitleFacts['shootings']): number[] {
  return shootings.flatMap(({ kind, shotOn }) => (kind === 'main' && shotOn ? [leafOf(shotOn)] : []))
}

function ofVideo(
  { category, categoryReason, appearances, contentReview, shootings, shootingEndedOn, takedowns }: TitleFacts,
  isUnderTheAct: boolean,
  table: Table,
): void {
  if (category === null) table.block('category', 0)
  if (category === 'notCovered' && !categoryReason) table.block('categoryReason', 0)
  if (category !== 'notCovered' && appearances.length < 1) table.block('performers', 0)
  if (category === 'selfOnly' && appearances.length > 1) table.block('selfOnly', 0)
  for (const { receivedOn } of takedowns) table.block('withdrawal', leafOf(receivedOn))
  const reviewed = contentReview?.passed ? leafOf(contentReview.on) : null
  table.require(
    'contentReview',
    reviewed !== null && mainDays(shootings).every((day) => day <= reviewed) ? reviewed : null,
  )
  if (!isUnderTheAct) return
  const days = shootings.map(({ shotOn }) => shotOn)
  const isKnown = days.length > 0 && !days.includes(null) && shootingEndedOn !== null
  table.require('shootingEnd', isKnown ? leafOf(shootingEndedOn) : null)
  if (!isKnown) return
  const lastShot = calendar[Math.max(...[...days, shootingEndedOn].map((day) => leafOf(day ?? '')))] as string
  table.block('fourMonths', leafOf(shootingEndedOn), leafAfter(lastShot, 4))
}

function ofPerson(
  { ended, dateOfBirth, registeredOn, contract, status, reliance }: AppearanceOf,
  shots: number[],
  table: Table,
): void {
  if (ended) table.block('ended', leafOf(ended.on))
  if (status !== 'approved' && reliance?.until !== null)
    table.block('identity', reliance ? leafOf(reliance.until) + 1 : 0)
  if (!dateOfBirth) table.block('birthDate', 0)
  const days = [leafOf(registeredOn), ...shots, contract ? leafOf(contract.signedOn) : end]
  if (dateOfBirth && Math.min(...days) < birthday(dateOfBirth, 18)) table.block('under18', 0)
}

/** Articles 4 to 7 and 10. */
function ofContract({ contract, sheet, confirmedPapers }: AppearanceOf, shots: number[], table: Table): void {
  const isConfirmed = confirmedPapers.join().includes('explanationSheet')
  const delivered = sheet?.explainedOn ? Math.max(leafOf(sheet.receivedOn), leafOf(sheet.explainedOn)) : null
  const isLate = contract && delivered !== null && delivered > leafOf(contract.signedOn)
  table.require('sheet', isLate || !isConfirmed ? null : delivered)
  if (!contract) return
  const names = 'parties appearance shooting acts partners publication publisher fee regions server signing'
  if (names.split(' ').some((name) => !contract.named.map(String).includes(name)))
    table.block('contractFacts', 0)
  if (contract.voidClauses.length > 0) table.block('voidClauses', 0)
  const copy = contract.receivedOn === null ? null : leafOf(contract.receivedOn)
  table.require('copy', copy !== null && copy - leafOf(contract.signedOn) <= 14 ? copy : null)
  const waited = [contract.receivedOn, sheet?.receivedOn].map((day) => (day ? leafAfter(day, 1) : end))
  if (shots.some((shot) => waited.some((day) => shot < day))) table.block('oneMonth', 0)
}

/** Article 8. */
function ofFootage({ footage }: AppearanceOf, lastShot: number, table: Table): void {
  const offered = footage && leafOf(footage.offeredOn)
  table.require('footage', offered !== null && offered >= lastShot ? offered : null)
  if (footage && offered && !footage.answer)
    table.require('footageAnswer', 1 + Math.max(leafOf(footage.until), offered + 7))
}

function partners(
  { performerId, contract }: AppearanceOf,
  { appearances, shootings }: TitleFacts,
  present: TitleFacts['shootings'],
  table: Table,
): void {
  for (const other of appearances) {
    if (!contract || other.performerId === performerId || contract.partnerIds.includes(other.performerId))
      continue
    const isIn = ({ performerIds }: { performerIds: readonly string[] }) =>
      performerIds.length === 0 || performerIds.includes(other.performerId)
    const theirs = shootings.some(isIn) ? shootings.filter(isIn) : shootings
    if (present.some((each) => each.kind === 'main' && theirs.includes(each))) table.block('partners', 0)
  }
}

/** Fills the rows of the rules about consents; of each kind, the newest consent that holds on a day counts. */
function ofConsents(consents: readonly ConsentFacts[], channel: ChannelFacts | null, table: Table): void {
  const kinds = ['depiction', 'distribution', ...(channel?.download ? ['download'] : [])]
  for (const kind of kinds) {
    const ofKind = consents
      .filter((each) => each.kind === kind)
      .map(({ givenOn, endsOn, withdrawnOn }) => ({
        given: leafOf(givenOn),
        tooOld: channel?.consentMonths ? leafAfter(givenOn, channel.consentMonths) : end,
        ends: endsOn ? leafOf(endsOn) + 1 : end,
        withdrawn: withdrawnOn ? leafOf(withdrawnOn) : end,
      }))
      .toSorted((one, other) => one.given - other.given)
    const isNew = (at: number) => !channel?.startedOn || at <= leafOf(channel.startedOn)
    for (let at = table.first; at < table.last; at++) {
      const lasting = ofKind.filter(({ given, withdrawn }) => given <= at && at < withdrawn)
      const lastGiven = Math.max(-1, ...lasting.map(({ given }) => given))
      const said = ofKind.filter(({ withdrawn }) => withdrawn <= at).map(({ withdrawn }) => withdrawn)
      const renewed = Math.max(-1, ...said.filter((each) => each < lastGiven))
      const top = lasting.findLast(({ given, ends }) => given > renewed && at < ends)
      if (!top) table.block('consent', at, at + 1)
      if (top && at >= top.tooOld && isNew(at)) table.block('consentAge', at, at + 1)
      if (Math.max(-1, ...said) >= lastGiven && said.length > 0) table.block('consentWithdrawn', at, at + 1)
    }
  }
}

const titles = fc.gen().map((gen) => randomTitle((options) => gen(fc.nat, { max: options - 1 })))

it('for random facts, the gate blocks by the same rules as the second implementation on every day of two years', () => {
  const property = fc.property(titles, ({ facts, channel, from }) => {
    const table = new Table(leafOf(from), 730)
    tableOf({ facts, channel }, table)
    for (let at = table.first; at < table.last; at++) {
      const { blockers, overridden } = answerOn(facts, channel, calendar[at] as string)
      const found = [...blockers, ...overridden].filter(
        ({ performerId }) => performerId === null || performerId === facts.appearances[0]?.performerId,
      )
      const expected = [...table.rows].flatMap(([rule, row]) => (row.has(at) ? [rule] : []))
      expect({ day: calendar[at], rules: found.map(({ rule }) => rule).toSorted() }).toEqual({
        day: calendar[at],
        rules: expected.toSorted(),
      })
    }
  })
  fc.assert(property, { seed: 1, numRuns: 150 })
})

it('free cancellation ends on the same day as in the second implementation, for contracts of each transition period', () => {
  const around = (day: string) =>
    fc.integer({ min: -3, max: 3 }).map((days) => calendar[leafOf(day) + days] as string)
  const bands = ['2022-06-23', '2024-06-22', '2025-06-22', '2026-02-28'].map(around)
  const turns = ['2024-02-29', '2025-12-22', '2026-02-28', '2028-02-29', '2027-12-31'].map(around)
  const property = fc.property(
    fc.oneof(...bands),
    fc.option(fc.nat(6)),
    fc.option(fc.oneof(...turns)),
    (contractedOn, days, publishedOn) => {
      const offeredOn = days === null ? null : (calendar[leafOf(contractedOn) - days] as string)
      const begun = leafOf(offeredOn ?? contractedOn)
      const [year, twoYears] =
        publishedOn === null ? [end, end] : [leafAfter(publishedOn, 12), leafAfter(publishedOn, 24)]
      const bandEnd =
        begun <= leafOf('2024-06-22')
          ? twoYears
          : begun <= leafOf('2025-06-22')
            ? Math.max(year, leafOf('2026-12-23'))
            : year
      const isUnderTheAct = leafOf(contractedOn) >= leafOf('2022-06-23')
      const found = freeCancellation({ offeredOn, contractedOn, publishedOn })
      for (let at = leafOf('2024-01-01'); at < leafOf('2031-01-01'); at++) {
        const may = found.kind === 'open' || (found.kind === 'until' && (calendar[at] as string) <= found.day)
        if (may !== (isUnderTheAct && at < bandEnd)) expect([calendar[at], found]).toBe(bandEnd)
      }
    },
  )
  fc.assert(property, { seed: 1, numRuns: 2000 })
})
