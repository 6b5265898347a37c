import { z } from 'zod'
import { endpoint, fileProblems, keyProblems } from './endpoint.ts'
import { id } from './fields.ts'
import { takedownSchema } from './takedowns.ts'

// Files that prove a request to take a title down (D108).

const notFound = ['TAKEDOWN_NOT_FOUND', 'ORGANISATION_ROLE'] as const

export const addTakedownEvidence = endpoint({
  name: 'takedowns.addEvidence',
  method: 'POST',
  path: '/takedowns/{id}/evidence',
  summary:
    'Attach a PDF or picture that proves an open request, stored like the documents of its performer (D108)',
  who: 'user',
  params: z.strictObject({ id }),
  upload: { fields: z.strictObject({}), files: ['file'] },
  reply: { kind: 'json', status: 200, schema: takedownSchema },
  problems: [
    ...notFound,
    'PERFORMER_NOT_FOUND',
    ...fileProblems,
    'INVALID_INPUT',
    'TAKEDOWN_STATE',
    ...keyProblems,
    'RATE_LIMITED',
    'DAILY_BYTES',
    'FILE_UNREADABLE',
    'TEMPORARILY_UNAVAILABLE',
  ],
  audit: ['update'],
  idempotent: true,
  transfer: true,
})

export const openTakedownEvidence = endpoint({
  name: 'takedowns.openEvidence',
  method: 'GET',
  path: '/takedowns/{id}/evidence/{evidence}',
  summary: 'Download a file of a request; auditors must have given a reason for its performer (D67)',
  who: 'user',
  params: z.strictObject({ id, evidence: id }),
  reply: { kind: 'file', status: 200 },
  problems: [
    ...notFound,
    'DOCUMENT_NOT_FOUND',
    'OPENING_REASON_REQUIRED',
    'FILE_UNREADABLE',
    'TEMPORARILY_UNAVAILABLE',
  ],
  audit: ['download'],
  transfer: true,
})
