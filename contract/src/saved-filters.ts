import { z } from 'zod'
import { performerStatuses } from './document-vocabulary.ts'
import { endpoint } from './endpoint.ts'
import { filled } from './fields.ts'
import { performerSorts } from './performers.ts'
import { recordLimits } from './record-limits.ts'

/** Filters of the list of performers that an account has saved (D80). They contain no search text: it may be a name. */

const days = z.string().regex(/^\d{1,4}$/)

const savedFilterSchema = z.strictObject({
  name: z.string(),
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

const reply = {
  kind: 'json',
  status: 200,
  schema: z.strictObject({ filters: z.array(savedFilterSchema) }),
} as const

export const getSavedFilters = endpoint({
  name: 'savedFilters.get',
  method: 'GET',
  path: '/account/performer-filters',
  summary: 'The saved filters of the caller',
  who: 'user',
  reply,
  problems: [],
})

export const saveFilters = endpoint({
  name: 'savedFilters.save',
  method: 'PUT',
  path: '/account/performer-filters',
  summary: 'Replace the saved filters of the caller',
  who: 'user',
  auditors: 'also',
  body: z.strictObject({
    filters: z
      .array(savedFilterSchema.extend({ name: filled('名前', recordLimits.savedFilters.nameChars) }))
      .max(recordLimits.savedFilters.count, {
        error: `保存できる条件は${recordLimits.savedFilters.count}件までです。`,
      })
      .superRefine((filters, { addIssue }) => {
        const names = filters.map(({ name }) => name)
        const repeated = names.findIndex((name, index) => names.indexOf(name) < index)
        if (repeated === -1) return
        addIssue({ code: 'custom', path: [repeated, 'name'], message: '同じ名前の条件があります。' })
      }),
  }),
  reply,
  problems: ['INVALID_INPUT'],
  unaudited: 'changes how the account sees its lists, and no record',
})
