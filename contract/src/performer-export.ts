import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { listQuery } from './performers.ts'
import { exportProblems } from './record-fields.ts'

export const exportPerformers = endpoint({
  name: 'performers.export',
  method: 'GET',
  path: '/performers/export',
  summary: 'The list as .xlsx with every field (D80); writes an export entry',
  who: 'user',
  stepUp: true,
  query: z.object(listQuery),
  reply: { kind: 'file', status: 200 },
  problems: exportProblems,
  audit: ['export'],
  transfer: true,
  neverRepeated: true,
})
