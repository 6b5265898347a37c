import { day } from './durations.ts'

// Packs of evidence (D109): words and limits.

/** The recipients of packs; the recipient decides what a pack contains. */
export const packShapes = ['appearanceLaw', 'cardBrands', 'usc2257', 'person'] as const
export type PackShape = (typeof packShapes)[number]

export const packShapeLabels = {
  appearanceLaw: '出演被害防止・救済法（配信事業者向け）',
  cardBrands: 'カードブランド',
  usc2257: '米国 18 U.S.C. 2257',
  person: 'ご本人',
} as const satisfies Record<PackShape, string>

/** `ended`: revoked, expired, or ended by a change of its records, such as a deletion. Its file no longer exists. */
export const packStates = ['waiting', 'ready', 'failed', 'ended'] as const
export type PackState = (typeof packStates)[number]

export const packStateLabels = {
  waiting: '作成中',
  ready: '作成済み',
  failed: '作成できませんでした',
  ended: '終了',
} as const satisfies Record<PackState, string>

export const packEndReasons = ['revoked', 'expired', 'changed'] as const
export type PackEndReason = (typeof packEndReasons)[number]

export const packEndLabels = {
  revoked: '取り消し',
  expired: '期限切れ',
  changed: '中の記録の変更または削除',
} as const satisfies Record<PackEndReason, string>

/** Why no file was made: its contents are too large for one archive, or every attempt failed. */
export const packFailures = ['size', 'error'] as const
export type PackFailure = (typeof packFailures)[number]

export const packFailureLabels = {
  size: '内容が大きすぎます。動画を分けて作成してください。',
  error: 'もう一度作成してください。続くときは、管理者にご連絡ください。',
} as const satisfies Record<PackFailure, string>

export const packLimits = {
  videos: 100,
  /** Packs that an organisation may have at one time. */
  open: 50,
  /** How long the link works; then the file is deleted, because it contains copies of passports. */
  valid: 7 * day,
} as const
