import { z } from 'zod'
import { endpoint, keyProblems } from './endpoint.ts'
import { filled, id, instant, noBody } from './fields.ts'
import { limits } from './limits.ts'
import { organisationRefSchema } from './organisations.ts'

/** The most performers, and the most videos, of one request. */
const mostRecords = 50

const recordIds = z
  .array(z.string().max(limits.idChars))
  .max(mostRecords, { error: `一度に移せるのは${mostRecords}件までです。` })

/** A request to move records, or everything, to another organisation; a second superadmin confirms it (D67). */
const transferSchema = z.strictObject({
  id,
  from: organisationRefSchema,
  to: organisationRefSchema,
  /** Moves everything, members included, and disables `from`. */
  merge: z.boolean(),
  /** The number of the chosen records; for a merge, that of all current records of `from`. */
  performerCount: z.int(),
  videoCount: z.int(),
  reason: z.string(),
  requestedBy: z.string(),
  /** Requested by the caller, who cannot confirm it. */
  own: z.boolean(),
  requestedAt: instant,
  expiresAt: instant,
})
export type Transfer = z.infer<typeof transferSchema>

export const listTransfers = endpoint({
  name: 'transfers.list',
  method: 'GET',
  path: '/transfers',
  summary: 'Open requests to move records or to merge organisations, oldest first (D67)',
  who: 'superadmin',
  reply: { kind: 'json', status: 200, schema: z.array(transferSchema) },
  problems: [],
})

export const requestTransfer = endpoint({
  name: 'transfers.request',
  method: 'POST',
  path: '/organisations/{id}/transfers',
  summary: 'Request to move records to another organisation, or without records to merge into it (D67)',
  who: 'superadmin',
  stepUp: true,
  params: z.strictObject({ id }),
  body: z.strictObject({
    to: z
      .string({ error: '移行先の組織を選択してください。' })
      .min(1, { error: '移行先の組織を選択してください。' })
      .max(limits.idChars),
    reason: filled('理由', limits.textChars, true),
    /** Absent for a merge. */
    records: z.strictObject({ performers: recordIds, videos: recordIds }).optional(),
  }),
  reply: { kind: 'json', status: 201, schema: transferSchema },
  problems: [
    'ORGANISATION_NOT_FOUND',
    'STEP_UP_REQUIRED',
    'INVALID_INPUT',
    'ORGANISATION_DISABLED',
    'TRANSFER_INCOMPLETE',
    'EXTERNAL_ID_TAKEN',
    'PERFORMER_NOT_FOUND',
    'VIDEO_NOT_FOUND',
    'TRANSFER_TOO_LARGE',
    ...keyProblems,
  ],
  audit: ['update'],
  idempotent: true,
})

const one = {
  who: 'superadmin',
  params: z.strictObject({ id }),
  ...noBody,
  reply: { kind: 'empty', status: 204 },
  audit: ['update'],
} as const

export const confirmTransfer = endpoint({
  ...one,
  name: 'transfers.confirm',
  method: 'PUT',
  path: '/transfers/{id}/confirmation',
  audit: ['update', 'seal'],
  summary: 'Confirm the request of another superadmin: moves the records at once, all or none (D67)',
  stepUp: true,
  problems: [
    'NOT_FOUND',
    'STEP_UP_REQUIRED',
    'OWN_REQUEST',
    'SECOND_PERSON_TOO_NEW',
    'ORGANISATION_DISABLED',
    'TRANSFER_INCOMPLETE',
    'EXTERNAL_ID_TAKEN',
    'PERFORMER_NOT_FOUND',
    'VIDEO_NOT_FOUND',
    'TRANSFER_TOO_LARGE',
  ],
})

export const cancelTransfer = endpoint({
  ...one,
  name: 'transfers.cancel',
  method: 'DELETE',
  path: '/transfers/{id}',
  summary: 'Withdraw or refuse a request',
  problems: ['NOT_FOUND'],
})
