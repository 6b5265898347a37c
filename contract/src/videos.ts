import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { emptyIsAbsent, filled, id, instant, paging } from './fields.ts'
import { limits } from './limits.ts'
import { organisationRefSchema } from './organisations.ts'
import { listedPerformerSchema } from './performers.ts'
import { saleStates } from './publications.ts'
import { gateStates } from './readiness.ts'
import { externalId, inOrganisation, organisationProblems, search } from './record-fields.ts'

/** A video (spec §3). `externalId` is its id in the sister service (D23). */
const videoSchema = z.strictObject({
  id,
  title: z.string(),
  externalId: z.string().nullable(),
  performerCount: z.int(),
  sale: z.enum(saleStates),
  /** What the records lack before a publication (D106). */
  gate: z.enum(gateStates),
  createdAt: instant,
  updatedAt: instant,
  /** The owner (D67). */
  organisation: organisationRefSchema,
  /** The name of the account that registered the video. */
  registeredBy: z.string(),
})
export type Video = z.infer<typeof videoSchema>

const one = z.strictObject({ id })
const title = filled('タイトル', limits.videoTitleChars)
const reply = { kind: 'json', status: 200, schema: videoSchema } as const

export const listVideos = endpoint({
  name: 'videos.list',
  method: 'GET',
  path: '/videos',
  summary: 'Videos that the caller may see, newest first, by pages (D19, D23)',
  who: 'user',
  query: z.object({
    search,
    gate: emptyIsAbsent(z.enum(gateStates, { error: '公開の準備の指定が正しくありません。' })),
    ...inOrganisation,
    ...paging,
  }),
  reply: { kind: 'json', status: 200, schema: z.array(videoSchema), paged: true },
  problems: ['INVALID_INPUT', 'CURSOR_INVALID', ...organisationProblems],
})

export const createVideo = endpoint({
  name: 'videos.create',
  method: 'POST',
  path: '/videos',
  summary: 'Register a video; it belongs to an organisation of the caller (D23, D67)',
  who: 'user',
  query: z.object(inOrganisation),
  body: z.strictObject({ title, externalId }),
  reply: { kind: 'json', status: 201, schema: videoSchema },
  problems: [
    ...organisationProblems,
    'ORGANISATION_ROLE',
    'INVALID_INPUT',
    'EXTERNAL_ID_TAKEN',
    'REQUEST_IN_PROGRESS',
    'IDEMPOTENCY_KEY_REUSED',
  ],
  audit: ['create'],
  idempotent: true,
})

export const getVideo = endpoint({
  name: 'videos.get',
  method: 'GET',
  path: '/videos/{id}',
  summary: 'One video',
  who: 'user',
  params: one,
  reply,
  problems: ['VIDEO_NOT_FOUND'],
})

export const updateVideo = endpoint({
  name: 'videos.update',
  method: 'PATCH',
  path: '/videos/{id}',
  summary: 'Change title or external id; absent fields stay, null empties',
  who: 'user',
  params: one,
  body: z.strictObject({ title: title.optional(), externalId }),
  reply,
  problems: ['VIDEO_NOT_FOUND', 'ORGANISATION_ROLE', 'INVALID_INPUT', 'EXTERNAL_ID_TAKEN', 'CONFLICT'],
  audit: ['update'],
})

export const listVideoPerformers = endpoint({
  name: 'videos.performers',
  method: 'GET',
  path: '/videos/{id}/performers',
  summary: 'The performers of a video, in the order in which they were added',
  who: 'user',
  params: one,
  query: z.object(paging),
  reply: { kind: 'json', status: 200, schema: z.array(listedPerformerSchema), paged: true },
  problems: ['VIDEO_NOT_FOUND', 'INVALID_INPUT', 'CURSOR_INVALID'],
})

/** A performer that can be added to a video or already is in it. */
const videoCandidateSchema = z.strictObject({ performer: listedPerformerSchema, added: z.boolean() })
export type VideoCandidate = z.infer<typeof videoCandidateSchema>

export const listVideoCandidates = endpoint({
  name: 'videos.candidates',
  method: 'GET',
  path: '/videos/{id}/candidates',
  summary: 'Performers of the video’s owner, newest first, to be added to it (D23)',
  who: 'user',
  params: one,
  query: z.object({ search, ...paging }),
  reply: { kind: 'json', status: 200, schema: z.array(videoCandidateSchema), paged: true },
  problems: ['VIDEO_NOT_FOUND', 'INVALID_INPUT', 'CURSOR_INVALID'],
})

export const addVideoPerformers = endpoint({
  name: 'videos.addPerformers',
  method: 'POST',
  path: '/videos/{id}/performers',
  summary: 'Add performers of the video’s owner, all or none; those already there stay (D23)',
  who: 'user',
  params: one,
  body: z.strictObject({
    performerIds: z
      .array(z.string().max(limits.idChars), { error: '出演者を選択してください。' })
      .min(1, { error: '出演者を選択してください。' })
      .max(limits.page.maximum, { error: `一度に追加できるのは${limits.page.maximum}名までです。` }),
  }),
  reply: { kind: 'json', status: 201, schema: videoSchema },
  problems: [
    'VIDEO_NOT_FOUND',
    'ORGANISATION_ROLE',
    'PERFORMER_NOT_FOUND',
    'PERFORMER_OF_OTHER_OWNER',
    'INVALID_INPUT',
    'REQUEST_IN_PROGRESS',
    'IDEMPOTENCY_KEY_REUSED',
  ],
  audit: ['update'],
  idempotent: true,
})

export const removeVideoPerformer = endpoint({
  name: 'videos.removePerformer',
  method: 'DELETE',
  path: '/videos/{id}/performers/{performerId}',
  summary: 'Remove a performer from a video (D24); only admins once a publication is recorded (D110)',
  who: 'user',
  params: z.strictObject({ id, performerId: id }),
  reply: { kind: 'empty', status: 204 },
  problems: [
    'VIDEO_NOT_FOUND',
    'ORGANISATION_ROLE',
    'PERFORMER_NOT_FOUND',
    'VIDEO_PUBLISHED',
    'APPEARANCE_ENDED',
    'TAKEDOWN_RECEIVED',
  ],
  audit: ['update'],
})
