/** What a reviewer confirms before approving a document (D14). */
export const checkIds = [
  'original',
  'readable',
  'name',
  'birthDate',
  'current',
  'adult',
  'unaltered',
  'masked',
  'sameId',
  'face',
  'faceMatches',
  'holdsId',
  'signed',
  'allPages',
  'address',
] as const
export type CheckId = (typeof checkIds)[number]

/**
 * How an identity was checked, stored with the approval of the front of an ID; `picture` if the reviewer states nothing
 * (D99). The codes are words, because the letters that the ordinance uses change.
 */
export const identityChecks = ['original', 'picture', 'chip', 'number'] as const
export type IdentityCheck = (typeof identityChecks)[number]

export const identityCheckLabels = {
  original: '原本を対面で確認',
  picture: '画像で確認',
  chip: '公式アプリでICを読み取り',
  number: '番号の有効性を照会',
} as const satisfies Record<IdentityCheck, string>
