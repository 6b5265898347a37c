import { z } from 'zod'
import { performerParams } from './documents.ts'
import { endpoint } from './endpoint.ts'
import { filled, instant } from './fields.ts'
import { limits } from './limits.ts'

const openingReply = {
  kind: 'json',
  status: 200,
  /** Until when the caller may open the documents; null if the caller has no valid opening. */
  schema: z.strictObject({ until: instant.nullable() }),
} as const

export const getOpening = endpoint({
  name: 'documents.opening',
  method: 'GET',
  path: '/performers/{id}/openings',
  summary: 'Until when the auditor may open the documents of the performer (D67)',
  who: 'user',
  auditors: 'only',
  params: performerParams,
  reply: openingReply,
  problems: ['PERFORMER_NOT_FOUND'],
})

export const giveOpeningReason = endpoint({
  name: 'documents.giveOpeningReason',
  method: 'POST',
  path: '/performers/{id}/openings',
  summary:
    'Give the reason for which the auditor opens the documents of the performer; valid for 15 minutes (D67)',
  who: 'user',
  auditors: 'only',
  params: performerParams,
  body: z.strictObject({ reason: filled('閲覧の理由', limits.textChars, true) }),
  reply: openingReply,
  problems: ['PERFORMER_NOT_FOUND', 'INVALID_INPUT'],
  audit: ['read'],
})
