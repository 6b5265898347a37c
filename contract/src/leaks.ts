import { z } from 'zod'
import { anyDocumentTypes } from './document-vocabulary.ts'
import { endpoint } from './endpoint.ts'
import { day, filled, id, instant, paging } from './fields.ts'
import { limits } from './limits.ts'

// What an account has seen in a period, counted from the audit log for the report of a leak. An investigation is stored
// as its audit entry only.

const time = (label: string) => z.iso.datetime({ error: `${label}を日時で入力してください。` })
const of = z.strictObject({ id })
const count = z.int()

export const leakSchema = z.strictObject({
  id,
  account: z.strictObject({ id, name: z.string() }),
  /** Both minutes are included. */
  from: instant,
  to: instant,
  knownOn: z.string(),
  reason: z.string(),
  by: z.string().nullable(),
  at: instant,
  /** All performers with an entry of the account, each once. */
  performers: count,
  /** Performers whose record was opened. */
  opened: count,
  /** Performers of whom a document was opened or downloaded. */
  documented: count,
  /** Performers whose archive was exported. */
  archives: count,
  /** Performers on whose record the account acted, such as a change or a decision. */
  acted: count,
  /** The types of the documents, each with its performers and entries. */
  documents: z.array(
    z.strictObject({ type: z.enum(anyDocumentTypes), performers: count, opened: count, downloaded: count }),
  ),
  /** How often evidence of requests to take a title down was opened. */
  evidence: count,
  /** Exported lists and logs, newest first; at most `limits.leakExports`. Their performers are not counted above. */
  exports: z.array(
    z.strictObject({
      at: instant,
      of: z.enum(['performer', 'video', 'audit_log', 'other']),
      filter: z.string().nullable(),
      /** How many performers the file contained, if the entry says so. */
      performers: count.nullable(),
    }),
  ),
  exportCount: count,
})
export type Leak = z.infer<typeof leakSchema>

export const leakPerformerSchema = z.strictObject({
  id,
  /** Null of a sealed or destroyed record. */
  name: z.string().nullable(),
  organisation: z.string().nullable(),
  firstAt: instant,
  lastAt: instant,
  /** How often the record was opened, its archive exported, and acts done on it. */
  opened: count,
  archives: count,
  acts: count,
  documents: z.array(
    z.strictObject({
      type: z.enum(anyDocumentTypes),
      /** The title of the video that a paper belongs to. */
      video: z.string().nullable(),
      /** Null if the details of the entry are destroyed or damaged. */
      version: count.nullable(),
      /** Whether parts of this version are blackened; null if its version is unknown. */
      masked: z.boolean().nullable(),
      opened: count,
      downloaded: count,
    }),
  ),
})
export type LeakPerformer = z.infer<typeof leakPerformerSchema>

export const investigateLeak = endpoint({
  name: 'leaks.investigate',
  method: 'POST',
  path: '/leak-investigations',
  summary:
    'Investigate what an account has seen in a period, with a reason; the entry of the call is the investigation (D40)',
  who: 'admin',
  body: z
    .strictObject({
      accountId: z
        .string({ error: 'アカウントを選択してください。' })
        .min(1, { error: 'アカウントを選択してください。' })
        .max(limits.idChars),
      from: time('期間の開始'),
      to: time('期間の終了'),
      knownOn: day('漏えいを知った日'),
      reason: filled('調査の理由', limits.textChars, true),
    })
    // A missing time, here `NaN`, is accepted by this rule, since it has its own fault.
    .refine(({ from, to }) => !(Date.parse(from) > Date.parse(to)), {
      path: ['to'],
      error: '期間の終了は、開始より後の日時を指定してください。',
    }),
  reply: { kind: 'json', status: 200, schema: of },
  problems: ['INVALID_INPUT'],
  audit: ['read'],
})

export const getLeak = endpoint({
  name: 'leaks.get',
  method: 'GET',
  path: '/leak-investigations/{id}',
  summary: 'An investigation with its totals, counted from the log',
  who: 'admin',
  params: of,
  reply: { kind: 'json', status: 200, schema: leakSchema },
  problems: ['NOT_FOUND'],
})

export const listLeakPerformers = endpoint({
  name: 'leaks.performers',
  method: 'GET',
  path: '/leak-investigations/{id}/performers',
  summary:
    'The performers whose data the account has seen, in the order of the first entry, with their documents',
  who: 'admin',
  params: of,
  query: z.object(paging),
  reply: { kind: 'json', status: 200, schema: z.array(leakPerformerSchema), paged: true },
  problems: ['NOT_FOUND', 'INVALID_INPUT', 'CURSOR_INVALID'],
})

export const exportLeak = endpoint({
  name: 'leaks.export',
  method: 'GET',
  path: '/leak-investigations/{id}/export',
  summary: 'All performers and documents of an investigation as .xlsx',
  who: 'admin',
  stepUp: true,
  params: of,
  reply: { kind: 'file', status: 200 },
  problems: ['NOT_FOUND', 'STEP_UP_REQUIRED', 'RATE_LIMITED', 'EXPORT_IN_PROGRESS'],
  audit: ['export'],
  transfer: true,
  neverRepeated: true,
})
