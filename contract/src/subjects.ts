import { z } from 'zod'
import { endpoint, keyProblems } from './endpoint.ts'
import { day, emptyIsAbsent, filled, id, instant, paging } from './fields.ts'
import { limits } from './limits.ts'
import { organisationRefSchema } from './organisations.ts'

/** What a data subject requests about the own record (D77). */
export const subjectRequestKinds = ['disclosure', 'correction', 'erasure'] as const
export type SubjectRequestKind = (typeof subjectRequestKinds)[number]

/** The outcome of a request, as its response states it. */
export const subjectRequestOutcomes = ['granted', 'partly', 'refused'] as const
export type SubjectRequestOutcome = (typeof subjectRequestOutcomes)[number]

const requestSchema = z.strictObject({
  id,
  /** The name is null while the record is sealed: no page shows it (D17). */
  performer: z.strictObject({ id, name: z.string().nullable(), organisation: organisationRefSchema }),
  kind: z.enum(subjectRequestKinds),
  /** Days in Japan. */
  receivedOn: z.string(),
  dueOn: z.string(),
  overdue: z.boolean(),
  state: z.enum(['open', ...subjectRequestOutcomes]),
  /** Null if the record is sealed or the text is damaged. */
  details: z.string().nullable(),
  response: z.string().nullable(),
  respondedAt: instant.nullable(),
  handledBy: z.string().nullable(),
})
export type SubjectRequest = z.infer<typeof requestSchema>

export const listSubjectRequests = endpoint({
  name: 'subjects.list',
  method: 'GET',
  path: '/subject-requests',
  summary: 'Requests of data subjects: open ones by due date, answered ones newest first (D77)',
  who: 'admin',
  query: z.object({
    state: emptyIsAbsent(z.enum(['open', 'answered'], { error: '状態の指定が正しくありません。' })),
    ...paging,
  }),
  reply: { kind: 'json', status: 200, schema: z.array(requestSchema), paged: true },
  problems: ['INVALID_INPUT', 'CURSOR_INVALID'],
})

export const listPerformerRequests = endpoint({
  name: 'subjects.ofPerformer',
  method: 'GET',
  path: '/performers/{id}/subject-requests',
  summary: 'The requests about one performer, newest first, for admins (D77)',
  who: 'admin',
  params: z.strictObject({ id }),
  reply: { kind: 'json', status: 200, schema: z.array(requestSchema) },
  problems: ['PERFORMER_NOT_FOUND'],
})

export const createSubjectRequest = endpoint({
  name: 'subjects.create',
  method: 'POST',
  path: '/performers/{id}/subject-requests',
  summary: 'Store a request of a data subject, with the day by which it is due (D77)',
  who: 'admin',
  params: z.strictObject({ id }),
  body: z.strictObject({
    kind: z.enum(subjectRequestKinds, { error: '請求の種類を選択してください。' }),
    receivedOn: day('受付日'),
    details: filled('請求の内容', limits.textChars, true),
  }),
  reply: { kind: 'json', status: 201, schema: requestSchema },
  problems: ['PERFORMER_NOT_FOUND', 'INVALID_INPUT', ...keyProblems],
  audit: ['create'],
  idempotent: true,
})

export const respondToSubjectRequest = endpoint({
  name: 'subjects.respond',
  method: 'PUT',
  path: '/subject-requests/{id}/response',
  summary: 'Store the response to a request, once (D77)',
  who: 'admin',
  params: z.strictObject({ id }),
  body: z.strictObject({
    outcome: z.enum(subjectRequestOutcomes, { error: '回答を選択してください。' }),
    response: filled('回答の内容', limits.textChars, true),
  }),
  reply: { kind: 'json', status: 200, schema: requestSchema },
  problems: ['NOT_FOUND', 'INVALID_INPUT', 'CONFLICT'],
  audit: ['update'],
})

const exported = {
  method: 'POST',
  stepUp: true,
  params: z.strictObject({ id }),
  reply: { kind: 'file', status: 200 },
  audit: ['export'],
  transfer: true,
  neverRepeated: true,
} as const

export const exportSubject = endpoint({
  ...exported,
  name: 'subjects.export',
  path: '/performers/{id}/subject-export',
  summary: 'Everything that is stored about one performer as .zip: HTML, JSON and the files (D77)',
  who: 'admin',
  problems: ['PERFORMER_NOT_FOUND', 'STEP_UP_REQUIRED', 'TEMPORARILY_UNAVAILABLE'],
})

export const exportSealedSubject = endpoint({
  ...exported,
  name: 'subjects.exportSealed',
  path: '/sealed-performers/{id}/subject-export',
  summary: 'The same of a sealed record; the caller must have given a reason (D17, D77)',
  who: 'superadmin',
  problems: [
    'PERFORMER_NOT_FOUND',
    'STEP_UP_REQUIRED',
    'OPENING_REASON_REQUIRED',
    'RECORD_DESTROYED',
    'FILE_UNREADABLE',
    'TEMPORARILY_UNAVAILABLE',
  ],
})
