import { addDays, daysBetween } from './dates.ts'
import { isRevoked, neededConsents, validConsent } from './law-consents.ts'
import { earliestShooting, inForce, lastDayOfMonths } from './law-periods.ts'
import { type AppearanceRule, broken, isCovered } from './law-rule.ts'
import { lastFootageDay, partnersOf, shootingDays, shootingsOf, youngest } from './law-shootings.ts'
import { contractFacts } from './title-vocabulary.ts'

/** [C] 「速やかに」 of article 6 in days; a lawyer must confirm it. */
const promptDays = 14

/** [C] The least number of days that an unanswered offer of the footage stays open (8条); a lawyer must confirm it. */
export const answerDays = 7

/** The rules of each appearance. */
export const appearanceRules = {
  ended: {
    class: 'A',
    source: '11条〜15条',
    text: '契約の解除、取消し、または差止請求があります',
    check: ({ ended }, { day }) => ended !== null && ended.on <= day && broken,
  },
  birthDate: {
    class: 'A',
    source: '年齢の確認',
    text: '生年月日が入力されていません',
    check: ({ dateOfBirth }) => dateOfBirth === null && broken,
  },
  under18: {
    class: 'A',
    source: '年齢の確認',
    text: '登録、契約、または撮影の日に18歳未満です',
    check: (appearance, { facts }) => youngest(appearance, facts) < 18 && broken,
  },
  identity: {
    class: 'B',
    source: '年齢の確認',
    text: '本人確認書類が承認されていません',
    check: ({ status, reliance }, { day }) =>
      status !== 'approved' && !(reliance && (reliance.until === null || reliance.until >= day)) && broken,
  },
  contract: {
    class: 'A',
    source: '4条、15条',
    text: 'この作品の契約書がありません',
    check: ({ contract }, { facts, day }) =>
      (isCovered(facts) || facts.category === 'beforeAct') &&
      !(contract && contract.signedOn <= day) &&
      broken,
  },
  // Class A: a contract has no effect unless it is in a document (4条2項), and a reviewer can verify any document.
  contractPaper: {
    class: 'A',
    source: '4条2項',
    text: '契約書が提出されていないか、審査で確認されていません',
    check: ({ contract, confirmedPapers }, { facts }) =>
      contract !== null &&
      (isCovered(facts) || facts.category === 'beforeAct') &&
      !confirmedPapers.includes('contract') &&
      broken,
  },
  // Class A: this category lifts the rules of articles 4 to 9, some of which are never overridden.
  beforeAct: {
    class: 'A',
    source: '附則',
    text: '契約日が法律の施行日（2022年6月23日）以降です。区分を確かめてください',
    check: ({ contract }, { facts }) =>
      facts.category === 'beforeAct' && contract !== null && contract.signedOn >= inForce && broken,
  },
  contractFacts: {
    class: 'B',
    source: '4条3項',
    text: '契約書に記載のない事項があります',
    check: covered(({ contract }) => {
      const items = contract && contractFacts.filter((fact) => !contract.named.includes(fact))
      return items !== null && items.length > 0 && { items }
    }),
  },
  voidClauses: {
    class: 'B',
    source: '10条',
    text: '契約書に無効となる条項があります',
    check: covered(
      ({ contract }) => contract && contract.voidClauses.length > 0 && { items: contract.voidClauses },
    ),
  },
  partners: {
    class: 'B',
    source: '4条3項4号',
    text: '契約書に書かれていない相手役と撮影しています',
    check: covered((appearance, { facts }) => {
      const { contract } = appearance
      const items =
        contract && partnersOf(appearance, facts).filter((id) => !contract.partnerIds.includes(id))
      return items !== null && items.length > 0 && { items }
    }),
  },
  sheet: {
    class: 'B',
    source: '5条',
    text: '契約の前に、説明書面の交付と説明が記録されていないか、説明書面が審査で確認されていません',
    check: covered(({ contract, sheet, confirmedPapers }, { day }) => {
      const limit = contract && contract.signedOn < day ? contract.signedOn : day
      const isInTime = (on: string | null | undefined) => typeof on === 'string' && on <= limit
      const isKept =
        isInTime(sheet?.receivedOn) &&
        isInTime(sheet?.explainedOn) &&
        confirmedPapers.includes('explanationSheet')
      return !isKept && broken
    }),
  },
  copy: {
    class: 'B',
    source: '6条',
    text: `契約書の写しの受領が記録されていないか、契約から${promptDays}日を過ぎています`,
    check: covered(({ contract }, { day }) => {
      if (!contract) return null
      const { receivedOn, signedOn } = contract
      const isKept =
        receivedOn !== null && receivedOn <= day && daysBetween(signedOn, receivedOn) <= promptDays
      return !isKept && broken
    }),
  },
  oneMonth: {
    class: 'B',
    source: '7条1項',
    text: '契約書と説明書面を受け取ってから1か月を経過する前に撮影しています',
    // A paper that was never received breaks the rule: no month can have passed since its receipt.
    check: covered((appearance, { facts }) => {
      const { contract, sheet } = appearance
      if (!contract) return null
      const [received, delivered] = [contract.receivedOn, sheet?.receivedOn]
      const from = received && delivered && earliestShooting({ contract: received, sheet: delivered })
      return shootingDays(appearance, facts).some((shotOn) => !from || shotOn < from) && broken
    }),
  },
  footage: {
    class: 'A',
    source: '8条',
    text: '撮影の後に、公開前の映像を確認する機会を提供したことが記録されていません',
    check: covered((appearance, { facts, day }) => {
      const { footage } = appearance
      const isKept =
        footage &&
        footage.offeredOn <= day &&
        footage.offeredOn >= lastFootageDay(shootingsOf(appearance, facts))
      return !isKept && broken
    }),
  },
  footageAnswer: {
    class: 'A',
    source: '8条',
    text: '映像を確認する期限が過ぎていません',
    check: covered(({ footage }, { day }) => {
      if (!footage || footage.answer !== null) return null
      const atLeast = addDays(footage.offeredOn, answerDays)
      const from = addDays(footage.until > atLeast ? footage.until : atLeast, 1)
      return day < from && { from }
    }),
  },
  consent: {
    class: 'C',
    source: 'カードブランドの規則',
    text: '本人の同意が記録されていないか、期限が切れています',
    check(appearance, { day, channel }) {
      const items = neededConsents(channel).filter((kind) => !validConsent(appearance, kind, day))
      return items.length > 0 && { items }
    },
  },
  consentWithdrawn: {
    class: 'A',
    source: 'カードブランドの規則',
    text: '本人が同意を撤回しています',
    check(appearance, { day, channel }) {
      const items = neededConsents(channel).filter((kind) => isRevoked(appearance, kind, day))
      return items.length > 0 && { items }
    },
  },
  consentAge: {
    class: 'C',
    source: '公開先の規則',
    text: '同意が、この公開先で認められる期間より古くなっています',
    check(appearance, { day, channel }) {
      const months = channel?.consentMonths
      if (!channel || !months || (channel.startedOn !== null && channel.startedOn < day)) return null
      const given = neededConsents(channel).flatMap(
        (kind) => validConsent(appearance, kind, day)?.givenOn ?? [],
      )
      return given.some((on) => day > lastDayOfMonths(on, months)) && broken
    },
  },
} as const satisfies Record<string, AppearanceRule>

/** Limits the check of a rule (of articles 4 to 8, or 10) to videos to which the act applies. */
function covered(check: AppearanceRule['check']): AppearanceRule['check'] {
  return (appearance, moment) => (isCovered(moment.facts) ? check(appearance, moment) : null)
}
