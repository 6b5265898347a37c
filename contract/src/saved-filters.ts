import { z } from 'zod'
import { performerStatuses } from './document-vocabulary.ts'
import { endpoint } from './endpoint.ts'
import { text } from './fields.ts'
import { performerSorts } from './performers.ts'
import { recordLimits } from './record-limits.ts'

/** Filters of the list of performers that an account has saved (D80). Without search texts, which may be names. */

const days = z.string().regex(/^\d{1,4}$/)

const savedFilterSchema = z.strictObject({
  name: text('名前', recordLimits.savedFilters.nameChars),
  /** The query parameters of the page. */
  search: z.strictObject({
    status: z.enum(performerStatuses).optional(),
    sort: z.enum(performerSorts).optional(),
    expiring: z.literal('true').optional(),
    waiting: z.literal('true').optional(),
    waitedFrom: days.optional(),
    waitedTo: days.optional(),
  }),
})
export type SavedFilter = z.infer<typeof savedFilterSchema>

const savedFiltersSchema = z.strictObject({
  filters: z
    .array(savedFilterSchema)
    .max(recordLimits.savedFilters.count, {
      error: `保存できる条件は${recordLimits.savedFilters.count}件までです。`,
    })
    .refine((filters) => new Set(filters.map(({ name }) => name)).size === filters.length, {
      error: '同じ名前の条件があります。',
    }),
})

export const getSavedFilters = endpoint({
  name: 'savedFilters.get',
  method: 'GET',
  path: '/account/performer-filters',
  summary: 'The saved filters of the caller',
  who: 'user',
  reply: { kind: 'json', status: 200, schema: savedFiltersSchema },
  problems: [],
})

export const saveFilters = endpoint({
  name: 'savedFilters.save',
  method: 'PUT',
  path: '/account/performer-filters',
  summary: 'Replace the saved filters of the caller',
  who: 'user',
  auditors: 'also',
  body: savedFiltersSchema,
  reply: { kind: 'json', status: 200, schema: savedFiltersSchema },
  problems: ['INVALID_INPUT'],
  unaudited: 'changes how the account sees its lists, and no record',
})
