import type { AppearanceInput, TitleFactsInput } from '@kyc/contract/title-facts.ts'
import { contractFacts } from '@kyc/contract/title-vocabulary.ts'

/** What the records of a demo video lack (D106). */
export type DemoTitle = 'nothing' | 'fourMonths' | 'contractFacts' | 'consentAge' | 'ended' | 'under20'

/** The day so many days before the first start of the demo. */
type DayOf = (daysAgo: number) => string

/** Days before the first start: shot eight months ago, or two for a video that is too early. */
function shotAgo(title: DemoTitle): number {
  return title === 'fourMonths' ? 60 : 240
}

/** The facts of a video. Before the act, a contract of a person who was 19 (D105). */
export function demoTitleFacts(title: DemoTitle, dayOf: DayOf): TitleFactsInput {
  const shotOn = title === 'under20' ? '2020-09-10' : dayOf(shotAgo(title))
  return {
    category: title === 'under20' ? 'beforeAct' : 'covered',
    maker: '見本制作',
    reviewingBody: '見本審査機構',
    derivedFrom: [],
    shootings: [{ kind: 'main', plannedOn: shotOn, place: '見本スタジオ', shotOn, performerIds: [] }],
    shootingEndedOn: shotOn,
    contentReview: { on: dayOf(40), by: '制作 花子', passed: true, checked: '出演者と契約の内容' },
    evidence: [],
  }
}

/** The facts of each appearance; `partnerIds` are the other performers. */
export function demoAppearance(title: DemoTitle, partnerIds: string[], dayOf: DayOf): AppearanceInput {
  const shot = shotAgo(title)
  const old = title === 'under20'
  const signedOn = old ? '2020-08-01' : dayOf(shot + 50)
  const named = contractFacts.filter(
    (fact) => title !== 'contractFacts' || (fact !== 'server' && fact !== 'regions'),
  )
  const givenOn = title === 'consentAge' ? dayOf(900) : signedOn
  return {
    contract: {
      signedOn,
      receivedOn: old ? '2020-08-02' : dayOf(shot + 49),
      named,
      partnerIds,
      voidClauses: [],
    },
    sheet: old
      ? null
      : {
          receivedOn: dayOf(shot + 55),
          explainedOn: dayOf(shot + 55),
          explainedBy: '制作 次郎',
          minutes: 45,
          language: '日本語',
        },
    footage: { offeredOn: dayOf(45), way: 'link', until: dayOf(42), answer: 'seen' },
    consents: [
      { kind: 'depiction', wording: '2024年版', givenOn },
      { kind: 'distribution', wording: '2024年版', givenOn },
    ],
    ended: title === 'ended' ? { kind: 'cancelled', on: dayOf(1) } : null,
  }
}
