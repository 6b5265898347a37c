import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { listQuery } from './performers.ts'
import { organisationProblems } from './record-fields.ts'

export const exportPerformers = endpoint({
  name: 'performers.export',
  method: 'GET',
  path: '/performers/export',
  summary: 'The list as .xlsx with every field (D80); writes an export entry',
  who: 'user',
  stepUp: true,
  query: z.object(listQuery),
  reply: { kind: 'file', status: 200 },
  problems: [
    'INVALID_INPUT',
    ...organisationProblems,
    'ORGANISATION_ROLE',
    'STEP_UP_REQUIRED',
    'RATE_LIMITED',
    'EXPORT_IN_PROGRESS',
  ],
  audit: ['export'],
  transfer: true,
  neverRepeated: true,
})
