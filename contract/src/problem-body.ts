import { z } from 'zod'
import { fileCauses } from './document-vocabulary.ts'

/** One input error: its field and the message shown there. Errors of refused files also state the cause. */
const fieldErrorSchema = z.strictObject({
  field: z.string(),
  message: z.string(),
  cause: z.enum(fileCauses).optional(),
})
export type FieldError = z.infer<typeof fieldErrorSchema>

/** The body of every error reply (RFC 9457, `application/problem+json`). */
export const problemSchema = z.strictObject({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  code: z.string(),
  field: z.string().nullable(),
  errors: z.array(fieldErrorSchema),
  requestId: z.string(),
})
export type ProblemBody = z.infer<typeof problemSchema>
