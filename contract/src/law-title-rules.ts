import { earliestPublication } from './law-periods.ts'
import { broken, isCovered, type TitleRule } from './law-rule.ts'
import { lastFootageDay, shootingEnd } from './law-shootings.ts'

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
  // Class A: without performers, no contract and no other rule of an appearance would be examined.
  performers: {
    class: 'A',
    source: '4条1項',
    text: '出演者が登録されていません',
    check: ({ facts }) => facts.category !== 'notCovered' && facts.appearances.length === 0 && broken,
  },
  // Class A: of several performers, all but one appear for another person, without a contract.
  selfOnly: {
    class: 'A',
    source: '4条1項',
    text: '区分が「本人のみ」の動画に、複数の出演者が登録されています。区分を確かめてください',
    check: ({ facts }) => facts.category === 'selfOnly' && facts.appearances.length > 1 && broken,
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
  // Class A: a request needs no reasons, and further requests do not lift the stop.
  withdrawal: {
    class: 'A',
    source: '13条〜15条、規則による停止',
    text: '公開停止の申し出を受け付けています',
    check: ({ facts, day }) => facts.takedowns.some(({ receivedOn }) => receivedOn <= day) && broken,
  },
  contentReview: {
    class: 'C',
    source: 'カードブランドの規則',
    text: '撮影の後、公開の前の内容の確認が記録されていないか、不合格です',
    check({ facts: { contentReview, shootings }, day }) {
      const isKept =
        contentReview?.passed && contentReview.on <= day && contentReview.on >= lastFootageDay(shootings)
      return !isKept && broken
    },
  },
} as const satisfies Record<string, TitleRule>
