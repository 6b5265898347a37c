import { z } from 'zod'
import { documentTypes } from './document-vocabulary.ts'
import { documentSchema, rejectionInput } from './documents.ts'
import { endpoint } from './endpoint.ts'
import { filled, id } from './fields.ts'
import { limits } from './limits.ts'
import { performerSchema } from './performers.ts'
import { performerVersion } from './record-fields.ts'

const params = z.strictObject({ id })

export const rejectDocuments = endpoint({
  name: 'review.rejectDocuments',
  method: 'POST',
  path: '/review/cases/{id}/rejections',
  summary: 'Reject several documents of a performer at once: all or none, with one mail (D13)',
  who: 'admin',
  params,
  body: z.strictObject({
    documents: z
      .array(
        z.strictObject({
          type: z.enum(documentTypes, { error: '書類の種類が正しくありません。' }),
          /** The version that the rejection is about, as `If-Match` names it elsewhere (D11). */
          version: z.int({ error: '書類の版を指定してください。' }).min(1).max(999_999_999),
          ...rejectionInput,
        }),
        { error: '差し戻す書類を選択してください。' },
      )
      .min(1, { error: '差し戻す書類を選択してください。' })
      .max(documentTypes.length)
      .refine((documents) => new Set(documents.map(({ type }) => type)).size === documents.length, {
        error: '同じ書類が重複しています。',
      }),
    performerVersion,
  }),
  reply: { kind: 'json', status: 200, schema: z.array(documentSchema) },
  problems: [
    'PERFORMER_NOT_FOUND',
    'DOCUMENT_NOT_FOUND',
    'INVALID_INPUT',
    'CASE_CLOSED',
    'CASE_CLAIMED',
    'DOCUMENT_REPLACED',
    'DOCUMENT_STATE',
    'CONFLICT',
    'FOUR_EYES',
  ],
  audit: ['reject'],
})

export const reopenCase = endpoint({
  name: 'review.reopenCase',
  method: 'POST',
  path: '/review/cases/{id}/reopening',
  summary: 'Reopen a closed case, with a reason: its slots accept resubmissions again (D78)',
  who: 'admin',
  params,
  body: z.strictObject({ reason: filled('再開の理由', limits.textChars, true) }),
  reply: { kind: 'json', status: 200, schema: performerSchema },
  problems: ['PERFORMER_NOT_FOUND', 'INVALID_INPUT', 'CASE_OPEN'],
  audit: ['update'],
})

export const undoDecision = endpoint({
  name: 'review.undoDecision',
  method: 'POST',
  path: '/review/cases/{id}/undo',
  summary: 'Undo the last own decision on a performer, within seconds and before its mails are sent (D123)',
  who: 'admin',
  params,
  body: z.strictObject({
    /**
     * `decidedAt` of the documents that the decision was about; if one call rejected several, all of them are undone.
     */
    decidedAt: z.iso.datetime({ error: '取り消す判断の日時を指定してください。' }),
  }),
  /** The documents as they were before the decision. */
  reply: { kind: 'json', status: 200, schema: z.array(documentSchema) },
  problems: [
    'PERFORMER_NOT_FOUND',
    'INVALID_INPUT',
    'FORBIDDEN',
    'CASE_CLAIMED',
    'UNDO_TOO_LATE',
    'UNDO_CHANGED',
    'UNDO_MAILED',
    'UNDO_DESTROYS',
  ],
  audit: ['update'],
})
