import type { PaperType } from './document-vocabulary.ts'
import {
  type ContractFact,
  contractFactLabels,
  contractFacts,
  type VoidClause,
  voidClauseLabels,
  voidClauses,
} from './title-vocabulary.ts'

// How a reviewer examines the papers of an appearance (D91).

const generalChecks = ['person', 'work', 'signed', 'clauses', 'cast', 'duties', 'help', 'allPages'] as const
const factChecks = contractFacts.map((fact) => `fact.${fact}` as const)

/** What a reviewer confirms before approving a paper; `fact.…` means that the contract names this fact (4条3項). */
export const paperCheckIds = [...generalChecks, ...factChecks] as const
export type PaperCheckId = (typeof paperCheckIds)[number]

const missingCodes = contractFacts.map((fact) => `missing.${fact}` as const)
const voidCodes = voidClauses.map((clause) => `void.${clause}` as const)

/** Reasons for rejecting a paper: what is wrong with it, each missing fact, and each void clause (10条). */
export const paperRejectionCodes = [
  'wrong_person',
  'wrong_work',
  'unsigned',
  'date_mismatch',
  'wrong_partners',
  ...missingCodes,
  ...voidCodes,
  'duties_missing',
  'help_missing',
  'pages_missing',
  'unreadable',
  'other',
] as const
export type PaperRejectionCode = (typeof paperRejectionCodes)[number]

interface Reason {
  readonly label: string
  /** The instruction to the organisation; empty for その他. */
  readonly message: string
}

const missingReason = (fact: ContractFact): Reason => ({
  label: `「${contractFactLabels[fact]}」の記載なし`,
  message: `「${contractFactLabels[fact]}」の記載がありません（4条3項）。記載した契約書を提出してください。`,
})
const voidReason = (clause: VoidClause): Reason => ({
  label: `無効となる条項：${voidClauseLabels[clause]}`,
  message: `無効となる条項（10条）があります：${voidClauseLabels[clause]}。条項を除いた契約書を提出してください。`,
})
const reasonsOf = <Word extends string, Code extends string>(
  words: readonly Word[],
  code: (word: Word) => Code,
  reason: (word: Word) => Reason,
) => Object.fromEntries(words.map((word) => [code(word), reason(word)])) as Record<Code, Reason> // one for each word

export const paperRejectionReasons: Readonly<Record<PaperRejectionCode, Reason>> = {
  wrong_person: {
    label: '別の人の書類',
    message: '出演者の氏名と書類の氏名が一致しません。この出演者の書類を提出してください。',
  },
  wrong_work: {
    label: '別の作品の書類',
    message: 'この作品の書類ではありません。契約書と説明書面は、作品ごとに必要です（4条1項）。',
  },
  unsigned: {
    label: '署名・日付なし',
    message: '署名または日付がありません。双方が署名し、日付を記入した契約書を提出してください。',
  },
  date_mismatch: {
    label: '契約日不一致',
    message: '契約書の日付と入力された契約日が一致しません。入力内容または契約書をご確認ください。',
  },
  wrong_partners: {
    label: '相手役不一致',
    message: '契約書の相手役と動画の出演者が一致しません。入力内容または契約書をご確認ください。',
  },
  ...reasonsOf(contractFacts, (fact) => `missing.${fact}` as const, missingReason),
  ...reasonsOf(voidClauses, (clause) => `void.${clause}` as const, voidReason),
  duties_missing: {
    label: '説明すべき事項の不足',
    message:
      '法律が定める説明事項（5条1項、7条から16条まで）が足りません。すべて記載した説明書面を提出してください。',
  },
  help_missing: {
    label: '相談先の記載なし',
    message: '相談先の記載がありません。相談先を記載した説明書面を提出してください。',
  },
  pages_missing: {
    label: 'ページの不足',
    message: '書類のページが足りません。すべてのページを1つのファイルにして提出してください。',
  },
  unreadable: {
    label: '不鮮明',
    message: '書類が不鮮明で読み取れません。文字が読める大きさで読み取り直してください。',
  },
  other: { label: 'その他', message: '' },
}

export interface PaperCheck {
  readonly id: PaperCheckId
  /** At most 20 characters; a check `fact.…` has the label of its fact. */
  readonly label: string
  /** The reason that the dialog of a rejection suggests when the check fails. */
  readonly code: PaperRejectionCode
}

const check = (id: PaperCheckId, label: string, code: PaperRejectionCode): PaperCheck => ({ id, label, code })

const person = check('person', '氏名が出演者と一致する', 'wrong_person')
const work = check('work', 'この作品を特定している', 'wrong_work')
const allPages = check('allPages', '全ページがそろっている', 'pages_missing')
const signedContract = [
  person,
  work,
  check('signed', '双方の署名と日付がある', 'unsigned'),
] as const satisfies PaperCheck[]
const underTheAct = [
  ...contractFacts.map((fact) => check(`fact.${fact}`, contractFactLabels[fact], `missing.${fact}`)),
  check('cast', '相手役が動画の出演者と一致', 'wrong_partners'),
  check('clauses', '無効となる条項（10条）がない', 'void.otherWorks'),
]

/**
 * The checks of a paper, in the order in which a reviewer goes through them. What a contract names and its clauses are
 * checked only where the act applies to the video (`isCovered`).
 */
export function paperChecks(type: PaperType, covered: boolean): readonly PaperCheck[] {
  if (type === 'contract') return [...signedContract, ...(covered ? underTheAct : []), allPages]
  return [
    person,
    check('duties', '7条〜16条の説明がある', 'duties_missing'),
    check('help', '相談先が書かれている', 'help_missing'),
    allPages,
  ]
}
