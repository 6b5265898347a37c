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
