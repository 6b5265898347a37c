import { z } from 'zod'
import { endpoint, keyProblems } from './endpoint.ts'
import { day, emptyIsAbsent, filled, id, noBody } from './fields.ts'
import { type RuleId, ruleIds } from './law-rules.ts'
import { limits } from './limits.ts'
import { clearable, inOrganisation, organisationProblems } from './record-fields.ts'

// The gate (D106): what the records of a video lack before it may be published, for each channel, and overrides (D105).

/** The answer for a video as lists show it; `unknown` until it was computed after a change. */
export const gateStates = ['unknown', 'missing', 'partly', 'complete'] as const
export type GateState = (typeof gateStates)[number]

/** The labels never state that a publication is lawful, only that the records lack nothing. */
export const gateStateLabels = {
  unknown: '確認中',
  missing: '不足あり',
  partly: '一部の公開先で不足あり',
  complete: '記録上の不足なし',
} as const satisfies Record<GateState, string>

export const ruleIdSchema = z.enum(ruleIds as [RuleId, ...RuleId[]])

const blockerSchema = z.strictObject({
  rule: ruleIdSchema,
  /** Null for a rule of the whole video. */
  performerId: id.nullable(),
  /** The first day on which the rule is kept without a change of the records. */
  from: z.string().optional(),
  items: z.array(z.string()).optional(),
})

const overrideSchema = z.strictObject({
  id,
  rule: ruleIdSchema,
  performerId: id.nullable(),
  /** The name of the channel; null for all. */
  channel: z.string().nullable(),
  reason: z.string(),
  opinion: z.string().nullable(),
  until: z.string().nullable(),
  requestedBy: z.string(),
  /** Requested by the caller, who cannot confirm it. */
  own: z.boolean(),
  /** The second superadmin; null while a rule of class B waits for one. */
  confirmedBy: z.string().nullable(),
  inForce: z.boolean(),
})
export type Override = z.infer<typeof overrideSchema>

const answerSchema = z.strictObject({
  /** Null for what holds on every channel. */
  channel: z.strictObject({ id, name: z.string() }).nullable(),
  blockers: z.array(blockerSchema),
  overridden: z.array(blockerSchema),
  /** The next day on which this answer changes without a change of the records. */
  changesOn: z.string().nullable(),
})
export type ChannelAnswer = z.infer<typeof answerSchema>

const readinessSchema = z.strictObject({
  day: z.string(),
  rulesVersion: z.string(),
  state: z.enum(gateStates),
  /** The answer for all channels, then that of each channel of the owner. */
  answers: z.array(answerSchema),
  /** Performers under 20 at registration, contract or shooting. */
  under20: z.array(id),
  performers: z.array(z.strictObject({ id, name: z.string() })),
  overrides: z.array(overrideSchema),
})
export type Readiness = z.infer<typeof readinessSchema>

const ofVideo = z.strictObject({ id })
const reply = { kind: 'json', status: 200, schema: readinessSchema } as const

export const getReadiness = endpoint({
  name: 'videos.readiness',
  method: 'GET',
  path: '/videos/{id}/readiness',
  summary: 'What the records of the video lack today, or on a day, for each channel (D106)',
  who: 'user',
  params: ofVideo,
  query: z.object({ day: emptyIsAbsent(day('日付')) }),
  reply,
  problems: ['VIDEO_NOT_FOUND', 'INVALID_INPUT'],
})

const reason = filled('理由', limits.titleFacts.reasonChars, true)

export const overrideRule = endpoint({
  name: 'videos.override',
  method: 'POST',
  path: '/videos/{id}/overrides',
  summary:
    'Override a rule of class C until a day, or ask a second superadmin to override one of class B; never one of class A (D105)',
  who: 'superadmin',
  stepUp: true,
  params: ofVideo,
  body: z.strictObject({
    rule: z.enum(ruleIds as [RuleId, ...RuleId[]], { error: '規則を選択してください。' }),
    performerId: clearable(z.string().max(limits.idChars)),
    channelId: clearable(z.string().max(limits.idChars)),
    reason,
    /** The legal opinion, and where it is kept; required for class B. */
    opinion: clearable(filled('法的な見解', limits.titleFacts.reasonChars, true)),
    /** The last day of the override; required for class C. */
    until: clearable(day('最終日')),
  }),
  reply,
  problems: [
    'VIDEO_NOT_FOUND',
    'STEP_UP_REQUIRED',
    'INVALID_INPUT',
    'PERFORMER_NOT_FOUND',
    'CHANNEL_NOT_FOUND',
    'RULE_NEVER_OVERRIDDEN',
    ...keyProblems,
  ],
  audit: ['update'],
  idempotent: true,
})

const oneOverride = {
  who: 'superadmin',
  params: z.strictObject({ id, overrideId: id }),
  ...noBody,
  reply,
  audit: ['update'],
} as const

export const confirmOverride = endpoint({
  ...oneOverride,
  name: 'videos.confirmOverride',
  method: 'PUT',
  path: '/videos/{id}/overrides/{overrideId}/confirmation',
  summary: 'Confirm the override that another superadmin requested (D105)',
  stepUp: true,
  problems: ['VIDEO_NOT_FOUND', 'NOT_FOUND', 'STEP_UP_REQUIRED', 'OWN_REQUEST', 'SECOND_PERSON_TOO_NEW'],
})

export const endOverride = endpoint({
  ...oneOverride,
  name: 'videos.endOverride',
  method: 'DELETE',
  path: '/videos/{id}/overrides/{overrideId}',
  summary: 'Withdraw or end an override',
  problems: ['VIDEO_NOT_FOUND', 'NOT_FOUND'],
})

/** A channel of an organisation and its rules (D97). */
const channelSchema = z.strictObject({
  id,
  name: z.string(),
  consentMonths: z.int().nullable(),
  download: z.boolean(),
  version: z.int(),
})
export type Channel = z.infer<typeof channelSchema>
const channels = { kind: 'json', status: 200, schema: z.array(channelSchema) } as const

export const listChannels = endpoint({
  name: 'channels.list',
  method: 'GET',
  path: '/videos/{id}/channels',
  summary: 'The channels of the owner of the video, with their rules (D97)',
  who: 'user',
  params: ofVideo,
  reply: channels,
  problems: ['VIDEO_NOT_FOUND'],
})

export const updateChannel = endpoint({
  name: 'channels.update',
  method: 'PUT',
  path: '/videos/{id}/channels/{channelId}',
  summary: 'Set the rules of a channel of the owner, for all its videos (D97)',
  who: 'user',
  params: z.strictObject({ id, channelId: id }),
  body: z.strictObject({
    consentMonths: clearable(
      z
        .int({ error: '同意の有効月数を整数で入力してください。' })
        .min(1, { error: '同意の有効月数は1以上で入力してください。' })
        .max(1200, { error: '同意の有効月数は1200以下で入力してください。' }),
    ),
    download: z.boolean({ error: 'ダウンロードの有無を選択してください。' }),
    version: z.int({ error: '版を整数で指定してください。' }),
  }),
  reply: channels,
  problems: ['VIDEO_NOT_FOUND', 'CHANNEL_NOT_FOUND', 'ORGANISATION_ROLE', 'INVALID_INPUT', 'CONFLICT'],
  audit: ['update'],
})

const waitingVideoSchema = z.strictObject({ id, title: z.string(), gate: z.enum(gateStates) })

/** A video whose answer changes on a day without a change of its records. */
const dueVideoSchema = waitingVideoSchema.extend({ changesOn: z.string() })
export type DueVideo = z.infer<typeof dueVideoSchema>

export const listDueVideos = endpoint({
  name: 'videos.due',
  method: 'GET',
  path: '/videos/due',
  summary: 'Videos whose answer changes by itself within a week, soonest first, at most 20 (D106)',
  who: 'user',
  query: z.object(inOrganisation),
  reply: { kind: 'json', status: 200, schema: z.array(dueVideoSchema) },
  problems: [...organisationProblems],
})

/** A video with the rules that its performer does not keep. */
const videoOfPerformerSchema = waitingVideoSchema.extend({ rules: z.array(ruleIdSchema) })
export type VideoOfPerformer = z.infer<typeof videoOfPerformerSchema>

export const listVideosOfPerformer = endpoint({
  name: 'performers.videos',
  method: 'GET',
  path: '/performers/{id}/videos',
  summary:
    'The videos of a performer, newest first, at most 50, with what they wait for of this person (D106)',
  who: 'user',
  params: z.strictObject({ id }),
  reply: { kind: 'json', status: 200, schema: z.array(videoOfPerformerSchema) },
  problems: ['PERFORMER_NOT_FOUND'],
})
