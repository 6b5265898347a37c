import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { day, emptyIsAbsent, id, text } from './fields.ts'
import { limits } from './limits.ts'
import { ruleIdSchema } from './readiness.ts'
import { exportProblems, inOrganisation, organisationProblems } from './record-fields.ts'

// Rehearsal (D107): which videos the rules of a channel will block from a day on, before they are in force.

/** How many videos one rehearsal examines, newest first, and how many blocked ones the page shows. */
export const rehearsalLimits = { examined: 5000, shown: 200 } as const

export const rehearsalQuery = {
  ...inOrganisation,
  day: day('予行の日'),
  /** The name of the channel; without one, the rules are those of a new channel. */
  channel: emptyIsAbsent(text('公開先', limits.publications.channelChars)),
  consentMonths: emptyIsAbsent(
    z.coerce
      .number({ error: '同意の有効月数を数字で指定してください。' })
      .int({ error: '同意の有効月数を整数で指定してください。' })
      .min(1, { error: '同意の有効月数は1以上で指定してください。' })
      .max(1200, { error: '同意の有効月数は1200以下で指定してください。' }),
  ),
  download: emptyIsAbsent(z.enum(['true', 'false'], { error: 'ダウンロードの指定が正しくありません。' })),
}

const rehearsalSchema = z.strictObject({
  examined: z.int(),
  /** More videos exist than were examined, or more would be blocked than are shown. */
  more: z.boolean(),
  videos: z.array(
    z.strictObject({
      id,
      title: z.string(),
      blockers: z.array(z.strictObject({ rule: ruleIdSchema, performer: z.string().nullable() })),
    }),
  ),
})
export type Rehearsal = z.infer<typeof rehearsalSchema>

export const rehearseRules = endpoint({
  name: 'videos.rehearse',
  method: 'GET',
  path: '/videos/rehearsal',
  summary:
    'Which videos rules of a channel will block from a day on that are not blocked without them (D107)',
  who: 'user',
  query: z.object(rehearsalQuery),
  reply: { kind: 'json', status: 200, schema: rehearsalSchema },
  problems: ['INVALID_INPUT', ...organisationProblems],
})

export const exportRehearsal = endpoint({
  name: 'videos.exportRehearsal',
  method: 'GET',
  path: '/videos/rehearsal/export',
  summary: 'The same as .xlsx, a line for each performer and rule; writes an export entry (D107)',
  who: 'user',
  stepUp: true,
  query: z.object(rehearsalQuery),
  reply: { kind: 'file', status: 200 },
  problems: exportProblems,
  audit: ['export'],
  transfer: true,
  neverRepeated: true,
})
