import { z } from 'zod'
import { auditActions, auditResourceTypes } from './audit-vocabulary.ts'
import { anyDocumentTypes } from './document-vocabulary.ts'
import { endpoint } from './endpoint.ts'
import { id, instant } from './fields.ts'
import { anyRejectionCodes } from './rejection-reasons.ts'

/** One entry of a performer's history: changes and decisions, no views. */
export const historyEntrySchema = z.strictObject({
  id,
  at: instant,
  action: z.enum(auditActions),
  resourceType: z.enum(auditResourceTypes),
  documentType: z.enum(anyDocumentTypes).nullable(),
  /** The account that acted, as far as the reader may see it (D3). */
  by: z.string(),
  codes: z.array(z.enum(anyRejectionCodes)),
  /** How a reviewer has seen the document and what was typed from it, in words; absent for owners and old entries. */
  seen: z.string().optional(),
  /** How the identity was checked, in words (D99). */
  identityCheck: z.string().optional(),
  /** The names of the fields that an update changed; `caseClosed` also if a rejection closed the case (D78). */
  fields: z.array(z.string()),
  /** The code of an act on or by the performer's own link (D66), such as `link_consented`. */
  change: z.string().optional(),
  /** The details are damaged in the database and can't be decrypted (D57). */
  unreadable: z.boolean(),
})

export const performerHistory = endpoint({
  name: 'performers.history',
  method: 'GET',
  path: '/performers/{id}/history',
  summary: 'The history of a performer and its documents, newest first, at most one page',
  who: 'user',
  params: z.strictObject({ id }),
  reply: { kind: 'json', status: 200, schema: z.array(historyEntrySchema) },
  problems: ['PERFORMER_NOT_FOUND'],
})
