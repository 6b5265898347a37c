import { day } from './durations.ts'

// What an organisation with which a title is shared reads about it (D113): facts with their proof, never a document.

/** Facts of the title as a whole. */
export const sharedTitleFacts = ['shootingEnd', 'fourMonths', 'contentReview'] as const
export type SharedTitleFact = (typeof sharedTitleFacts)[number]

/** Facts of each performer, in the order of the page. */
export const sharedPersonFacts = [
  'adult',
  'identity',
  'contract',
  'sheet',
  'copy',
  'oneMonth',
  'footage',
  'consent',
] as const
export type SharedPersonFact = (typeof sharedPersonFacts)[number]

export const sharedFacts = [...sharedTitleFacts, ...sharedPersonFacts] as const
export type SharedFactId = (typeof sharedFacts)[number]

export const sharedFactLabels = {
  shootingEnd: 'すべての撮影の終了',
  fourMonths: '撮影の終了から4か月の経過',
  contentReview: '公開前の内容の確認',
  adult: '撮影の日に18歳以上',
  identity: '本人確認',
  contract: 'この作品の契約書',
  sheet: '説明書面の交付と説明',
  copy: '契約書の写しの受領',
  oneMonth: '契約から撮影まで1か月の経過',
  footage: '公開前の映像を確認する機会',
  consent: '配信への同意',
} as const satisfies Record<SharedFactId, string>

/** `unconfirmed`: the entered records support the fact, but no reviewer has approved the identity. */
export const sharedFactStates = ['yes', 'no', 'unconfirmed', 'notNeeded'] as const
export type SharedFactState = (typeof sharedFactStates)[number]

export const sharedFactStateLabels = {
  yes: 'はい',
  no: 'いいえ',
  unconfirmed: '未確認',
  notNeeded: '対象外',
} as const satisfies Record<SharedFactState, string>

/** Acts on a share, as labelled in the audit log. */
export const shareChangeLabels = {
  share_ended: '共有を終了',
  paper_permitted: '書類の閲覧を許可',
  paper_permission_ended: '書類の閲覧の許可を終了',
  statement_issued: '証明を発行',
  title_named: '提携先が動画のIDを登録',
} as const

export const shareLimits = {
  /** Open shares of a title. */
  perVideo: 50,
  /** The longest time for which a document can be opened, in hours. */
  paperHours: 168,
  /** How long a statement is valid, in milliseconds. */
  statement: day,
} as const

/** The times that the page offers, in hours. */
export const paperHours = [1, 24, 72, shareLimits.paperHours] as const

/** The audience and type of a statement. No token for a partner has them, so neither is accepted as the other. */
export const statementAudience = 'kyc-title-statement'
/** The audience of a statement about an invented title, for a test key (D112). */
export const testStatementAudience = 'kyc-title-statement-test'
export const statementType = 'title-statement+jwt'

/** The notice in every statement about what it shows and what it does not. */
export const statementNotice =
  '記録上の不足の有無と、その根拠だけを示します。適法であることを示すものでも、法律上の助言でもありません。'
