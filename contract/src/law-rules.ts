import { addDays, daysBetween } from './dates.ts'
import {
  isRenewed,
  isWithdrawn,
  partnersOf,
  shootingDays,
  shootingEnd,
  validConsent,
  youngest,
} from './law-conclusions.ts'
import type { AppearanceOf, ChannelFacts, TitleFacts } from './law-facts.ts'
import { earliestPublication, earliestShooting, lastDayOfMonths } from './law-periods.ts'
import { type ConsentKind, contractFacts } from './title-vocabulary.ts'

/**
 * The version of the rules: the day of their last change. It is stored with every answer, so that an answer can be explained later.
 * Change it with any change of a rule's function, text or class.
 */
export const rulesVersion = '2026-11-27'

/** `A` is never overridden. `B` is a breach that cannot be undone. `C` is a rule of the trade or of a channel (D105). */
export type RuleClass = 'A' | 'B' | 'C'

/** [C] 「速やかに」 of article 6 in days; a lawyer must confirm it. */
const promptDays = 14

interface Moment {
  readonly facts: TitleFacts
  readonly day: string
  /** Null for what holds on every channel. */
  readonly channel: ChannelFacts | null
}

/** What a rule finds: null or undefined if it is kept, otherwise what is missing. */
type Finding = Found | null | undefined | false
export interface Found {
  /** The first day on which the rule is kept by itself. */
  readonly from?: string
  /** What is missing, in codes of the rule's vocabulary or ids of performers. */
  readonly items?: readonly string[]
}

interface RuleOf<Check> {
  readonly class: RuleClass
  readonly source: string
  /** What a blocker says. */
  readonly text: string
  readonly check: Check
}
type TitleRule = RuleOf<(moment: Moment) => Finding>
type AppearanceRule = RuleOf<(appearance: AppearanceOf, moment: Moment) => Finding>

const broken: Found = {}

/** The act applies unless an account has stated why it does not; a contract from before it is only stopped (15条). */
const isCovered = ({ category }: TitleFacts) => category === null || category === 'covered'

/** The rules of a video as a whole. A fact counts from its day on. */
export const titleRules = {
  category: {
    class: 'C',
    source: '2条',
    text: '区分が入力されていません',
    check: ({ facts }) => facts.category === null && broken,
  },
  categoryReason: {
    class: 'C',
    source: '2条',
    text: '対象外とした理由が入力されていません',
    check: ({ facts }) => facts.category === 'notCovered' && facts.categoryReason === null && broken,
  },
  performers: {
    class: 'C',
    source: '4条1項',
    text: '出演者が登録されていません',
    check: ({ facts }) => facts.category !== 'notCovered' && facts.appearances.length === 0 && broken,
  },
  shootingEnd: {
    class: 'A',
    source: '9条',
    text: 'すべての撮影が終わった日、または撮影した日が入力されていません',
    check: ({ facts, day }) => isCovered(facts) && shootingEnd(facts, day) === null && broken,
  },
  fourMonths: {
    class: 'A',
    source: '9条',
    text: 'すべての撮影が終わってから4か月を経過していません',
    check({ facts, day }) {
      const ended = shootingEnd(facts, day)
      if (!isCovered(facts) || ended === null) return null
      const from = earliestPublication(ended)
      return day < from && { from }
    },
  },
  contentReview: {
    class: 'C',
    source: 'カードブランドの規則',
    text: '公開前の内容の確認が記録されていないか、不合格です',
    check: ({ facts: { contentReview }, day }) =>
      !(contentReview?.passed && contentReview.on <= day) && broken,
  },
} as const satisfies Record<string, TitleRule>

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
    check: ({ status }) => status !== 'approved' && broken,
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
  beforeAct: {
    class: 'B',
    source: '附則',
    text: '契約日が法律の施行日（2022年6月23日）以降です。区分を確かめてください',
    check: ({ contract }, { facts }) =>
      facts.category === 'beforeAct' && contract !== null && contract.signedOn >= '2022-06-23' && broken,
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
      const named = appearance.contract?.partnerIds
      const items = named && partnersOf(appearance, facts).filter((id) => !named.includes(id))
      return items !== undefined && items.length > 0 && { items }
    }),
  },
  sheet: {
    class: 'B',
    source: '5条',
    text: '契約の前に、説明書面の交付と説明が記録されていません',
    check: covered(({ contract, sheet }, { day }) => {
      const limit = contract?.signedOn ?? day
      const isInTime = (on: string | null | undefined) => typeof on === 'string' && on <= limit
      return !(isInTime(sheet?.receivedOn) && isInTime(sheet?.explainedOn)) && broken
    }),
  },
  copy: {
    class: 'B',
    source: '6条',
    text: '契約書の写しの受領が記録されていないか、契約から14日を過ぎています',
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
    check: covered((appearance, { facts }) => {
      const { contract, sheet } = appearance
      if (!contract?.receivedOn || !sheet) return null
      const from = earliestShooting({ contract: contract.receivedOn, sheet: sheet.receivedOn })
      return shootingDays(appearance, facts).some((shotOn) => shotOn < from) && broken
    }),
  },
  footage: {
    class: 'A',
    source: '8条',
    text: '公開前に映像を確認する機会の提供が記録されていません',
    check: covered(({ footage }, { day }) => !(footage && footage.offeredOn <= day) && broken),
  },
  footageAnswer: {
    class: 'A',
    source: '8条',
    text: '映像を確認する期限が過ぎていません',
    check: covered(({ footage }, { day }) => {
      if (!footage || footage.answer !== null) return null
      return day <= footage.until && { from: addDays(footage.until, 1) }
    }),
  },
  consent: {
    class: 'C',
    source: 'カードブランドの規則',
    text: '本人の同意が記録されていないか、期限が切れています',
    check(appearance, { day, channel }) {
      const needed: ConsentKind[] = [
        'depiction',
        'distribution',
        ...(channel?.download ? ['download' as const] : []),
      ]
      const items = needed.filter((kind) => !validConsent(appearance, kind, day))
      return items.length > 0 && { items }
    },
  },
  consentWithdrawn: {
    class: 'A',
    source: 'カードブランドの規則',
    text: '本人が同意を撤回しています',
    check({ consents }, { day }) {
      const items = consents.filter((each) => isWithdrawn(each, day) && !isRenewed(each, consents, day))
      return items.length > 0 && { items: [...new Set(items.map(({ kind }) => kind))] }
    },
  },
  consentAge: {
    class: 'C',
    source: '公開先の規則',
    text: '同意が、この公開先で認められる期間より古くなっています',
    check(appearance, { day, channel }) {
      const months = channel?.consentMonths
      if (!channel || !months || (channel.startedOn !== null && channel.startedOn < day)) return null
      const given = validConsent(appearance, 'distribution', day)?.givenOn
      return given !== undefined && day > lastDayOfMonths(given, months) && broken
    },
  },
} as const satisfies Record<string, AppearanceRule>

export type RuleId = keyof typeof titleRules | keyof typeof appearanceRules
export const rules: Record<RuleId, Omit<RuleOf<unknown>, 'check'>> = { ...titleRules, ...appearanceRules }
export const ruleIds = Object.keys(rules) as RuleId[] // the keys of the tables

/** The trade recommends an age of 20 for registration, contract and shooting; it blocks nothing. */
export function isUnder20(appearance: AppearanceOf, facts: TitleFacts): boolean {
  return youngest(appearance, facts) < 20
}

/** A rule of articles 4 to 8, which holds for contracts under the act. */
function covered(check: AppearanceRule['check']): AppearanceRule['check'] {
  return (appearance, moment) => (isCovered(moment.facts) ? check(appearance, moment) : null)
}
