import { z } from 'zod'
import { type Endpoint, endpoint } from './endpoint.ts'
import { day, id, instant, noBody, paging, webAddress } from './fields.ts'
import { limits } from './limits.ts'
import { partnerTitleStates } from './partner-api-vocabulary.ts'
import { clearable } from './record-fields.ts'
import { sharedRecordsSchema } from './shares.ts'

// Titles that are shared with a partner (D112, D113): what its servers read about them, and what they report.

/** The partner's own id of a title, which is a part of addresses. */
export const titleReference = z
  .string()
  .regex(/^[A-Za-z0-9][A-Za-z0-9._~-]*$/, {
    error: 'reference は半角英数字で始め、半角英数字と . _ ~ - だけで指定してください。',
  })
  .max(limits.partnerTexts.reference, {
    error: `reference は${limits.partnerTexts.reference}文字以内で指定してください。`,
  })

const lineSchema = z.strictObject({
  /** The id of the share, which events contain. Another share of the same title has another id. */
  id,
  /** Null until the partner has given its own id. */
  reference: z.string().nullable(),
  title: z.string(),
  product_number: z.string().nullable(),
  /** The organisation that shares it. */
  organisation: z.string(),
  /** What the organisation calls the partner as a channel. */
  channel: z.string(),
  state: z.enum(partnerTitleStates),
  test: z.boolean(),
  shared_at: instant,
})
export type PartnerTitleLine = z.infer<typeof lineSchema>

export const partnerTitleSchema = lineSchema.extend({
  /** The records as in the signed statement. */
  records: sharedRecordsSchema,
  /** Since when the title is on sale at the partner; null if no sale is recorded. */
  publication: z.strictObject({ published_on: z.string(), address: z.string().nullable() }).nullable(),
  /** Requests to take the title down, newest first. */
  stops: z.array(z.strictObject({ id, asked_at: instant, acknowledged_at: instant.nullable() })),
})
export type PartnerTitle = z.infer<typeof partnerTitleSchema>

const one = z.strictObject({ reference: id })
const reply = { kind: 'json', status: 200, schema: partnerTitleSchema } as const
const call = { who: 'partner', scope: 'titles', params: one, reply } as const

export const listTitles = endpoint({
  name: 'partnerApi.listTitles',
  method: 'GET',
  path: '/partner/v1/titles',
  summary:
    'The titles that are shared with the partner now, newest share first, with those without a reference',
  who: 'partner',
  scope: 'titles',
  query: z.object(paging),
  reply: { kind: 'json', status: 200, schema: z.array(lineSchema), paged: true },
  problems: ['INVALID_INPUT', 'CURSOR_INVALID'],
})

export const nameTitle = endpoint({
  ...call,
  name: 'partnerApi.nameTitle',
  method: 'PUT',
  path: '/partner/v1/titles/{reference}',
  summary:
    'Give a shared title the partner’s own id, which the other calls use; a repeat changes nothing, and another id replaces it',
  body: z.strictObject({
    /** The `id` of the list. A test key may send any id: the reference decides the outcome. */
    share_id: z.uuid({ error: 'share_id に、共有の id を指定してください。' }),
  }),
  problems: ['INVALID_INPUT', 'SHARE_NOT_FOUND', 'TITLE_REFERENCE_USED'],
  audit: ['update'],
})

export const getTitle = endpoint({
  ...call,
  name: 'partnerApi.getTitle',
  method: 'GET',
  path: '/partner/v1/titles/{reference}',
  summary:
    'Whether the records of a title lack nothing now: facts with their proof, blockers as codes, and stops',
  problems: ['NOT_FOUND'],
})

export const getTitleStatement = endpoint({
  ...call,
  name: 'partnerApi.getStatement',
  method: 'GET',
  path: '/partner/v1/titles/{reference}/statement',
  summary:
    'A signed statement (JWS) of what the records say now, valid for 24 hours. One of a test key has an audience of its own',
  reply: {
    kind: 'json',
    status: 200,
    schema: z.strictObject({ statement: z.string(), expires_at: instant }),
  },
  problems: ['NOT_FOUND'],
  audit: ['share'],
})

export const publishTitle = endpoint({
  ...call,
  name: 'partnerApi.publishTitle',
  method: 'PUT',
  path: '/partner/v1/titles/{reference}/publication',
  summary:
    'Record since when and where the partner publishes the title, or correct it; refused with each blocker while the records lack something',
  body: z.strictObject({
    published_on: day('published_on'),
    address: clearable(webAddress('address', limits.publications.addressChars)),
  }),
  problems: ['INVALID_INPUT', 'NOT_FOUND', 'TITLE_BLOCKED', 'TOO_MANY_PUBLICATIONS'],
  audit: ['update'],
})

export const unpublishTitle = endpoint({
  ...call,
  name: 'partnerApi.unpublishTitle',
  method: 'DELETE',
  path: '/partner/v1/titles/{reference}/publication',
  summary:
    'Record that today is the last day on which the partner publishes the title; a repeat changes nothing',
  problems: ['NOT_FOUND'],
  audit: ['update'],
})

export const acknowledgeTitleStop = endpoint({
  ...call,
  name: 'partnerApi.acknowledgeStop',
  method: 'POST',
  path: '/partner/v1/titles/{reference}/stops/{stop}/acknowledge',
  summary:
    'Record that the partner has taken the title down, which ends its publication; a repeat changes nothing',
  params: one.extend({ stop: id }),
  ...noBody,
  problems: ['NOT_FOUND'],
  audit: ['update'],
})

export const titleEndpoints = [
  listTitles,
  nameTitle,
  getTitle,
  getTitleStatement,
  publishTitle,
  unpublishTitle,
  acknowledgeTitleStop,
] as const satisfies readonly Endpoint[]
