import { z } from 'zod'
import { endpoint } from './endpoint.ts'

// Whether the own account receives the mail each morning with what is due.

const dueMailsSchema = z.strictObject({
  dueMails: z.boolean({ error: '受け取るかどうかを指定してください。' }),
})

export const getDueMails = endpoint({
  name: 'account.dueMails',
  method: 'GET',
  path: '/account/due-mails',
  summary: 'Whether the caller receives a mail each morning with what is due',
  who: 'user',
  reply: { kind: 'json', status: 200, schema: dueMailsSchema },
  problems: [],
})

export const changeDueMails = endpoint({
  name: 'account.changeDueMails',
  method: 'PUT',
  path: '/account/due-mails',
  summary: 'Start or end the mail each morning with what is due',
  who: 'user',
  auditors: 'also',
  body: dueMailsSchema,
  reply: { kind: 'json', status: 200, schema: dueMailsSchema },
  problems: ['INVALID_INPUT'],
  audit: ['update'],
})
