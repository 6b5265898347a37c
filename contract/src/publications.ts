import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { day, filled, id, webAddress } from './fields.ts'
import { limits } from './limits.ts'
import { clearable, externalId } from './record-fields.ts'

// Publications of videos on channels (D97). They decide how long the records of the performers are kept (D110).

/** What is known about the sale of a video; `unknown` until an account has stated that no publication is missing. */
export const saleStates = ['unknown', 'none', 'onSale', 'ended'] as const
export type SaleState = (typeof saleStates)[number]

export const saleStateLabels = {
  unknown: '公開の状況が未入力',
  none: '公開なし',
  onSale: '公開中',
  ended: '公開終了',
} as const satisfies Record<SaleState, string>

/** A period for which the video is on sale on one channel. Days are days in Japan. */
const publicationSchema = z.strictObject({
  id,
  channel: z.string(),
  startedOn: z.string(),
  /** The last day on sale; null while it has no end. */
  endedOn: z.string().nullable(),
  address: z.string().nullable(),
  externalId: z.string().nullable(),
  /** The name of the partner whose server recorded it (D112); null if an account did. */
  partner: z.string().nullable(),
  version: z.int(),
})
export type Publication = z.infer<typeof publicationSchema>

const publicationsSchema = z.strictObject({
  state: z.enum(saleStates),
  /** An account has stated that no publication is missing. */
  known: z.boolean(),
  /** Oldest first, at most `limits.publications.perVideo`. */
  publications: z.array(publicationSchema),
  /** The names of the channels of the owner, to choose from. */
  channels: z.array(z.string()),
})
export type Publications = z.infer<typeof publicationsSchema>

const address = clearable(webAddress('公開先のアドレス', limits.publications.addressChars))

const fields = {
  channel: filled('公開先', limits.publications.channelChars),
  startedOn: day('公開を開始した日'),
  endedOn: clearable(day('公開を終了した日')),
  address,
  externalId,
}
const endsAfterStart = z.refine<{ startedOn: string; endedOn?: string | null | undefined }>(
  ({ startedOn, endedOn }) => !endedOn || endedOn >= startedOn,
  { path: ['endedOn'], error: '公開を終了した日は、開始した日以降にしてください。' },
)

export const publicationInput = z.strictObject(fields).check(endsAfterStart)
export type PublicationInput = z.output<typeof publicationInput>

const ofVideo = z.strictObject({ id })
const reply = { kind: 'json', status: 200, schema: publicationsSchema } as const

export const listPublications = endpoint({
  name: 'videos.publications',
  method: 'GET',
  path: '/videos/{id}/publications',
  summary: 'On which channels the video is or was on sale (D97)',
  who: 'user',
  params: ofVideo,
  reply,
  problems: ['VIDEO_NOT_FOUND'],
})

export const addPublication = endpoint({
  name: 'videos.publish',
  method: 'PUT',
  path: '/videos/{id}/publications',
  summary:
    'Record that the video went on sale on a channel, which is created by its name; a repeat changes nothing (D97)',
  who: 'user',
  params: ofVideo,
  body: publicationInput,
  reply,
  problems: [
    'VIDEO_NOT_FOUND',
    'ORGANISATION_ROLE',
    'INVALID_INPUT',
    'PUBLISHED_THERE',
    'TOO_MANY_PUBLICATIONS',
    'RECORDS_MISSING',
  ],
  audit: ['update'],
})

export const updatePublication = endpoint({
  name: 'videos.updatePublication',
  method: 'PUT',
  path: '/videos/{id}/publications/{publicationId}',
  summary: 'End or correct a publication; `version` is the one that the caller has seen (D97)',
  who: 'user',
  params: z.strictObject({ id, publicationId: id }),
  body: z
    .strictObject({ ...fields, version: z.int({ error: '版を整数で指定してください。' }) })
    .check(endsAfterStart),
  reply,
  problems: [
    'VIDEO_NOT_FOUND',
    'PUBLICATION_NOT_FOUND',
    'ORGANISATION_ROLE',
    'INVALID_INPUT',
    'PUBLISHED_THERE',
    'RECORDS_MISSING',
    'CONFLICT',
  ],
  audit: ['update'],
})

export const statePublications = endpoint({
  name: 'videos.statePublications',
  method: 'PUT',
  path: '/videos/{id}/publications-known',
  summary: 'State that no publication of the video is missing, or take that back (D97)',
  who: 'user',
  params: ofVideo,
  body: z.strictObject({ known: z.boolean({ error: 'known は true か false です。' }) }),
  reply,
  problems: ['VIDEO_NOT_FOUND', 'ORGANISATION_ROLE', 'INVALID_INPUT'],
  audit: ['update'],
})
