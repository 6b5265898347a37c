import { z } from 'zod'
import { documentTypes } from './document-vocabulary.ts'
import { documentParams, performerParams } from './documents.ts'
import { endpoint } from './endpoint.ts'
import { filled, instant } from './fields.ts'
import { limits } from './limits.ts'

// Destroying a single picture takes effect after seven days, in which it can be undone (D116).

const withheldSchema = z.strictObject({
  type: z.enum(documentTypes),
  version: z.int(),
  /** When and by whom it was masked, or its slot closed. */
  at: instant,
  by: z.string().nullable(),
  /** The destruction can be undone until then. */
  until: instant,
  /** A masked version has replaced it; otherwise its slot was closed. */
  masked: z.boolean(),
})
export type WithheldDocument = z.infer<typeof withheldSchema>

const reply = { kind: 'json', status: 200, schema: z.array(withheldSchema) } as const

export const listWithheldDocuments = endpoint({
  name: 'documents.withheld',
  method: 'GET',
  path: '/performers/{id}/withheld-documents',
  summary: 'The versions whose destruction can still be undone; no call returns their pictures (D116)',
  who: 'admin',
  params: performerParams,
  reply,
  problems: ['PERFORMER_NOT_FOUND'],
})

export const undoDestruction = endpoint({
  name: 'documents.undoDestruction',
  method: 'PUT',
  path: '/performers/{id}/documents/{type}/destruction/undo',
  summary:
    'Undo the destruction of a version, and of those that were destroyed by the same act, within seven days; returns what can still be undone',
  who: 'superadmin',
  params: documentParams,
  stepUp: true,
  body: z.strictObject({
    version: z
      .int({ error: '元に戻す版を指定してください。' })
      .min(1, { error: '元に戻す版を指定してください。' }),
    reason: filled('元に戻す理由', limits.textChars, true),
  }),
  reply,
  problems: [
    'PERFORMER_NOT_FOUND',
    'DOCUMENT_NOT_FOUND',
    'DOCUMENT_STATE',
    'STEP_UP_REQUIRED',
    'INVALID_INPUT',
    'ID_BACK_CLOSED',
    'CASE_CLAIMED',
  ],
  audit: ['update'],
})
