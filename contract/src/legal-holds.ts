import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { filled, id } from './fields.ts'
import { limits } from './limits.ts'
import { legalHoldSchema } from './sealed-performers.ts'

// Legal holds on records that are not deleted (D116). They stay when the record is sealed; `sealed-performers.ts` ends
// them then.

const holdsSchema = z.strictObject({
  /** Whether a hold is in force: then nothing of the record is destroyed. */
  held: z.boolean(),
  /** Newest first. */
  holds: z.array(legalHoldSchema),
})
export type LegalHolds = z.infer<typeof holdsSchema>

const one = z.strictObject({ id })
const reply = { kind: 'json', status: 200, schema: holdsSchema } as const

export const listLegalHolds = endpoint({
  name: 'legalHolds.list',
  method: 'GET',
  path: '/performers/{id}/legal-holds',
  summary: 'The legal holds of a record that is not deleted, newest first (D116)',
  who: 'superadmin',
  params: one,
  reply,
  problems: ['PERFORMER_NOT_FOUND'],
})

export const holdPerformer = endpoint({
  name: 'legalHolds.hold',
  method: 'PUT',
  path: '/performers/{id}/legal-holds',
  summary:
    'Put a legal hold on the record: nothing of it is destroyed until the hold ends, also after its deletion',
  who: 'superadmin',
  params: one,
  body: z.strictObject({ reason: filled('保全の理由', limits.textChars, true) }),
  reply,
  problems: ['PERFORMER_NOT_FOUND', 'INVALID_INPUT', 'CONFLICT', 'FILE_UNREADABLE'],
  audit: ['update'],
})

export const endPerformerHold = endpoint({
  name: 'legalHolds.end',
  method: 'PUT',
  path: '/performers/{id}/legal-holds/end',
  summary: 'End the legal hold',
  who: 'superadmin',
  params: one,
  stepUp: true,
  body: z.strictObject({ reason: filled('解除の理由', limits.textChars, true) }),
  reply,
  problems: ['PERFORMER_NOT_FOUND', 'STEP_UP_REQUIRED', 'INVALID_INPUT', 'CONFLICT', 'FILE_UNREADABLE'],
  audit: ['update'],
})
