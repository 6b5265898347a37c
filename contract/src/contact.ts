import { z } from 'zod'
import { endpoint, keyProblems } from './endpoint.ts'
import { email, emptyIsAbsent, filled, id, instant, noBody, paging } from './fields.ts'
import { limits } from './limits.ts'

export const sendInquiry = endpoint({
  name: 'contact.send',
  method: 'POST',
  path: '/contact',
  summary: 'Send an inquiry: stored, mailed to the operator, acknowledged by mail (D43)',
  who: 'anyone',
  body: z.strictObject({
    name: filled('氏名', limits.nameChars),
    email,
    subject: filled('件名', limits.inquirySubjectChars),
    message: filled('メッセージ', limits.inquiryMessageChars, true),
    /** Honeypot: invisible on the form. A message that fills it is dropped, with the reply of success. */
    website: z.string().max(500).optional(),
  }),
  reply: { kind: 'empty', status: 204 },
  problems: ['INVALID_INPUT', 'CSRF_INVALID', 'RATE_LIMITED', ...keyProblems],
  audit: ['create'],
  idempotent: true,
})

const inquiryStates = ['open', 'answered'] as const
export type InquiryState = (typeof inquiryStates)[number]

const inquirySchema = z.strictObject({
  id,
  name: z.string(),
  email: z.string(),
  subject: z.string(),
  message: z.string(),
  state: z.enum(inquiryStates),
  createdAt: instant,
  /** The time by which the public page promises an answer (spec §9). */
  answerBy: instant,
  answeredAt: instant.nullable(),
  answeredBy: z.string().nullable(),
})
export type Inquiry = z.infer<typeof inquirySchema>

const one = z.strictObject({ id })

export const listInquiries = endpoint({
  name: 'inquiries.list',
  method: 'GET',
  path: '/inquiries',
  summary: 'Inquiries, newest first (D43)',
  who: 'admin',
  query: z.object({
    state: emptyIsAbsent(z.enum(inquiryStates, { error: '状態の指定が正しくありません。' })),
    ...paging,
  }),
  reply: { kind: 'json', status: 200, schema: z.array(inquirySchema), paged: true },
  problems: ['INVALID_INPUT', 'CURSOR_INVALID'],
})

const mark = <const N extends string, const P extends string>(name: N, path: P, summary: string) =>
  endpoint({
    name,
    method: 'PUT',
    path,
    summary,
    who: 'admin',
    params: one,
    ...noBody,
    reply: { kind: 'json', status: 200, schema: inquirySchema },
    problems: ['NOT_FOUND'],
    audit: ['update'],
  })

export const answerInquiry = mark('inquiries.answer', '/inquiries/{id}/answered', 'Mark as answered')
export const reopenInquiry = mark('inquiries.reopen', '/inquiries/{id}/open', 'Mark as open again')
