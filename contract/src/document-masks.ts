import { z } from 'zod'
import { cleaningLimits } from './cleaning-limits.ts'
import { documentParams, documentReply } from './documents.ts'
import { endpoint, keyProblems } from './endpoint.ts'
import { filled } from './fields.ts'
import { limits } from './limits.ts'
import { maskFault } from './masks.ts'

const fraction = z
  .number({ error: '隠す部分の位置を数字で指定してください。' })
  .min(0, { error: '隠す部分の位置は0以上で指定してください。' })
  .max(1, { error: '隠す部分の位置は1以下で指定してください。' })

export const maskDocument = endpoint({
  name: 'documents.mask',
  method: 'POST',
  path: '/performers/{id}/documents/{type}/mask',
  summary:
    'Burn black boxes into the version that If-Match names: the masked picture is a new, pending version, and the unmasked one is no longer readable, and destroyed after seven days (D79, D116)',
  who: 'admin',
  params: documentParams,
  stepUp: true,
  body: z.strictObject({
    /** In fractions of the width and height of the picture. */
    boxes: z
      .array(z.strictObject({ x: fraction, y: fraction, width: fraction, height: fraction }), {
        error: '隠す部分を指定してください。',
      })
      .min(1, { error: '隠す部分を指定してください。' })
      .max(cleaningLimits.mask.boxes, {
        error: `隠す部分は${cleaningLimits.mask.boxes}か所以内で指定してください。`,
      })
      .superRefine((boxes, context) => {
        const fault = maskFault(boxes)
        const path = fault?.field.split('.').slice(1) ?? []
        if (fault) context.addIssue({ code: 'custom', path, message: fault.message })
      }),
    reason: filled('隠す理由', limits.textChars, true),
  }),
  reply: documentReply,
  problems: [
    'PERFORMER_NOT_FOUND',
    'DOCUMENT_NOT_FOUND',
    'STEP_UP_REQUIRED',
    'CASE_CLOSED',
    'CASE_CLAIMED',
    'LEGAL_HOLD',
    'INVALID_INPUT',
    'DOCUMENT_REPLACED',
    'DOCUMENT_VERIFIED',
    'ID_BACK_CLOSED',
    'FILE_TYPE_UNSUPPORTED',
    'FILE_INDIVIDUAL_NUMBER',
    'DAILY_BYTES',
    'FILE_UNREADABLE',
    'TEMPORARILY_UNAVAILABLE',
    ...keyProblems,
  ],
  audit: ['update', 'shred'],
  idempotent: true,
  ifMatch: true,
})
